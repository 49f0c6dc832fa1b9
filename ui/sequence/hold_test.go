package sequence

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestKeptRequestsEndAtTheTap: a request that a rule holds or dropped has not reached the agent. A
// released one reached it at its release.
func TestKeptRequestsEndAtTheTap(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	passed := func(how wire.PassageKind, held time.Duration) sketch {
		return sketch{RequestPassages: []wire.Passage{{Side: wire.Request, Kind: how, At: at.Add(held), HoldTime: int64(held)}}}
	}
	cases := []struct {
		name    string
		h       hop
		ways    string // of the arrows
		label   string // beginning of the first one's
		reached bool
	}{
		{"as it came", hop{X: wire.Exchange{Outcome: wire.Open}}, "", "SendMessage", true},
		{"held now", hop{X: wire.Exchange{Outcome: wire.Open}, heldItems: []wire.HeldItem{{Side: wire.Request}}}, "held", "‖ held · ", false},
		{"held and forwarded", hop{X: wire.Exchange{Outcome: wire.ByAgent}, sketch: passed(wire.PassageHeld, 3*time.Second)}, "held on ", "SendMessage", true},
		{"dropped", hop{X: wire.Exchange{Outcome: wire.Interrupted}, sketch: passed(wire.PassageDropped, time.Second)}, "lost injected", "∅ dropped · ", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := &c.h
			h.X.ID, h.X.Origin, h.X.Agent, h.X.Started, h.X.Labels.Op = "x", wire.Client, "http://a", at, "SendMessage"
			if h.X.Outcome != wire.Open {
				h.X.Ended = at.Add(4 * time.Second)
			}
			d := &Diagram{Calls: []*hop{h}}
			d.assignLanes()
			d.draw(at.Add(5 * time.Second))
			var ways []string
			for _, m := range h.Marks {
				ways = append(ways, m.Path)
			}
			if got := strings.Join(ways, " "); got != c.ways || !strings.HasPrefix(h.Marks[0].Label, c.label) || h.reached() != c.reached {
				t.Errorf("arrows %q, the first labelled %q, reached: %v", got, h.Marks[0].Label, h.reached())
			}
			if c.name == "held and forwarded" && h.Work != h.Marks[1].Y {
				t.Errorf("the agent is at work from %v on, and got it at %v", h.Work, h.Marks[1].Y)
			}
			if _, to := d.shaft(h, h.Marks[0]); (to == d.x(h.To)) != (h.Marks[0].Path == "") {
				t.Errorf("its first arrow goes to %s", to)
			}
		})
	}
}

// TestHeldEventsStandAtTheTap: held events, and those waiting behind them,
// have not reached the caller.
func TestHeldEventsStandAtTheTap(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	h := &hop{X: wire.Exchange{Outcome: wire.Open, Started: at}, heldItems: []wire.HeldItem{{Side: wire.Response, Frame: 1, HeldAt: at}}}
	for i := 1; i <= 3; i++ {
		h.sketch.Rows = append(h.sketch.Rows, sketchRow{At: at, Until: at, ReceivedAt: at, Events: 1, From: i, To: i, Word: "artifact", Subject: "note"})
	}
	h.mark()
	for i, want := range []string{"", pathHeld, pathHeld} {
		if m := h.Marks[i+1]; m.Path != want || strings.HasPrefix(m.Label, "‖ held") != (i == 1) {
			t.Errorf("event %d: way %q, labelled %q", i+1, m.Path, m.Label)
		}
	}
	h.sketch.Rows = nil
	if h.mark(); len(h.Marks) != 2 || h.Marks[1].Path != pathHeld {
		t.Errorf("an answer that is held whole has no arrow to the tap: %d arrows", len(h.Marks))
	}
}

// TestTimesAreToldApart: times milliseconds apart read differently even late in a recording.
func TestTimesAreToldApart(t *testing.T) {
	for _, c := range []struct {
		d, since time.Duration // since the arrow before
		want     string
	}{
		{12 * time.Millisecond, time.Second, "+12.0 ms"},
		{12041 * time.Microsecond, 30 * time.Microsecond, "+12.04 ms"},
		{12043 * time.Microsecond, 2 * time.Microsecond, "+12.043 ms"},
		{12041 * time.Microsecond, 0, "before"}, // at once
		{1903 * time.Millisecond, time.Millisecond, "+1.903 s"},
		{19229 * 100 * time.Microsecond, time.Millisecond, "+1.922 s"}, // not 1.923, which a later one may have
		{11912 * time.Millisecond, 100 * time.Microsecond, "+11.912 s"},
		{11912300 * time.Microsecond, 100 * time.Microsecond, "+11.9123 s"},
		{10*time.Minute + 12*time.Second + 7*time.Millisecond, time.Second, "+10:12.007"},
		{2*time.Hour + time.Minute, time.Second, "+2:01:00.000"},
	} {
		if got := sinceFirst(c.d, c.d-c.since, "before"); got != c.want {
			t.Errorf("%v, %v after the arrow before: %q, not %q", c.d, c.since, got, c.want)
		}
	}
}
