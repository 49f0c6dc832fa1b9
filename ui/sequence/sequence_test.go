package sequence

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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

// TestMessagesStandBelowTheirOperation: both fit the least distance between two lanes.
func TestMessagesStandBelowTheirOperation(t *testing.T) {
	h := &hop{X: wire.Exchange{Origin: wire.Client, Labels: wire.Labels{Op: "SendStreamingMessage"}}, sketch: sketch{Says: strings.Repeat("say this at length ", 8)}}
	h.mark()
	m := h.Marks[0]
	if m.Label != "SendStreamingMessage" || !strings.HasPrefix(m.Quote, "“say this at length") || utf8.RuneCountInString(m.Quote) > labelRoom {
		t.Errorf("the request is labelled %q and %q", m.Label, m.Quote)
	}
	if m.room != requestRoom+quoteRoom {
		t.Errorf("it has room of %v", m.room)
	}
	h.sketch.Says = ""
	if h.mark(); h.Marks[0].Quote != "" || h.Marks[0].room != requestRoom {
		t.Errorf("without words it is labelled %q in room of %v", h.Marks[0].Quote, h.Marks[0].room)
	}
}

// TestLanesAreAsWideAsTheirLabels: short labels take narrow lanes, and an arrow across several
// lanes has the room of them all. A message is cut to what its arrow has.
func TestLanesAreAsWideAsTheirLabels(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	drawn := func(to int, op, says string, names ...string) *Diagram {
		h := &hop{X: wire.Exchange{Origin: wire.Client, Started: at, Labels: wire.Labels{Op: op}}, To: to, sketch: sketch{Says: says}}
		d := &Diagram{Calls: []*hop{h}}
		for _, n := range names {
			d.Lanes = append(d.Lanes, lane{Key: n, Name: n})
		}
		d.draw(at)
		return d
	}
	for _, c := range []struct {
		name string
		d    *Diagram
		want int
	}{
		{"short", drawn(1, "GetTask", "", "node", "agent"), 104},
		{"long", drawn(1, "SendStreamingMessage", "", "node", "agent"), 152},
		{"long, across two lanes", drawn(2, "SendStreamingMessage", "", "node", "curl", "agent"), 104},
		{"a long word in a name", drawn(1, "GetTask", "", "node", strings.Repeat("x", 24)), 200},
		{"more than a lane may have", drawn(1, "GetTask", "", "node", strings.Repeat("x", 80)), 220},
	} {
		if c.d.Wide != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.d.Wide, c.want)
		}
	}
	says := strings.Repeat("word ", 12)
	near, far := drawn(1, "GetTask", says, "node", "agent").Calls[0].Marks[0].Quote, drawn(3, "GetTask", says, "a", "b", "c", "d").Calls[0].Marks[0].Quote
	if n, m := utf8.RuneCountInString(near), utf8.RuneCountInString(far); n > quoteFits+2 || m <= n {
		t.Errorf("one lane has %q, three have %q", near, far)
	}
}
