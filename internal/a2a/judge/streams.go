package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// closing is how long a stream may take to close.
const closing = 2 * time.Second

// late is how long the stream stayed open after its task was over.
func (v *view) late() time.Duration {
	// What a rule held may have ended late: then it has to be on record when the agent ended it.
	ruled := v.X.Passed != 0 || v.X.RequestSent != nil || v.X.ResponseSent != nil
	over := v.came("over")
	if !v.streamed || over == nil || v.X.Outcome == wire.Cut || ruled && v.X.Response.Ended.IsZero() {
		return 0
	}
	return v.X.AgentEnded().Sub(over.at)
}

// heldUp finds a stream that came in one piece at its end, because it is compressed.
func heldUp(v *view) {
	coding := v.X.Response.Header.Get("Content-Encoding")
	if !v.streamed || v.came("last") == nil || v.came("last").frame < 1 || coding == "" || strings.EqualFold(coding, "identity") || v.X.Answered.IsZero() || v.X.FirstByte.IsZero() {
		return
	}
	if late := v.X.FirstByte.Sub(v.X.Answered); late >= closing && v.X.LastByte.Sub(v.X.FirstByte) < atOnce {
		v.finding(wire.Response, -1, "", fmt.Sprintf("the events all came at once, %.1f s after the head; the content encoding %s may have held them up", late.Seconds(), brief(coding)))
	}
}

// atOnce is how far apart pieces of a body are at most that came together.
const atOnce = 50 * time.Millisecond

// stream is one that events are compared with.
type stream struct {
	exchange       string
	task           string
	events         []sum
	started, ended time.Time
	whole          bool // it went on until the task was over
}

// stream is the answer as one, nil where it is none that can be compared.
func (v *view) stream() *stream {
	if !v.streamed || v.events == nil || v.task == "" || v.err != nil || v.X.Incomplete || v.X.ResponseKept < v.X.ResponseBytes {
		return nil
	}
	began := v.X.Started
	if v.X.Passed != 0 && v.X.Answered.After(began) {
		began = v.X.Answered // a rule may have kept the request from the agent
	}
	return &stream{v.X.ID, v.task, v.events, began, v.X.AgentEnded(), v.Whole && v.X.Outcome == wire.ByAgent && v.last.Terminal()}
}

// learnStream keeps a stream for those that were open at the same time.
func (v *view) learnStream() {
	if s := v.stream(); s != nil && holds("SSE-23", v.Identity.Versions) {
		v.agent.streams.put(v.X.ID, s, mostStreams)
	}
}

// otherEvents finds a stream that has not the events of another one of the same task that
// was open at the same time. It is told of the one that ended last.
func otherEvents(v *view) {
	own := v.stream()
	if own == nil {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(v.agent.streams.at)) {
		o := v.agent.streams.at[id]
		if o.task != own.task || o.exchange == own.exchange || !o.ended.After(own.started) || !own.ended.After(o.started) || agree(own, o) {
			continue
		}
		f := v.answers("", "the events are not those of another stream of the task that was open at the same time, or in another order", o.exchange)
		f.Frame = -1
		if own.started.After(o.started) != own.ended.After(o.ended) {
			v.found = v.judge.postpone(v.found, o)
		}
	}
}

// mostLate is how many findings can be told later.
const mostLate = 1 << 10

// postpone has the last of some findings told later: of two exchanges of which one
// began and ended within the other, it depends on the order which is judged last. It is
// then told of the one whose id is the smaller.
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

// agree reports whether the events of two streams may be those of one task, which each of
// them may have joined and left at any time.
func agree(a, b *stream) bool {
	if len(a.events) == 0 || len(b.events) == 0 {
		return true
	}
	met, fits := joins(a, b)
	also, fit := joins(b, a)
	return fits || fit || !met && !also
}

// mostJoins is how many places are tried at which one stream may have joined.
const mostJoins = 64

// joins looks for where b joined a: met says that its first event is there, fits that all
// after it are the same.
func joins(a, b *stream) (met, fits bool) {
	tries := 0
	for k := range a.events {
		if a.events[k] != b.events[0] {
			continue
		}
		if tries++; tries > mostJoins {
			return true, true // it cannot be told
		}
		rest := a.events[k:]
		n := min(len(rest), len(b.events))
		met = true
		if slices.Equal(rest[:n], b.events[:n]) && (len(rest) <= n || !b.whole) && (len(b.events) <= n || !a.whole) {
			return true, true
		}
	}
	return met, false
}
