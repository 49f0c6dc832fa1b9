package sequence

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestChainsAreLinked(t *testing.T) {
	const trace = "00-0af7651916cd43dd8448eb211c80319c-"
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	call := func(id, agent, caller, parent string, from, to int) *hop {
		x := wire.Exchange{ID: id, Origin: wire.Client, Agent: agent, Caller: caller, Started: at.Add(time.Duration(from) * time.Second), Outcome: wire.ByAgent}
		x.Ended = at.Add(time.Duration(to) * time.Second)
		x.Request.Header = map[string][]string{}
		if parent != "" {
			x.Request.Header.Set("Traceparent", trace+parent+"-01")
		}
		return &hop{X: x, Name: agent}
	}
	cases := []struct {
		name     string
		calls    []*hop
		parent   string
		inferred bool
	}{
		{"by trace", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "agent", "00000000000000b2", 1, 2)}, "a", false},
		{"side by side in one trace", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "cli", "00000000000000a1", 1, 2)}, "", false},
		{"by time", []*hop{call("a", "A", "cli", "", 0, 9), call("b", "B", "agent", "", 1, 2)}, "a", true},
		{"one client, two agents", []*hop{call("a", "A", "cli", "", 0, 9), call("b", "B", "cli", "", 1, 2)}, "", false},
		{"two could be it", []*hop{call("a", "A", "cli", "", 0, 9), call("c", "C", "cli", "", 0, 9), call("b", "B", "agent", "", 1, 2)}, "", false},
		{"after the end", []*hop{call("a", "A", "cli", "", 0, 1), call("b", "B", "agent", "", 2, 3)}, "", false},
		{"another trace", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), func() *hop {
			h := call("b", "B", "agent", "", 1, 2)
			h.X.Request.Header.Set("Traceparent", "00-1af7651916cd43dd8448eb211c80319c-00000000000000b2-01")
			return h
		}()}, "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			chain(c.calls)
			last := c.calls[len(c.calls)-1]
			if last.Parent != c.parent || last.Inferred != c.inferred {
				t.Errorf("parent %q, inferred %v", last.Parent, last.Inferred)
			}
		})
	}
}
