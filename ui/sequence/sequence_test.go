package sequence

import (
	"math"
	"slices"
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
	model := func(h *hop) *hop {
		h.X.Origin = wire.Model
		return h
	}
	cases := []struct {
		name     string
		calls    []*hop
		parent   string
		inferred bool
	}{
		{"by trace", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "agent", "00000000000000b2", 1, 2)}, "a", false},
		{"side by side in one trace", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "cli", "00000000000000a1", 1, 2)}, "", false},
		{"a client's calls in one trace, each a span", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "cli", "00000000000000b2", 1, 2)}, "a", true},
		{"two agents that an agent calls at once", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "agent", "00000000000000b2", 1, 5), call("c", "C", "agent", "00000000000000c3", 2, 4)}, "a", false},
		{"two clients of one trace", []*hop{call("z", "B", "other", "", 0, 1), call("a", "A", "cli", "00000000000000a1", 2, 9), call("b", "B", "other", "00000000000000b2", 3, 4)}, "a", true},
		{"two callers of one span", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), call("b", "B", "agent", "00000000000000a1", 1, 2)}, "", false},
		{"by time", []*hop{call("a", "A", "cli", "", 0, 9), call("b", "B", "agent", "", 1, 2)}, "a", true},
		{"one client, two agents", []*hop{call("a", "A", "cli", "", 0, 9), call("b", "B", "cli", "", 1, 2)}, "", false},
		{"two could be it", []*hop{call("a", "A", "cli", "", 0, 9), call("c", "C", "cli", "", 0, 9), call("b", "B", "agent", "", 1, 2)}, "", false},
		{"after the end", []*hop{call("a", "A", "cli", "", 0, 1), call("b", "B", "agent", "", 2, 3)}, "", false},
		{"a model call of the same trace calls nobody", []*hop{call("a", "A", "cli", "00000000000000a1", 0, 9), model(call("m", "M", "sdk", "00000000000000c3", 1, 5)), call("b", "B", "agent", "00000000000000b2", 2, 3)}, "a", false},
		{"a model call at the same time calls nobody", []*hop{call("a", "A", "cli", "", 0, 9), model(call("m", "M", "sdk", "", 1, 5)), call("b", "B", "agent", "", 2, 3)}, "a", true},
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
	h := &hop{X: wire.Exchange{Origin: wire.Client, Labels: wire.Labels{Op: "SendStreamingMessage"}}, sketch: sketch{RequestText: strings.Repeat("say this at length ", 8)}}
	h.mark()
	m := h.Marks[0]
	if m.Label != "SendStreamingMessage" || !strings.HasPrefix(m.Quote, "“say this at length") || utf8.RuneCountInString(m.Quote) > maxLabel {
		t.Errorf("the request is labelled %q and %q", m.Label, m.Quote)
	}
	if m.room != requestRoom+quoteRoom {
		t.Errorf("it has room of %v", m.room)
	}
	h.sketch.RequestText = ""
	if h.mark(); h.Marks[0].Quote != "" || h.Marks[0].room != requestRoom {
		t.Errorf("without words it is labelled %q in room of %v", h.Marks[0].Quote, h.Marks[0].room)
	}
}

// TestLanesAreAsWideAsTheirLabels: short labels take narrow lanes, and an arrow across several
// lanes uses the room of all. A message is cut to the room of its arrow.
func TestLanesAreAsWideAsTheirLabels(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	drawn := func(to int, op, says string, names ...string) *Diagram {
		h := &hop{X: wire.Exchange{Origin: wire.Client, Started: at, Labels: wire.Labels{Op: op}}, To: to, sketch: sketch{RequestText: says}}
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
		{"five parties in a window of 1280", drawn(1, "GetTask", "", "node", strings.Repeat("x", 80), "c", "d", "e"), 200},
		{"many parties", drawn(1, "GetTask", "", "node", strings.Repeat("x", 80), "c", "d", "e", "f", "g", "h", "i", "j", "k"), 104},
		{"more than a lane may have", drawn(1, "GetTask", "", "node", strings.Repeat("x", 80)), 220},
	} {
		if c.d.Wide != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.d.Wide, c.want)
		}
	}
	for _, label := range []string{"◆ input required · 67.5 ms", "✕ 500 Internal Server Error"} {
		d := drawn(1, "GetTask", "", "node", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
		m := &mark{Label: label}
		d.Calls[0].Marks = append(d.Calls[0].Marks, m)
		if d.fitQuotes(); m.Label != label {
			t.Errorf("between lanes of %d pixels %q is %q", d.Wide, label, m.Label)
		}
	}
	says := strings.Repeat("word ", 12)
	near, far := drawn(1, "GetTask", says, "node", "agent").Calls[0].Marks[0].Quote, drawn(3, "GetTask", says, "a", "b", "c", "d").Calls[0].Marks[0].Quote
	if n, m := utf8.RuneCountInString(near), utf8.RuneCountInString(far); n > quoteFits+2 || m <= n {
		t.Errorf("one lane has %q, three have %q", near, far)
	}
}

// TestDistancesTellTimes: the longer of two pauses takes more room, but not more
// than the arrows themselves.
func TestDistancesTellTimes(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	d := &Diagram{Lanes: []lane{{Name: "node"}, {Name: "agent"}}}
	for i, after := range []time.Duration{0, 10, 20, 50, 1500} {
		x := wire.Exchange{Origin: wire.Client, Outcome: wire.ByAgent, Started: at.Add(after * time.Millisecond), Labels: wire.Labels{Op: "GetTask"}}
		x.Ended = x.Started.Add(time.Millisecond)
		d.Calls = append(d.Calls, &hop{X: x, To: i % 2, From: 1 - i%2})
	}
	d.draw(at)
	var rooms []float64
	for i, h := range d.Calls[1:] {
		rooms = append(rooms, h.Marks[0].Y-d.Calls[i].Marks[1].Y-requestRoom)
	}
	if math.Abs(rooms[0]-rooms[1]) > 0.01 || rooms[2] <= rooms[1] || rooms[3] <= rooms[2] || rooms[3] > requestRoom {
		t.Errorf("pauses of 9, 9, 29 and 1449 ms take %v", rooms)
	}
}

// TestLanesAreDrawnWhileTheyTakePart: a party's line goes from its first arrow to its last.
func TestLanesAreDrawnWhileTheyTakePart(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	d := &Diagram{Lanes: []lane{{Name: "node"}, {Name: "agent"}, {Name: "other"}}}
	for i, to := range []int{1, 2, 1} {
		x := wire.Exchange{Origin: wire.Client, Outcome: wire.ByAgent, Started: at.Add(time.Duration(i) * time.Second)}
		x.Ended = x.Started.Add(time.Millisecond)
		d.Calls = append(d.Calls, &hop{X: x, To: to})
	}
	d.draw(at)
	first, between, last := d.Calls[0], d.Calls[1], d.Calls[2]
	if want := []life{{first.Top, last.End}, {first.Top, last.End}, {between.Top, between.End}}; !slices.Equal(d.Lives, want) {
		t.Errorf("lanes are drawn at %v, want %v", d.Lives, want)
	}
}

// TestCallersStandLeft: requests go from left to right, whoever took part first. An agent called by
// an agent is right of it, and the console is between callers and agents.
func TestCallersStandLeft(t *testing.T) {
	d := &Diagram{}
	call := func(caller, agent string, origin wire.Origin) {
		d.Calls = append(d.Calls, &hop{X: wire.Exchange{ID: caller + agent, Origin: origin, Caller: caller, Agent: "http://127.0.0.1/" + agent}, Name: agent})
	}
	call("a", "first", wire.Client)
	call("first", "receiver", wire.Push)
	call("b", "second", wire.Client)
	call("", "first", wire.Replay)
	call("a", "second", wire.Client)
	call("c", "first", wire.Client)
	d.assignLanes()
	var names []string
	for _, l := range d.Lanes {
		names = append(names, l.Name)
	}
	if got := strings.Join(names, ", "); got != "a, b, c, This console, first, receiver, second, Webhook receiver" {
		t.Errorf("lanes stand as %s", got)
	}
	for _, h := range d.Calls {
		if h.From >= h.To {
			t.Errorf("%s goes from lane %d to %d", h.X.ID, h.From, h.To)
		}
	}
}

// TestBriefLabels: between narrow lanes a label shows its most important part.
func TestBriefLabels(t *testing.T) {
	beside, far := &hop{From: 1, To: 2}, &hop{From: 1, To: 3}
	for label, want := range map[string]string{
		"✓ completed · 459 µs": "✓ 459 µs", "end of stream · 1.1 ms": "1.1 ms", "HTTP 200 · 859 µs": "200 · 859 µs",
		"✕ HTTP 500 · 3.1 ms": "✕ 500 · 3.1 ms", "SendStreamingMessage": "SendStreaming…", "“what is the weather”": "“what is the…”",
		"◐ working": "", "SendMessage": "",
	} {
		if got := beside.shortLabel(label); got != want {
			t.Errorf("%s is %q, want %q", label, got, want)
		}
		if got := far.shortLabel(label); got != "" {
			t.Errorf("%s across two lanes is %q", label, got)
		}
	}
}

// TestErrorIsDrawnOnce: the event of an error that ends a stream is not drawn beside the end of the
// exchange. If a rule changed it, or if the connection broke after it, both are.
func TestErrorIsDrawnOnce(t *testing.T) {
	at := time.Unix(100, 0)
	for _, c := range []struct {
		outcome  wire.Outcome
		passages []wire.Passage
		want     int // arrows
	}{
		{wire.ByAgent, nil, 2},
		{wire.ByAgent, []wire.Passage{{}}, 3},
		{wire.Cut, nil, 3},
	} {
		h := &hop{X: wire.Exchange{Started: at, Ended: at.Add(time.Second), Outcome: c.outcome, Labels: wire.Labels{Op: "SendStreamingMessage", Error: "UnsupportedOperation"}}}
		found := findingList{list: []finding{{Check: "ERR-15"}}}
		h.sketch.Rows = []sketchRow{{At: at, Until: at, Events: 1, Word: "error", Subject: "UnsupportedOperation", Passages: c.passages, Findings: found}}
		h.mark()
		if n, last := len(h.Marks), h.Marks[len(h.Marks)-1]; n != c.want || n == 2 && last.findings.count() != 1 {
			t.Errorf("%+v: %d arrows, the last with %d findings", c, n, last.findings.count())
		}
	}
}

// TestEndsKeepTheirDuration: a label that is too long for its lanes loses words, not the duration.
func TestEndsKeepTheirDuration(t *testing.T) {
	for _, c := range []struct{ kind, label, want string }{
		{"end", "✕ UnsupportedOperation · 436 µs", "✕ UnsupportedOpera… · 436 µs"},
		{"end", "✓ completed · 436 µs", "✓ completed · 436 µs"},
		{"event", "± edited, held 12.0 s · ◐ working", "± edited, held 12.0 s · ◐ w…"},
	} {
		if got := (&mark{Kind: c.kind, Label: c.label}).shortWords(labelFits); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.label, got, c.want)
		}
	}
}

// TestLaneTitles: narrow lanes of agents with one name show what tells them apart. The command line
// has a lane of its own.
func TestLaneTitles(t *testing.T) {
	twin := lane{Key: "agent http://127.0.0.1:9103", Name: ":9103 · shop", Kind: "agent"}
	for _, c := range []struct {
		lane lane
		wide int
		want string
	}{
		{twin, 128, ":9103"},
		{twin, 152, ":9103 · shop"},
		{lane{Key: "agent http://127.0.0.1:9103", Name: "a · b", Kind: "agent"}, 128, "a · b"},
		{(&hop{X: wire.Exchange{Origin: wire.Terminal}}).caller(nil), 128, "Command line"},
		{(&hop{X: wire.Exchange{Origin: wire.Compose}}).caller(nil), 128, "This console"},
	} {
		if got := (&Diagram{Wide: c.wide}).laneTitle(c.lane); got != c.want {
			t.Errorf("%+v, %d wide: %q, want %q", c.lane, c.wide, got, c.want)
		}
	}
}
