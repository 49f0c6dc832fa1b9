package record

import (
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// AgentNames is what to call each agent, by its origin: by the name that it was given. Those
// that have the same are told apart by their hosts, which come first, because columns cut
// the end. An agent that was removed from the lists takes no name from those that were not.
func AgentNames(known []wire.Agent, taps []host.Tap) map[string]string {
	out, shown, hidden := map[string]string{}, map[string]int{}, map[string]bool{}
	for _, a := range known {
		out[a.Origin], hidden[a.Origin] = a.Name, a.Hidden
	}
	for _, t := range taps {
		out[t.Agent], hidden[t.Agent] = AgentName(known, t), false
	}
	for origin, name := range out {
		if !hidden[origin] {
			shown[name]++
		}
	}
	for origin, name := range out {
		if name != "" && (shown[name] > 1 || hidden[origin] && shown[name] == 1) {
			out[origin] = HostOf(origin) + " · " + name
		}
	}
	return out
}

// AgentName is the name of the agent behind a tap alone, also where another has the same:
// its card's, or the one that it was given, or, until one is known, its host.
func AgentName(known []wire.Agent, t host.Tap) string {
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
