package session

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Versions records, by session and endpoint, the versions of requests that show their version by themselves:
// later requests there that do not show it speak one of them. The zero value is ready to use. Not safe for
// concurrent use.
type Versions struct {
	bySession map[string][]versionUse
	order     []string // sessions in order of first appearance
}

// versionUse is a version spoken at an endpoint, and the time since when.
type versionUse struct {
	endpoint string
	binding  a2a.Binding
	version  a2a.Version
	since    time.Time
}

// Memory is bounded: clients may call ever new URLs, and versions at those beyond the limit are not learned.
const (
	sessionsKept  = 64
	endpointsKept = 256
)

// Learn takes an exchange with a complete request, and the identity that the request alone shows. The
// console's own probes try versions, so they do not count.
func (v *Versions) Learn(x *wire.Exchange, id a2a.Identity) {
	name, ok := ownVersion(id)
	if !ok || x.RequestDone.IsZero() || !x.Origin.IsConversation() || id.Binding == a2a.GRPC {
		return
	}
	if v.bySession == nil {
		v.bySession = map[string][]versionUse{}
	}
	list, known := v.bySession[x.Session]
	at := versionUse{Endpoints(x, id.Binding, name)[0], id.Binding, name, x.RequestDone}
	for i := range list {
		if s := &list[i]; s.endpoint == at.endpoint && s.binding == at.binding && s.version == at.version {
			if at.since.Before(s.since) {
				s.since = at.since
			}
			return
		}
	}
	if len(list) == endpointsKept {
		return
	}
	if !known {
		if v.order = append(v.order, x.Session); len(v.order) > sessionsKept {
			delete(v.bySession, v.order[0])
			v.order = slices.Delete(v.order, 0, 1)
		}
	}
	v.bySession[x.Session] = append(list, at)
}

// Before returns the versions spoken at an exchange's endpoint by requests that were done when it began,
// oldest first. Those times are recorded, so the answer is the same whenever the exchange is read, live or
// later.
func (v *Versions) Before(x *wire.Exchange) []a2a.Version {
	var out []a2a.Version
	url := plain(x.URL)
	for _, s := range v.bySession[x.Session] {
		if !s.since.After(x.Started) && s.serves(x.Method, url) {
			out = append(out, s.version)
		}
	}
	return registry.Ordered(out)
}

// serves reports whether a request to a URL may be for the endpoint.
func (s *versionUse) serves(method, url string) bool {
	if s.binding != a2a.REST {
		return url == s.endpoint
	}
	path, below := strings.CutPrefix(url, s.endpoint)
	if !below || !strings.HasPrefix(path, "/") {
		return false
	}
	p, ok := rest.Find(s.version, method, path)
	return ok && p.Base == ""
}

// Endpoints returns the URLs of the interfaces that a request may have called. Over HTTP+JSON these are what
// precedes its route in each version; versions put the route at different places in a path.
func Endpoints(x *wire.Exchange, b a2a.Binding, versions ...a2a.Version) (all []string) {
	url, path := plain(x.URL), wire.PathOf(x.URL)
	for _, v := range versions {
		if p, ok := rest.Find(v, x.Method, path); ok && b == a2a.REST {
			all = append(all, strings.TrimSuffix(url, strings.TrimSuffix(p.Tail(path), "/")))
		}
	}
	if all == nil {
		return []string{url}
	}
	return all
}

func plain(url string) string { return strings.TrimSuffix(wire.StripQuery(url), "/") }

// ownVersion returns the version that a request alone shows, false if it does not. A card and the
// conversation so far are not strong evidence, and neither is the path, which is the first evidence over
// HTTP+JSON: the prefix of one version's paths may be part of the interface's own URL.
func ownVersion(id a2a.Identity) (a2a.Version, bool) {
	if id.Op == "" || id.Binding == "" || id.Op == a2a.PushNotification {
		return "", false
	}
	evidence := id.Evidence
	if id.Binding == a2a.REST {
		evidence = evidence[1:]
	}
	var vs []a2a.Version
	for _, e := range evidence {
		if !e.Strong || len(e.Versions) == 0 {
			continue
		}
		both := slices.DeleteFunc(slices.Clone(e.Versions), func(n a2a.Version) bool { return vs != nil && !slices.Contains(vs, n) })
		if len(both) > 0 {
			vs = both
		}
	}
	if len(vs) != 1 {
		return "", false
	}
	return vs[0], true
}
