package push

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
)

type Event struct {
	At       time.Time // arrival
	Exchange string    // the stream's
	Number   int       // in its stream, from 1
	Result   *a2a.Result
}

// Delivery is one push notification. Result is nil if it contains no event.
type Delivery struct {
	ID     string
	At     time.Time // arrival
	Result *a2a.Result
}

// DeliveryStatus compares a delivery with the stream.
type DeliveryStatus struct {
	Event          int           // index of the stream's event that it contains, -1 for none
	Lag            time.Duration // delay after the stream; negative if the delivery arrived first
	LagByTimestamp bool          // Lag is relative to the agent's own timestamp, since no stream has the event
	DuplicateOf    int           // index of the earlier delivery of the same event, -1 for none
	OvertakenBy    int           // index of a later event that was delivered before this one, -1 for none
}

// HasLag reports whether Lag is valid.
func (f DeliveryStatus) HasLag() bool { return f.Event >= 0 || f.LagByTimestamp }

// DeliveryReport compares a task's deliveries with its streams.
type DeliveryReport struct {
	Events     []Event          // of all streams, without repetitions, by arrival
	Deliveries []DeliveryStatus // by index of the delivery
	Missing    []int            // indexes of events that were not delivered
	WholeTasks bool             // deliveries contain the whole task, as before 1.0, so only states are expected
}

// MatchDeliveries compares deliveries, in order of arrival, with the events of the task's streams. Events before since
// need no delivery.
func MatchDeliveries(events []Event, deliveries []Delivery, since time.Time) DeliveryReport {
	t := matcher{latest: -1, first: map[string]int{}}
	t.merge(events)
	for i, d := range deliveries {
		t.add(i, d)
	}
	t.WholeTasks = t.taskDeliveries > 0 && t.pieces == 0
	for i := range t.Events {
		if !t.delivered[i] && !t.Events[i].At.Before(since) && t.isExpected(i) {
			t.Missing = append(t.Missing, i)
		}
	}
	return t.DeliveryReport
}

type matcher struct {
	DeliveryReport
	keys           []string   // of Events
	snapshots      []snapshot // the task after each event
	delivered      []bool     // by event
	first          map[string]int
	latest         int // the latest event delivered so far
	taskDeliveries int
	pieces         int
}

// merge merges the events of several streams without repetitions.
func (t *matcher) merge(events []Event) {
	seen := map[string]bool{}
	var s taskTracker
	for _, e := range events {
		key := delivery.EventKey(e.Result)
		if key == "" || seen[key] {
			continue
		}
		seen[key] = true
		t.Events = append(t.Events, e)
		t.keys = append(t.keys, key)
		t.snapshots = append(t.snapshots, s.advance(e.Result))
	}
	t.delivered = make([]bool, len(t.Events))
}

func (t *matcher) add(i int, d Delivery) {
	f := DeliveryStatus{Event: -1, DuplicateOf: -1, OvertakenBy: -1}
	key := delivery.EventKey(d.Result)
	defer func() { t.Deliveries = append(t.Deliveries, f) }()
	if key == "" {
		return
	}
	if d.Result.Task != nil {
		t.taskDeliveries++
	} else {
		t.pieces++
	}
	f.Event = t.find(key, d.Result)
	if first, again := t.first[key]; again && f.Event < 0 {
		f.DuplicateOf = first
		return
	} else if !again {
		t.first[key] = i
	}
	if f.Event < 0 {
		if s := d.Result.TaskStatus(); s != nil {
			var at time.Time
			if at, _, f.LagByTimestamp = a2a.ParseTime(s.Timestamp); f.LagByTimestamp {
				f.Lag = d.At.Sub(at)
			}
		}
		return
	}
	t.delivered[f.Event] = true
	f.Lag = d.At.Sub(t.Events[f.Event].At)
	if t.latest > f.Event {
		f.OvertakenBy = t.latest
	}
	t.latest = max(t.latest, f.Event)
}

// find returns the undelivered event that a delivery contains, -1 for none.
func (t *matcher) find(key string, r *a2a.Result) int {
	fits := []func(i int) bool{func(i int) bool { return t.keys[i] == key }}
	if _, again := t.first[key]; again {
		return t.pick(fits)
	}
	switch {
	case r.Task != nil:
		var s taskTracker
		whole := s.advance(r)
		stamp := delivery.Moment(r.Task.Status.Timestamp)
		fits = append(fits, func(i int) bool {
			st := t.Events[i].Result.TaskStatus()
			return st != nil && st.State == whole.state && stamp != "" && delivery.Moment(st.Timestamp) == stamp && t.snapshots[i] == whole
		}, func(i int) bool { return t.snapshots[i] == whole })
	case r.Status != nil:
		fits = append(fits, func(i int) bool {
			e := t.Events[i].Result.Status
			return e != nil && e.Status.State == r.Status.Status.State
		})
	}
	return t.pick(fits)
}

// pick returns the first undelivered event that fits one of the rules, which are ordered from strict to
// lenient; -1 for none.
func (t *matcher) pick(fits []func(i int) bool) int {
	for _, fit := range fits {
		for i := range t.Events {
			if !t.delivered[i] && fit(i) {
				return i
			}
		}
	}
	return -1
}

// isExpected reports whether an event should be delivered. A whole task at the beginning of a stream is only a
// snapshot.
func (t *matcher) isExpected(i int) bool {
	r := t.Events[i].Result
	switch {
	case r.Task != nil:
		return false
	case t.WholeTasks:
		return r.Status != nil
	}
	return true
}

// snapshot identifies a moment of a task by its state and the number of its artifacts' parts.
type snapshot struct {
	state a2a.State
	parts int
}

type taskTracker struct {
	now   snapshot
	parts map[string]int // number of parts by artifact id
}

func (s *taskTracker) advance(r *a2a.Result) snapshot {
	switch {
	case r.Task != nil:
		s.now = snapshot{state: r.Task.Status.State}
		s.parts = map[string]int{}
		for _, a := range r.Task.Artifacts {
			s.put(a.ID, len(a.Parts))
		}
	case r.Status != nil:
		s.now.state = r.Status.Status.State
	case r.Artifact != nil:
		n := len(r.Artifact.Artifact.Parts)
		if r.Artifact.Append {
			n += s.parts[r.Artifact.Artifact.ID]
		}
		s.put(r.Artifact.Artifact.ID, n)
	}
	return s.now
}

func (s *taskTracker) put(id string, parts int) {
	if s.parts == nil {
		s.parts = map[string]int{}
	}
	s.now.parts += parts - s.parts[id]
	s.parts[id] = parts
}
