package console

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/host"
)

type agentCalls struct {
	calls         map[string]int  // origin → calls that can be repeated
	callsAndCards map[string]int  // origin → the same, plus card fetches
	served        map[string]bool // origins that served a card
}

func countAgentCalls(list []wire.Exchange) agentCalls {
	p := agentCalls{map[string]int{}, map[string]int{}, map[string]bool{}}
	for i := range list {
		x := &list[i]
		if x.Response.Status == 200 && dialect.IsCard(dialect.RequestHead(x), dialect.ResponseHead(x)) {
			p.served[x.Agent] = true
		}
		if !isReplayed(x) {
			continue
		}
		p.callsAndCards[x.Agent]++
		if x.Labels.Op != string(a2a.GetCard) {
			p.calls[x.Agent]++
		}
	}
	if len(p.calls) == 0 {
		for origin := range p.served {
			if p.callsAndCards[origin] > 0 {
				p.calls[origin] = p.callsAndCards[origin]
			}
		}
	}
	return p
}

// isReplayed reports whether a replay repeats an exchange.
func isReplayed(x *wire.Exchange) bool {
	return x.Origin.IsConversation() && x.Origin != wire.Push && x.Outcome != wire.Refused && (x.Labels.Op != "" || x.Labels.Binding != "")
}

// countReplayed counts, for each agent, the calls that a replay repeats; left is the number of
// exchanges that no replay repeats.
func countReplayed(list []wire.Exchange) (agents []host.RecordedAgent, left int) {
	left = len(list)
	all := countAgentCalls(list).agents()
	for _, origin := range all {
		r, a := Recording{Exchanges: slices.Clone(list)}, host.RecordedAgent{Origin: origin}
		want := origin
		if len(all) == 1 {
			want = "" // its interfaces may be at several origins
		}
		if _, err := r.KeepAgent(want, origin); err != nil {
			continue
		}
		for i := range r.Exchanges {
			if x := &r.Exchanges[i]; isReplayed(x) {
				a.Calls++
				if words.HasFailed(x) {
					a.Failed++
				}
			}
		}
		agents, left = append(agents, a), left-a.Calls
	}
	return agents, left
}

// choices lists the agents that were called, most calls first. It returns nil if there is nothing
// to choose, which includes a recording with a single card: one card may name interfaces at several
// origins.
func (p agentCalls) choices() []string {
	if len(p.calls) < 2 || len(p.served) == 1 {
		return nil
	}
	return slices.SortedFunc(maps.Keys(p.calls), func(a, b string) int {
		return cmp.Or(cmp.Compare(p.calls[b], p.calls[a]), cmp.Compare(a, b))
	})
}

// agents lists the agents to choose from. When there is only one, it is named by the origin that served
// its card, not by the origin of its interface.
func (p agentCalls) agents() []string {
	if all := p.choices(); all != nil || len(p.calls) == 0 {
		return all
	}
	if len(p.served) == 1 {
		return slices.Collect(maps.Keys(p.served))
	}
	return slices.Collect(maps.Keys(p.calls))
}

// choose picks the agent whose exchanges count: the agent want, else the agent to that the
// recording runs against, else the one with the most calls. "" means all agents. The note explains
// a choice that was not made explicitly. name is that of the recording.
func (p agentCalls) choose(name, want, to string) (best, note string, err error) {
	all := p.choices()
	if want != "" {
		path := ""
		if best, path, err = inspector.SplitTapAddress(want); err == nil && path != "" {
			err = fmt.Errorf("a recording names agents by their origins, but %q has a path: give %s", want, best)
		} else if err == nil && p.callsAndCards[best] == 0 {
			err = fmt.Errorf("there is no exchange with %s in %s; there are exchanges with %s", best, name, strings.Join(slices.Sorted(maps.Keys(p.callsAndCards)), ", "))
		}
		return best, "", err
	}
	if len(all) == 0 {
		if len(p.served) > 1 && len(p.calls) == 1 {
			for best = range p.calls { // the other cards are not part of what runs
			}
		}
		return best, "", nil
	}
	best = all[0]
	if origin := wire.OriginOf(inspector.FirstAddress(to)); p.calls[origin] > 0 {
		best = origin
	}
	others := slices.DeleteFunc(all, func(o string) bool { return o == best })
	return best, fmt.Sprintf("%s has calls to %d agents; only those to %s are used. --agent chooses another: %s", name, len(p.calls), best, strings.Join(others, ", ")), nil
}

// KeepAgent drops the exchanges with all agents but one, when there are several. The parameter to
// is the agent that the recording runs against, "" for none.
func (r *Recording) KeepAgent(want, to string) (note string, err error) {
	p := countAgentCalls(r.Exchanges)
	best, note, err := p.choose(r.Name, want, to)
	if best != "" && err == nil {
		for _, origin := range p.choices() {
			if origin != best && want == "" {
				r.OtherAgents += p.calls[origin]
			}
		}
		r.Exchanges = slices.DeleteFunc(r.Exchanges, func(x wire.Exchange) bool { return x.Agent != best })
	}
	return note, err
}
