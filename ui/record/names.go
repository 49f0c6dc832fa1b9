package record

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// between separates the part that distinguishes an agent from its name.
const between = " · "

// AgentNames maps the origins of agents to their given names. Agents with the same name are
// distinguished by host, or by port on the same host. That part comes first, because columns cut
// the end. An agent that was removed from the lists causes no such distinction.
func AgentNames(known []wire.Agent, taps []host.Tap) map[string]string {
	out, hidden := map[string]string{}, map[string]bool{}
	for _, a := range known {
		out[a.Origin], hidden[a.Origin] = a.Name, a.Hidden
	}
	for _, t := range taps {
		out[t.Agent], hidden[t.Agent] = AgentName(known, t), false
	}
	shown, named := map[string]int{}, map[string][]string{}
	for origin, name := range out {
		named[name] = append(named[name], origin)
		if !hidden[origin] {
			shown[name]++
		}
	}
	for origin, name := range out {
		if name != "" && (shown[name] > 1 || hidden[origin] && shown[name] == 1) {
			out[origin] = distinguish(origin, named[name]) + between + name
		}
	}
	return out
}

// ShortName returns an agent's name for a column: the part that distinguishes it, if the agents that
// have a name have the same one.
func ShortName(origin string, names map[string]string) string {
	name := cmp.Or(names[origin], HostOf(origin))
	first, common := cutName(origin, name)
	for o, n := range names {
		if _, c := cutName(o, n); c != common && n != "" && n != HostOf(o) {
			return name
		}
	}
	return first
}

// cutName returns the part of a name of AgentNames that distinguishes the agent, and the part that
// it shares, "" if there is none.
func cutName(origin, name string) (first, common string) {
	if first, common, _ = strings.Cut(name, between); common != "" && strings.HasSuffix(HostOf(origin), first) {
		return first, common
	}
	return name, ""
}

// distinguish returns the part that distinguishes an agent from others of its name: its port if all
// have the same host and different ports, otherwise its host.
func distinguish(origin string, others []string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return origin
	}
	for _, o := range others {
		if v, err := url.Parse(o); err != nil || v.Hostname() != u.Hostname() || v.Port() == "" || v.Port() == u.Port() && o != origin {
			return HostOf(origin)
		}
	}
	return ":" + u.Port()
}

// AgentName returns the name of a tap's agent, even if another agent has the same name: the known
// name, "Reference agent" for the built-in one, or else its host.
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
