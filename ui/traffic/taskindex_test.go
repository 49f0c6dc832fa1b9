package traffic

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// said is a call about a task that began some seconds after noon.
func said(task, agent string, second int, took time.Duration, state a2a.State, change func(*wire.Sample)) wire.Sample {
	x := wire.Sample{Task: task, Agent: agent, Origin: wire.Client, Started: noon.Add(time.Duration(second) * time.Second), Duration: took, State: string(state), Outcome: wire.ByAgent}
	if change != nil {
		change(&x)
	}
	return x
}

// TestTaskIndex: exchanges are grouped by task and agent, pushes with the calls. Tasks are counted
// by outcome and sorted by each column.
func TestTaskIndex(t *testing.T) {
	x := indexOf(wire.SampleSet{HasMore: true, Samples: []wire.Sample{ // newest first
		said("d", "http://a", 9, -1, "", func(x *wire.Sample) { x.Outcome = wire.Open }),
		said("c", "http://b", 8, time.Second, a2a.InputRequired, nil),
		said("", "http://b", 7, time.Second, "", nil),
		said("b", "http://hook", 6, time.Millisecond, a2a.Completed, func(x *wire.Sample) { x.Origin = wire.Push }),
		said("b", "http://b", 5, 2*time.Second, a2a.Working, nil),
		said("a", "http://b", 4, time.Second, a2a.Working, func(x *wire.Sample) { x.Failed, x.Outcome = true, wire.Cut }),
		said("a", "http://c", 3, time.Second, "nonsense", nil),
		said("a", "http://b", 1, time.Second, a2a.Submitted, nil),
		said("e", "http://b", 0, time.Second, a2a.Working, func(x *wire.Sample) { x.Outcome = wire.Cancelled }),
	}})
	want := "6 tasks · 1 failed · 3 open (1 input required, 2 unknown state) · 1 completed · 1 unknown state · in the newest 9 exchanges; older ones are not counted"
	if got := x.words(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for order, want := range map[string]string{
		"time":       "e/b a/b a/c b/b c/b d/a",
		"-duration":  "d/a a/b b/b c/b a/c e/b", // d is open, so it lasts until now
		"-exchanges": "b/b a/b d/a c/b a/c e/b",
		"state":      "a/b c/b e/b d/a a/c b/b",
		"agent":      "c/b b/b a/b e/b d/a a/c", // by name; b is called A
	} {
		o := wire.Order{Names: map[string]string{"http://b": "A", "http://a": "b"}}
		o.Column, o.Descending = strings.CutPrefix(order, "-")
		var got []string
		for _, f := range x.sorted(o, noon.Add(time.Minute)) {
			got = append(got, f.ID+"/"+strings.TrimPrefix(f.Agent, "http://"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", order, strings.Join(got, " "), want)
		}
	}
}

// TestPathBars: the width of a step shows its duration, on a scale for all tasks and with a
// minimum. A long state that an agent made up is cut.
func TestPathBars(t *testing.T) {
	path := []pathStep{{Duration: time.Second}, {State: a2a.Working, Duration: 3 * time.Second}, {State: a2a.State(strings.Repeat("x", 90))}, {State: a2a.Completed, Last: true}}
	got, at := "", 0.0
	for _, m := range pathBars(path) {
		b := m.Bars[0]
		got += fmt.Sprintf("%s %.1f+%.1f, ", b.Class, b.X, b.W)
		if b.X < at-0.01 || b.X+b.W > pathWidth || b.W <= 0 || len(m.Title) > 60 {
			t.Errorf("%+v", m)
		}
		at = b.X + b.W
	}
	if want := "waited 0.0+16.3, working 16.8+40.0,  57.4+4.5, completed 62.4+4.5, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := pathWords(path[:2]) + pathWords(path[3:]); got != "no state yet 1.0 s, working 3.0 scompleted" {
		t.Error(got)
	}
}
