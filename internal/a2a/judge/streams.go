package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// closing is how long a stream may take to close once its task is over.
const closing = 2 * time.Second

// late returns how long the stream stayed open after its task was over.
func (v *view) late() time.Duration {
	// A rule may have delayed the end: then the time at which the agent ended must be recorded.
	ruled := v.X.PassageKinds != 0 || v.X.RequestSent != nil || v.X.ResponseSent != nil
	over := v.momentOf("over")
	if !v.streamed || over == nil || v.X.Outcome == wire.Cut || ruled && v.X.Response.Ended.IsZero() {
		return 0
	}
	return v.X.AgentEnded().Sub(over.time)
}

// refuses reports whether a stream consists of an error that directly follows the head: the agent
// knew the error when it sent the head.
func (v *view) refuses() bool {
	m := v.momentOf("error")
	return v.streamed && !v.answered && m != nil && m.frame == v.first && !v.X.Answered.IsZero() && m.time.Sub(v.X.Answered) < closing
}

// took returns how long the agent took to start its answer, 0 where a rule may have delayed it.
func (v *view) took() time.Duration {
	if v.X.PassageKinds != 0 || v.X.RequestDone.IsZero() || v.X.Answered.IsZero() {
		return 0
	}
	return v.X.Answered.Sub(v.X.RequestDone)
}

// heldUp reports an encoded stream whose events all arrived at once, late after the head.
func heldUp(v *view) {
	coding, last := v.X.Response.Header.Get("Content-Encoding"), v.momentOf("last")
	if !v.streamed || last == nil || last.frame <= v.first || coding == "" || strings.EqualFold(coding, "identity") || v.X.Answered.IsZero() || v.X.FirstByte.IsZero() {
		return
	}
	if late := v.X.FirstByte.Sub(v.X.Answered); late >= closing && v.X.LastByte.Sub(v.X.FirstByte) < atOnce {
		v.finding(wire.Response, -1, "", fmt.Sprintf("all events arrived at once, %.1f s after the head; the content encoding %s may have delayed them", late.Seconds(), quoteShort(coding)))
	}
}

// atOnce is the largest distance between pieces of a body that arrived together.
const atOnce = 50 * time.Millisecond

// stream is a stream whose events can be compared.
type stream struct {
	exchange       string
	task           string
	events         []sum
	started, ended time.Time
	isWhole        bool // it lasted until the task was over
}

// stream returns the answer as a stream to compare, nil if it cannot be compared.
func (v *view) stream() *stream {
	if !v.streamed || v.events == nil || v.task == "" || v.err != nil || v.X.Incomplete || v.X.HasMissingResponseBytes() {
		return nil
	}
	began := v.X.Started
	if v.X.PassageKinds != 0 && v.X.Answered.After(began) {
		began = v.X.Answered // a rule may have delayed the request
	}
	return &stream{v.X.ID, v.task, v.events, began, v.X.AgentEnded(), v.IsWhole && v.X.Outcome == wire.ByAgent && v.last.Terminal()}
}

// otherEvents reports a stream whose events differ from those of another stream of the task that was open at
// the same time. It is reported for the stream that ended last.
func otherEvents(v *view) {
	own := v.stream()
	for _, o := range v.alongside(own) {
		if agree(own, o) {
			continue
		}
		f := v.answers("", "the events or their order differ from another stream of the task that was open at the same time", o.exchange)
		f.Frame = -1
		if own.started.After(o.started) != own.ended.After(o.ended) {
			v.found = v.judge.postpone(v.found, o)
		}
	}
}

// alongside returns the streams of the same task that were open at the same time as own, which may be nil.
func (v *view) alongside(own *stream) (all []*stream) {
	if own == nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(v.agent.streams.byName)) {
		o := v.agent.streams.byName[id]
		if o.task == own.task && o.exchange != own.exchange && o.ended.After(own.started) && own.ended.After(o.started) {
			all = append(all, o)
		}
	}
	return all
}

// mostLate bounds the findings that are reported late.
const mostLate = 1 << 10

// postpone reports the last of some findings later: if one exchange began and ended within the other, the
// order of judging decides which comes last. The finding is then reported for the smaller id.
func (j *Judge) postpone(found []Finding, o *stream) []Finding {
	f := found[len(found)-1]
	if f.Exchange > o.exchange {
		f.Exchange, f.Others = o.exchange, []string{f.Exchange}
	}
	known := slices.ContainsFunc(j.late, func(l Finding) bool { return l.Exchange == f.Exchange && l.Others[0] == f.Others[0] })
	if !known && len(j.late) < mostLate {
		j.late = append(j.late, f)
	}
	return found[:len(found)-1]
}

// agree reports whether the events of two streams may be those of one task, which each stream may have joined
// and left at any time.
func agree(a, b *stream) bool {
	if len(a.events) == 0 || len(b.events) == 0 {
		return true
	}
	met, fits := joins(a, b)
	also, fit := joins(b, a)
	return fits || fit || !met && !also
}

// mostJoins bounds the places at which one stream may have joined that are tried.
const mostJoins = 64

// joins searches for the place where b joined a. met reports that b's first event is there, fits that all
// later events agree.
func joins(a, b *stream) (met, fits bool) {
	tries := 0
	for k := range a.events {
		if a.events[k] != b.events[0] {
			continue
		}
		if tries++; tries > mostJoins {
			return true, true // undecidable
		}
		rest := a.events[k:]
		n := min(len(rest), len(b.events))
		met = true
		if slices.Equal(rest[:n], b.events[:n]) && (len(rest) <= n || !b.isWhole) && (len(b.events) <= n || !a.isWhole) {
			return true, true
		}
	}
	return met, false
}

// Limits on what is kept to detect a task that goes on after it was over.
const (
	mostRuns   = 16 // consecutive states of a stream
	mostMoving = 16 // streams of a task
)

// crossing is the largest distance between events on two connections that may have arrived in the wrong
// order.
const crossing = time.Second

// run is a state that a stream reported once or several times in a row.
type run struct {
	state       a2a.State
	first, last moment
}

// moving is a stream with the states that it reported.
type moving struct {
	view       view // as much as a finding needs
	from       time.Time
	runs       []run
	isReported bool // its events after the end were reported
}

// ending is a task's terminal state, and the exchange that first showed it.
type ending struct {
	fact
	state a2a.State
}

func (s *Facts) run(state a2a.State, at moment) {
	if n := len(s.runs); n > 0 && s.runs[n-1].state == state {
		s.runs[n-1].last = at
	} else if n < mostRuns {
		s.runs = append(s.runs, run{state, at, at})
	}
}

// wentOn reports a stream that was open when another exchange showed the task's end, and that later reports
// another state.
func wentOn(v *view) {
	if !v.streamed || v.task == "" {
		return
	}
	m := v.moving()
	if t := v.agent.tasks.byName[v.task]; t != nil {
		for _, e := range t.endings {
			if f := m.checkAfterEnd(e); f != nil {
				v.found = append(v.found, *f)
				break
			}
		}
	}
}

// moving returns the stream's states to compare with other exchanges. It keeps only what a finding needs.
func (v *view) moving() *moving {
	slim := &Facts{X: &wire.Exchange{ID: v.X.ID}, Identity: v.Identity, result: &a2a.Result{}}
	c, _ := check.ByID("STM-01")
	return &moving{view: view{Facts: slim, check: c}, from: v.X.Started, runs: v.runs}
}

// checkAfterEnd returns the finding that the stream goes on after an end shown by another exchange, nil for
// none.
func (m *moving) checkAfterEnd(e ending) *Finding {
	if m.view.X.ID == e.exchange || !m.from.Before(e.time) {
		return nil
	}
	for _, r := range m.runs {
		after := e.time
		if !r.state.Terminal() {
			after = after.Add(crossing)
		}
		if r.state == e.state || !r.last.time.After(after) {
			continue
		}
		where := r.last
		if r.first.time.After(after) {
			where = r.first
		}
		return m.view.answersAt(&where, ".status.state", "the task was "+e.state.Word()+", as another exchange showed, but is "+r.state.Word()+" now", e.exchange)
	}
	return nil
}

// learnMoves records the task's end, and a stream to check against ends that others show. Findings about
// streams that were judged before are reported late.
func (v *view) learnMoves(t *task, f fact) {
	if v.streamed && len(v.runs) > 0 && len(t.moving) < mostMoving && appliesTo("STM-01", v.Identity.Versions) {
		m := v.moving()
		m.isReported = slices.ContainsFunc(v.found, func(f Finding) bool { return f.Check == "STM-01" })
		t.moving = append(t.moving, m)
	}
	if !v.last.Terminal() {
		return
	}
	if v.streamed {
		f.time = v.momentOf("over").time
	}
	e := t.ended(v.last, f)
	for _, m := range t.moving {
		if found := m.checkAfterEnd(e); found != nil && !m.isReported && len(v.judge.late) < mostLate {
			m.isReported = true
			v.judge.late = append(v.judge.late, *found)
		}
	}
}

// ended records a task's end. The exchange that showed it first counts.
func (t *task) ended(state a2a.State, f fact) ending {
	i := slices.IndexFunc(t.endings, func(e ending) bool { return e.state == state })
	if i < 0 {
		t.endings = append(t.endings, ending{f, state})
		i = len(t.endings) - 1
	}
	t.endings[i].note(f)
	e := t.endings[i]
	slices.SortStableFunc(t.endings, func(a, b ending) int { return a.time.Compare(b.time) })
	return e
}
