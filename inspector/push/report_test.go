package push

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var start = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)

func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

func status(state a2a.State, stamp string) *a2a.Result {
	return &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: state, Timestamp: stamp}}}
}

func piece(text string, more bool) *a2a.Result {
	return &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Append: more, Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}}
}

func whole(state a2a.State, parts int) *a2a.Result {
	t := &a2a.Task{ID: "t", Status: a2a.Status{State: state}}
	if parts > 0 {
		t.Artifacts = []a2a.Artifact{{ID: "a", Parts: make([]a2a.Part, parts)}}
	}
	return &a2a.Result{Task: t}
}

// paper is a stream: an event every 100 ms.
func paper() []Event {
	var out []Event
	for i, r := range []*a2a.Result{
		whole(a2a.Submitted, 0), status(a2a.Working, "2026-03-04T10:00:00.05Z"), piece("one", false), piece("two", true), status(a2a.Completed, ""),
	} {
		out = append(out, Event{At: at(100 * i), Exchange: "x", Number: i + 1, Result: r})
	}
	return out
}

// tell summarizes a report: for each delivery its event and lag, then what is missing.
func tell(s DeliveryReport) string {
	var out []string
	for _, f := range s.Deliveries {
		w := "?"
		switch {
		case f.Event >= 0:
			w = fmt.Sprintf("#%d %+d", f.Event, f.Lag.Milliseconds())
		case f.DuplicateOf >= 0:
			w = fmt.Sprintf("again %d", f.DuplicateOf)
		case f.LagByTimestamp:
			w = fmt.Sprintf("clock %+d", f.Lag.Milliseconds())
		}
		if f.OvertakenBy >= 0 {
			w += fmt.Sprintf(" after #%d", f.OvertakenBy)
		}
		out = append(out, w)
	}
	return strings.Join(out, ", ") + fmt.Sprintf(" missing %v", s.Missing)
}

func deliver(results ...*a2a.Result) []Delivery {
	var out []Delivery
	for i, r := range results {
		out = append(out, Delivery{ID: fmt.Sprint(i), At: at(100*i + 7), Result: r})
	}
	return out
}

func TestMatchDeliveries(t *testing.T) {
	p := paper()
	r := func(i int) *a2a.Result { return p[i].Result }
	for _, tt := range []struct {
		name string
		got  []Delivery
		want string
	}{
		{"each as it came", deliver(r(0), r(1), r(2), r(3), r(4)), "#0 +7, #1 +7, #2 +7, #3 +7, #4 +7 missing []"},
		{"nothing came", nil, " missing [1 2 3 4]"},
		{"one is missing", deliver(r(0), r(1), r(2), r(4)), "#0 +7, #1 +7, #2 +7, #4 -93 missing [3]"},
		{"one came twice", deliver(r(1), r(2), r(2), r(3), r(4)), "#1 -93, #2 -93, again 1, #3 +7, #4 +7 missing []"},
		{"out of order", deliver(r(1), r(3), r(2), r(4)), "#1 -93, #3 -193, #2 +7 after #3, #4 -93 missing []"},
		{"no event", deliver(nil, r(4)), "?, #4 -293 missing [1 2 3]"},
		{"whole tasks at each state", deliver(whole(a2a.Working, 0), whole(a2a.Completed, 2)), "#1 -93, #4 -293 missing []"},
		{"whole tasks at each event", deliver(whole(a2a.Working, 0), whole(a2a.Working, 1), whole(a2a.Working, 2), whole(a2a.Completed, 2)),
			"#1 -93, #2 -93, #3 -93, #4 -93 missing []"},
		{"whole tasks without the end", deliver(whole(a2a.Working, 0)), "#1 -93 missing [4]"},
		{"a state spelt with another clock", deliver(status(a2a.Working, "2026-03-04T10:00:00.06")), "#1 -93 missing [2 3 4]"},
		{"a state not in the stream, by its clock", deliver(status(a2a.Failed, "2026-03-04T10:00:00")), "clock +7 missing [1 2 3 4]"},
		{"the same from another task", deliver(&a2a.Result{Status: &a2a.StatusUpdate{TaskID: "other", Status: a2a.Status{State: a2a.Rejected}}}), "? missing [1 2 3 4]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tell(MatchDeliveries(p, tt.got, start)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestMatchDeliveriesOfTwoStreams: events repeated by a second stream count once, and those before the registration need
// no delivery.
func TestMatchDeliveriesOfTwoStreams(t *testing.T) {
	p := paper()
	again := append(slices.Clone(p), Event{At: at(250), Exchange: "y", Number: 1, Result: whole(a2a.Working, 1)}, Event{At: at(401), Exchange: "y", Number: 2, Result: p[4].Result})
	slices.SortStableFunc(again, func(a, b Event) int { return a.At.Compare(b.At) })
	s := MatchDeliveries(again, deliver(p[3].Result), at(250))
	if got := tell(s); got != "#4 -293 missing [5]" || len(s.Events) != 6 {
		t.Errorf("%s of %d events", got, len(s.Events))
	}
}

func TestClock(t *testing.T) {
	for _, s := range []string{"2026-03-04T10:00:00Z", "2026-03-04T11:00:00.000+01:00", "2026-03-04T10:00:00", "2026-03-04T10:00:00.000000"} {
		if c, _, ok := a2a.ParseTime(s); !ok || !c.Equal(start) {
			t.Errorf("%s is %v %v", s, c, ok)
		}
	}
	if _, _, ok := a2a.ParseTime("yesterday"); ok {
		t.Error("yesterday is a time")
	}
}
