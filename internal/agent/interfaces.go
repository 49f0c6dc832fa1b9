package agent

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// interfaces lists the agent's endpoints: for every version, newest first and drafts last, one in each of
// its bindings that Options.Bindings allows.
func (a *Agent) interfaces() []a2a.Interface {
	var all []a2a.Interface
	for _, d := range a.opts.Dialects {
		v := d.Version()
		for _, b := range dialect.Bindings(v) {
			if a.opts.Bindings != nil && !slices.Contains(a.opts.Bindings, b) {
				continue
			}
			all = append(all, a2a.Interface{URL: a.endpointURL(v, b), Binding: b, Version: v, DeclaredVersion: string(v)})
		}
	}
	return all
}

// endpointURL returns the URL of a version in a binding. For gRPC it is host:port, without a path.
func (a *Agent) endpointURL(v a2a.Version, b a2a.Binding) string {
	base := a.opts.BaseURL()
	switch b {
	case a2a.REST:
		return base + restPath(v)
	case a2a.GRPC:
		_, address, _ := strings.Cut(base, "://")
		return address
	}
	return base + "/v" + string(v)
}

func restPath(v a2a.Version) string { return "/rest/v" + string(v) }
