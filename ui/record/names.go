package record

import (
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// AgentNames is what to call each agent, by its origin. Those whose cards have
// the same name are told apart by their hosts, which come first: columns cut the end.
func AgentNames(known []wire.Agent, taps []host.Tap) map[string]string {
	out, many := map[string]string{}, map[string]int{}
	for _, a := range known {
		out[a.Origin] = a.Name
	}
	for _, t := range taps {
		out[t.Agent] = agentName(known, t)
	}
	for _, name := range out {
		many[name]++
	}
	for origin, name := range out {
		if name != "" && many[name] > 1 {
			out[origin] = HostOf(origin) + " · " + name
		}
	}
	return out
}

// agentName is what to call the agent behind a tap: its card's name or, until
// that is known, its host.
func agentName(known []wire.Agent, t host.Tap) string {
	i := slices.IndexFunc(known, func(a wire.Agent) bool { return a.Origin == t.Agent })
	if i >= 0 && known[i].Name != "" {
		return known[i].Name
	}
	if t.Reference {
		return "Reference agent"
	}
	return HostOf(t.Agent)
}

func HostOf(origin string) string {
	if u, err := url.Parse(origin); err == nil && u.Host != "" {
		return u.Host
	}
	return origin
}
