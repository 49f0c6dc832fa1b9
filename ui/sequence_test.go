package ui

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestChainsAreLinked(t *testing.T) {
	const trace = "00-0af7651916cd43dd8448eb211c80319c-"
	at := fakeNow()
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
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/traffic?view=sequence").Body.String()
	if n := strings.Count(page, `class="hop inferred"`); n != 1 {
		t.Errorf("%d inferred hops", n)
	}
	if !strings.Contains(page, "no traceparent header") {
		t.Error("does not say that it is inferred")
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
	if n := strings.Count(page, `class="gap"`); n != 1 || !strings.Contains(page, "2 h 59 m pass") {
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

// TestRefusedRequestsStopAtTheTap: the agent neither sees them nor works on them.
func TestRefusedRequestsStopAtTheTap(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "rebinding")
	x.Outcome, x.Labels, x.Frames = wire.Refused, wire.Labels{}, 0
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	d, err := s.sequence(t.Context(), query{View: "sequence"}, 0)
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

// TestPausesOfSequence: the words of a pause do not lie over a time of the axis.
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
		for _, m := range regexp.MustCompile(`class="`+class+`" x="\d+" y="([\d.]+)"`).FindAllStringSubmatch(page, -1) {
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
