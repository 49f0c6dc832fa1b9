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
)

// parties are the agents of a recording.
type parties struct {
	calls  map[string]int  // origin → calls that can be made again
	looks  map[string]int  // origin → the same, with looks at cards
	served map[string]bool // origins that served a card
}

func partiesOf(list []wire.Exchange) parties {
	p := parties{map[string]int{}, map[string]int{}, map[string]bool{}}
	for i := range list {
		x := &list[i]
		if x.Response.Status == 200 && dialect.IsCard(dialect.RequestHead(x), dialect.ResponseHead(x)) {
			p.served[x.Agent] = true
		}
		if x.Origin == wire.Console || x.Origin == wire.Push || x.Outcome == wire.Refused || x.Labels.Op == "" && x.Labels.Binding == "" {
			continue
		}
		p.looks[x.Agent]++
		if x.Labels.Op != string(a2a.GetCard) {
			p.calls[x.Agent]++
		}
	}
	if len(p.calls) == 0 {
		for origin := range p.served {
			if p.looks[origin] > 0 {
				p.calls[origin] = p.looks[origin]
			}
		}
	}
	return p
}

// several lists the agents that were called, most calls first; nil when there is
// nothing to choose: where one card alone was served, it may name interfaces at
// several origins.
func (p parties) several() []string {
	if len(p.calls) < 2 || len(p.served) == 1 {
		return nil
	}
	return slices.SortedFunc(maps.Keys(p.calls), func(a, b string) int {
		return cmp.Or(cmp.Compare(p.calls[b], p.calls[a]), cmp.Compare(a, b))
	})
}

// agents lists those to choose from, or the one that there is: where its card
// was served, not where that has an interface.
func (p parties) agents() []string {
	if all := p.several(); all != nil || len(p.calls) == 0 {
		return all
	}
	if len(p.served) == 1 {
		return slices.Collect(maps.Keys(p.served))
	}
	return slices.Collect(maps.Keys(p.calls))
}

// choose says whose exchanges count: those of the agent wanted, else those of
// the agent called, else of the one with the most calls. "" is all of them. The
// note says what was chosen where nobody said it.
func (p parties) choose(name, want, to string) (best, note string, err error) {
	all := p.several()
	if want != "" {
		path := ""
		if best, path, err = inspector.TapAddress(want); err == nil && path != "" {
			err = fmt.Errorf("the agents of a recording are told apart by their origins, and %q has a path: give %s", want, best)
		} else if err == nil && p.looks[best] == 0 {
			err = fmt.Errorf("no exchange with %s is in %s; it has some with %s", best, name, strings.Join(slices.Sorted(maps.Keys(p.looks)), ", "))
		}
		return best, "", err
	}
	if len(all) == 0 {
		if len(p.served) > 1 && len(p.calls) == 1 {
			for best = range p.calls { // the other cards are no part of what is run
			}
		}
		return best, "", nil
	}
	best = all[0]
	if origin := wire.OriginOf(inspector.FirstAddress(to)); p.calls[origin] > 0 {
		best = origin
	}
	others := slices.DeleteFunc(all, func(o string) bool { return o == best })
	return best, fmt.Sprintf("%s has calls to %d agents; only those to %s count. --agent chooses another: %s", name, len(p.calls), best, strings.Join(others, ", ")), nil
}

// Only keeps the exchanges with one agent, when there are several. to is the
// agent that they are run against, "" for none.
func (r *Recording) Only(want, to string) (note string, err error) {
	p := partiesOf(r.List)
	best, note, err := p.choose(r.Name, want, to)
	if best != "" && err == nil {
		for _, origin := range p.several() {
			if origin != best && want == "" {
				r.Other += p.calls[origin]
			}
		}
		r.List = slices.DeleteFunc(r.List, func(x wire.Exchange) bool { return x.Agent != best })
	}
	return note, err
}
