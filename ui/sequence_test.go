package ui

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

func TestSharedIdsFindTheHop(t *testing.T) {
	f := normalRecord()
	x := sample(8, "first")
	x.Caller, x.Labels.Context, x.Started, x.Ended = "cli", "ctx", fakeNow(), fakeNow().Add(time.Second)
	f.put(x)
	other := sample(9, "other")
	other.Caller, other.Agent, other.Started, other.Ended = "cli", "http://127.0.0.1:9001", fakeNow(), fakeNow().Add(time.Second)
	f.put(other)
	inner := sample(10, "inner")
	inner.Caller, inner.Agent, inner.Labels.Context, inner.Started = "agent", "http://127.0.0.1:9002", "ctx", fakeNow().Add(time.Millisecond)
	f.put(inner)
	s := newTestServer(t, f, &fakeCaller{})
	for _, c := range []struct {
		at, toggle, says string
		inferred         int
	}{
		{"/traffic?view=sequence", "/traffic?inferred=1&amp;view=sequence", "Draw what is inferred, dashed", 0},
		{"/traffic?view=sequence&inferred=1", "/traffic?view=sequence", "Dashed: inferred.", 1},
		{"/traffic?view=sequence&inferred=1&q=context:ctx", "/traffic?q=context%3Actx&amp;view=sequence", "Dashed: inferred.", 1},
		{"/traffic?view=sequence&q=agent:9001", "", "", 0},
	} {
		page := get(t, s, c.at).Body.String()
		_, legend, _ := strings.Cut(page, "seq-legend")
		legend, _, _ = strings.Cut(legend, "</p>")
		if n := strings.Count(page, `class="hop inferred"`); n != c.inferred || !strings.Contains(legend, c.says) || !strings.Contains(legend, c.toggle) {
			t.Errorf("%s: %d inferred hops, and the legend %s", c.at, n, legend)
		}
		if strings.Contains(page, `name="inferred"`) != (c.inferred > 0) {
			t.Errorf("%s: the filter's form keeps another choice", c.at)
		}
	}
}

func TestLongPausesAreCutOut(t *testing.T) {
	f := emptyRecord()
	for n, after := range []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Hour} {
		x := sample(n, "gap")
		x.Started = fakeNow().Add(after)
		x.Ended = x.Started.Add(100 * time.Millisecond)
		f.put(x)
	}
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/traffic?view=sequence").Body.String()
	if n := strings.Count(page, `class="gap"`); n != 1 || !strings.Contains(page, "2 h 59 m later") {
		t.Errorf("%d gaps", n)
	}
}

func TestSequenceIsWindowed(t *testing.T) {
	f := busyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/traffic?view=sequence").Body.String()
	if n := strings.Count(page, `<a id="q`); n != 50 {
		t.Errorf("%d exchanges are drawn", n)
	}
	older := "before=1451"
	if !strings.Contains(page, older) {
		t.Fatalf("no way to the older ones")
	}
	page = get(t, s, "/traffic?view=sequence&"+older).Body.String()
	if !strings.Contains(page, `id="q1450"`) || strings.Contains(page, `id="q1451"`) || !strings.Contains(page, "Newest exchanges") {
		t.Error("the older ones are not those before")
	}
}

func TestSequenceGrowsLive(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	l := openTab(t, s, "/traffic?view=sequence", nil)
	l.until(`id="sequence"`)
	f.put(sample(30, "later"))
	l.until(`id="q8"`)
}

// TestRefusedRequestsStopAtTheTap: the agent neither receives refused requests nor works on them.
func TestRefusedRequestsStopAtTheTap(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "rebinding")
	x.Outcome, x.Labels, x.Frames = wire.Refused, wire.Labels{}, 0
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	d, err := s.sequence.Read(t.Context(), link.Query{View: "sequence"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if h := d.Calls[0]; d.Lanes[h.From].Kind != "caller" || d.Lanes[h.To].Kind != "console" || len(d.Lanes) != 2 {
		t.Errorf("the request goes from %+v to %+v", d.Lanes[h.From], d.Lanes[h.To])
	}
	page := get(t, s, "/traffic?view=sequence").Body.String()
	if strings.Contains(page, `class="bar"`) || strings.Contains(page, `class="broken"`) || !strings.Contains(page, "✕ refused by the console") {
		t.Errorf("the page shows an agent at work: %s", page)
	}
}

// TestPausesOfSequence: the text of a pause does not cover a time of the axis.
func TestPausesOfSequence(t *testing.T) {
	f := emptyRecord()
	for n := range 6 {
		x := sample(n+1, "paused")
		x.Started = x.Started.Add(time.Duration(n/3) * time.Minute)
		x.Ended = x.Started.Add(time.Millisecond)
		f.put(x)
	}
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/traffic?view=sequence").Body.String()
	heights := func(class string) (out []float64) {
		for _, m := range regexp.MustCompile(`class="`+class+`" x="-?\d+" y="([\d.]+)"`).FindAllStringSubmatch(page, -1) {
			y, _ := strconv.ParseFloat(m[1], 64)
			out = append(out, y)
		}
		return out
	}
	pauses, times := heights("gap-word"), heights("notch")
	if len(pauses) == 0 || len(times) == 0 {
		t.Fatalf("%d pauses and %d times are drawn", len(pauses), len(times))
	}
	for _, p := range pauses {
		for _, y := range times {
			if math.Abs(p-y) < 12 { // the height of a line
				t.Errorf("a pause at %v lies over a time at %v", p, y)
			}
		}
	}
}

// TestLabelsFitTheirLanes: an arrow's label fits one lane, and only parties of the drawn exchanges
// have a lane.
func TestLabelsFitTheirLanes(t *testing.T) {
	f := emptyRecord()
	for n := range 8 {
		x := sample(n+1, strings.Repeat("say this at length ", 8))
		x.Agent = "http://127.0.0.1:" + strconv.Itoa(9001+n)
		f.put(x)
	}
	s := newTestServer(t, f, &fakeCaller{})
	d, err := s.sequence.Read(t.Context(), link.Query{View: "sequence"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range d.Calls {
		if h.From == h.To {
			t.Errorf("%s goes nowhere", h.X.ID)
		}
		for _, m := range h.Marks {
			if n := utf8.RuneCountInString(m.Label); n > 38 {
				t.Errorf("%q has %d characters", m.Label, n)
			}
		}
	}
	page := get(t, s, "/traffic?view=sequence").Body.String()
	if n := strings.Count(page, `role="listitem"`); n != len(d.Lanes) || n < 9 {
		t.Errorf("%d names for %d lanes", n, len(d.Lanes))
	}
	for i := range d.Lanes {
		used := false
		for _, h := range d.Calls {
			used = used || h.From == i || h.To == i
		}
		if !used {
			t.Errorf("lane %q has no exchange", d.Lanes[i].Name)
		}
	}
}
