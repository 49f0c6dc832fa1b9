package stream

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Event is one unit of a response: a stream event, a comment, or a whole body.
type Event struct {
	At      time.Time // arrival of its last byte
	Offset  int64     // of its first byte in the side's decoded bytes
	Size    int64     // bytes on the wire
	Comment bool      // a keep-alive that carries nothing
	Alone   bool      // it has a row of its own
	Reading a2a.Reading
}

// Stage is a stretch of time a task spent in a state.
type Stage struct {
	State a2a.State
	At    time.Time
	Row   int
}

// Fold is the state of a response after the events so far.
type Fold struct {
	Started time.Time // the request; the zero of the gutter
	Events  int       // comments included
	Bytes   int64
	Last    time.Time // arrival of the last event
	Unread  int       // events that came when it was full
	Rows    []Row
	Stages  []Stage
	Blocks  []*Block

	Task, Context string
	State         a2a.State   // "" before the first
	Status        *a2a.Status // the last, with its message
	Final         bool        // the agent said that the stream ends
	Ended         bool        // nothing more will come

	artifacts map[string]int // artifact id → block
	gaps      gaps           // between all events: the rhythm of the stream

	generations a2a.Generations
}

// mostHeld is how many rows and blocks a fold holds. Each takes far more memory
// than the few bytes that an event may be.
const mostHeld = 50_000

// Full reports whether a fold holds as much as it may: later events are only
// counted.
func (f *Fold) Full() bool { return len(f.Rows)+len(f.Blocks) >= mostHeld }

// New returns an empty fold of a response to a request sent at started.
func New(started time.Time) *Fold {
	return &Fold{Started: started, artifacts: map[string]int{}}
}

// End says that nothing more will come: growing artifacts are done.
func (f *Fold) End() {
	if f.Ended {
		return
	}
	f.Ended = true
	for _, b := range f.Blocks {
		f.finish(b)
	}
}

// Add folds the next event.
func (f *Fold) Add(e Event) {
	f.Events++
	f.Bytes += e.Size
	if f.Full() {
		f.Unread++
		f.Last = e.At
		return
	}
	row := Row{From: f.Events, To: f.Events, At: e.At, Until: e.At, Bytes: e.Size, Block: -1, Problems: e.Reading.Problems, alone: e.Alone}
	for _, p := range row.Problems {
		what := p.Path
		if what == "" || p.Check == "" {
			what += p.Message
		}
		row.checks = append(row.checks, p.Check+string(p.Severity)+what)
	}
	f.pause(e.At)
	if _, n := f.generations.Missing(e.Reading.Result); n > 0 {
		f.Rows = append(f.Rows, Row{Number: len(f.Rows), From: f.Events, To: f.Events, At: f.Last, Until: e.At, Word: "missing", Missing: n, Block: -1})
	}
	f.Last = e.At
	row.Says = Says(e.Reading.Result)
	f.describe(&row, e)
	n := f.place(&row)
	f.build(n, e)
}

// pause writes a line for a long wait.
func (f *Fold) pause(at time.Time) {
	if len(f.Rows) == 0 {
		return
	}
	wait := at.Sub(f.Last)
	if f.gaps.pause(wait) {
		f.Rows = append(f.Rows, Row{Number: len(f.Rows), From: f.Events - 1, To: f.Events, At: f.Last, Until: at, Word: "pause", Block: -1})
	}
	f.gaps.add(wait)
}

// place puts a row into the gutter, or joins it to a run, and returns its number.
func (f *Fold) place(row *Row) int {
	if n := len(f.Rows) - 1; n >= 0 && f.Rows[n].takes(row) {
		f.Rows[n].join(row)
		return n
	}
	row.Number = len(f.Rows)
	f.Rows = append(f.Rows, *row)
	return row.Number
}

// describe says what the event is, and which block an artifact's piece goes on
// with, so that like events can join.
func (f *Fold) describe(row *Row, e Event) {
	r := e.Reading
	switch {
	case e.Comment:
		row.Word = "comment"
	case r.Kind == a2a.KindError:
		row.Word = "error"
		if r.Error != nil {
			row.What = string(r.Error.Name)
		}
	case r.Result == nil:
		row.Word = "unread"
		switch _, cut := r.CutOff(); {
		case cut:
			row.Word = "incomplete"
		case r.Kind == a2a.KindEmpty:
			row.Word = "empty"
		case slices.ContainsFunc(r.Problems, func(p a2a.Problem) bool { return p.Check == "ERR-15" }):
			row.Word = "barred" // a 401 or 403, which nobody has to understand
		}
	case r.Result.Artifact != nil:
		f.describeArtifact(row, r.Result.Artifact)
	case r.Result.Status != nil:
		row.Word, row.State = "state", r.Result.Status.Status.State
	case r.Result.Task != nil && saysNothing(r.Result.Task):
		row.Word = "unread"
	case r.Result.Task != nil:
		row.Word, row.State = "task", r.Result.Task.Status.State
	case r.Result.Message != nil:
		row.Word = "message"
	default:
		row.Word = string(r.Kind)
	}
}

func (f *Fold) describeArtifact(row *Row, u *a2a.ArtifactUpdate) {
	row.Word, row.What = "artifact", name(u.Artifact)
	n, known := f.artifacts[u.Artifact.ID]
	if u.Append {
		row.Word = "append"
	}
	if known {
		row.Block = n
		if u.Artifact.Name == "" { // else that is what this event calls it
			row.What = name(f.Blocks[n].Artifact)
		}
	}
}

func name(a a2a.Artifact) string {
	if a.Name != "" {
		return a.Name
	}
	return a.ID
}
