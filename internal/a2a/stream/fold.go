package stream

import (
	"cmp"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Event is one unit of a response: a stream event, a comment, or a whole body.
type Event struct {
	At      time.Time // arrival of its last byte
	Offset  int64     // of its first byte in the side's decoded bytes
	Size    int64     // bytes on the wire
	Comment bool      // a keep-alive without content
	OwnRow  bool      // it has a row of its own
	Reading a2a.Reading
}

// Stage is a period a task spent in a state.
type Stage struct {
	State a2a.State
	At    time.Time
	Row   int
}

// Fold is the state of a response after the events so far.
type Fold struct {
	Started time.Time // time of the request, the gutter's zero
	Events  int       // comments included
	Bytes   int64
	Last    time.Time // arrival of the last event
	Unread  int       // events that arrived when it was full
	Rows    []Row
	Stages  []Stage
	Blocks  []*Block

	Task, Context string
	State         a2a.State   // "" before the first status
	Status        *a2a.Status // the last status, with its message
	Final         bool        // the agent announced the end of the stream
	Ended         bool        // nothing more will arrive

	artifacts map[string]int // artifact id → block
	gaps      gaps           // between all events: the stream's rhythm

	generations a2a.Generations
}

// mostHeld bounds the rows and blocks of a fold. Each takes far more memory than its event's few bytes.
const mostHeld = 50_000

// Full reports whether a fold is full: later events are only counted.
func (f *Fold) Full() bool { return len(f.Rows)+len(f.Blocks) >= mostHeld }

// UsualGap returns the median wait between events, comments included; 0 before the third event.
func (f *Fold) UsualGap() time.Duration {
	if f.gaps.n < 2 {
		return 0
	}
	return f.gaps.median()
}

// New returns an empty fold of a response to a request sent at started.
func New(started time.Time) *Fold {
	return &Fold{Started: started, artifacts: map[string]int{}}
}

// End ends the response: growing artifacts are done.
func (f *Fold) End() {
	if f.Ended {
		return
	}
	f.Ended = true
	for _, b := range f.Blocks {
		f.finish(b)
	}
}

func (f *Fold) Add(e Event) {
	f.Events++
	f.Bytes += e.Size
	if f.Full() {
		f.Unread++
		f.Last = e.At
		return
	}
	f.pause(e.At)
	if _, n := f.generations.Missing(e.Reading.Result); n > 0 {
		f.Rows = append(f.Rows, Row{Number: len(f.Rows), From: f.Events, To: f.Events, At: f.Last, Until: e.At, Word: "missing", Missing: n, Block: -1})
	}
	f.Last = e.At
	f.take(e, Row{From: f.Events, To: f.Events, At: e.At, Until: e.At, Bytes: e.Size, Block: -1, Problems: e.Reading.Problems, Text: Excerpt(e.Reading.Result), isSingle: e.OwnRow})
}

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

// place adds a row to the gutter, or joins it to a run, and returns its number.
func (f *Fold) place(row *Row) int {
	if n := len(f.Rows) - 1; n >= 0 && f.Rows[n].canJoin(row) {
		f.Rows[n].join(row)
		return n
	}
	row.Number = len(f.Rows)
	f.Rows = append(f.Rows, *row)
	return row.Number
}

// take classifies an event, so that similar ones can join, and places its content.
func (f *Fold) take(e Event, row Row) {
	r := e.Reading
	switch res := r.Result; {
	case e.Comment:
		row.Word = "comment"
		f.place(&row)
	case r.Kind == a2a.KindError || res == nil || res.Task != nil && saysNothing(res.Task):
		row.Word, row.Subject = unread(r)
		f.addOther(f.place(&row), e)
	case res.Artifact != nil:
		f.takeArtifact(e, row, res.Artifact)
	case res.Status != nil:
		row.Word, row.State = "state", res.Status.Status.State
		f.ids(res.About())
		f.Final = f.Final || res.Status.Final
		f.status(f.place(&row), e, res.Status.Status)
	case res.Task != nil:
		row.Word, row.State = "task", res.Task.Status.State
		f.ids(res.About())
		f.task(f.place(&row), e, res.Task)
	case res.Message != nil && !cutShort(r):
		row.Word = "message"
		f.ids(res.About())
		f.block(MessageBlock, f.place(&row), e).Message = res.Message
	default:
		row.Word = string(r.Kind)
		f.addOther(f.place(&row), e)
	}
}

// unread names an event without a result, and its error.
func unread(r a2a.Reading) (word, what string) {
	_, cut := r.CutOff()
	switch {
	case r.Kind == a2a.KindError && r.Error != nil:
		return "error", string(r.Error.Name)
	case r.Kind == a2a.KindError:
		return "error", ""
	case r.Result != nil:
	case cut:
		return "incomplete", ""
	case r.Kind == a2a.KindEmpty:
		return "empty", ""
	case slices.ContainsFunc(r.Problems, func(p a2a.Problem) bool { return p.Check == "ERR-15" }):
		return "barred", "" // a 401 or 403, which need not follow the protocol
	}
	return "unread", ""
}

// takeArtifact is take for an artifact's event. It notes when existing content is replaced.
func (f *Fold) takeArtifact(e Event, row Row, u *a2a.ArtifactUpdate) {
	row.Word, row.Subject = "artifact", cmp.Or(u.Artifact.Name, u.Artifact.ID)
	if u.Append {
		row.Word = "append"
	}
	var was int64
	gen := 0
	if n, known := f.artifacts[u.Artifact.ID]; known {
		b := f.Blocks[n]
		row.Block, was, gen = n, b.Size(), b.Gen
		row.Subject = cmp.Or(u.Artifact.Name, b.Artifact.Name, b.Artifact.ID)
	}
	f.ids(u.TaskID, u.ContextID)
	n := f.place(&row)
	b := f.artifact(n, e, u.Artifact, u.Append, 0)
	if f.Rows[n].Block = b.Number; was > 0 && !u.Append && b.Gen > gen {
		b.Replaced = &Replaced{Event: f.Events, Bytes: was}
	}
	if u.LastChunk {
		f.finish(b)
	}
}

// saysNothing reports whether a task is empty: its event is shown raw.
func saysNothing(t *a2a.Task) bool {
	return t.ID == "" && (t.Status.State == "" || t.Status.State == a2a.Unspecified) && t.Status.Message == nil && len(t.Artifacts) == 0 && len(t.History) == 0
}

// task folds a snapshot: it replaces what the snapshot has and keeps the rest.
func (f *Fold) task(row int, e Event, t *a2a.Task) {
	f.status(row, e, t.Status)
	index := 0
	if t.Status.Message != nil {
		index = len(t.Status.Message.Parts)
	}
	for _, a := range t.Artifacts {
		b := f.artifact(row, e, a, false, index)
		f.Rows[row].Block = b.Number
		index += len(a.Parts)
		if t.Status.State.Terminal() {
			f.finish(b)
		}
	}
}

func (f *Fold) status(row int, e Event, st a2a.Status) {
	f.Status = &st
	if st.State != f.State || len(f.Stages) == 0 {
		f.State = st.State
		f.Stages = append(f.Stages, Stage{State: st.State, At: e.At, Row: row})
	}
	if st.Message != nil || st.State != "" && !st.State.IsKnown() {
		b := f.block(StatusBlock, row, e)
		b.Message, b.State = st.Message, st.State
	}
}

// artifact extends, replaces or starts an artifact and returns its block.
func (f *Fold) artifact(row int, e Event, a a2a.Artifact, more bool, index int) *Block {
	n, known := f.artifacts[a.ID]
	if !known {
		b := f.block(ArtifactBlock, row, e)
		b.Began = !more
		n = b.Number
		f.artifacts[a.ID] = n
	}
	b := f.Blocks[n]
	parts, was := a.Parts, b.Artifact
	a.Parts = nil
	a.Complete(was)
	b.Artifact = a
	if more {
		b.Done = false
		b.add(parts, e.Offset, index, row)
	} else {
		b.Began = true
		b.set(parts, e.Offset, index, row)
	}
	return b
}

func (f *Fold) addOther(row int, e Event) {
	if e.Reading.Kind == a2a.KindError && e.Reading.Error != nil {
		b := f.block(ErrorBlock, row, e)
		b.Error, b.Reading = e.Reading.Error, &e.Reading
		return
	}
	b := f.block(OtherBlock, row, e)
	b.Reading = &e.Reading
	b.Problems = e.Reading.Problems
}

func (f *Fold) block(k BlockKind, row int, e Event) *Block {
	b := &Block{Number: len(f.Blocks), Kind: k, At: e.At, Rows: [2]int{row, row}, Offset: e.Offset, Done: k != ArtifactBlock}
	f.Blocks = append(f.Blocks, b)
	f.Rows[row].Block = b.Number
	return b
}

func (f *Fold) finish(b *Block) {
	if !b.Done {
		b.Done = true
		b.Rev++
	}
}

func (f *Fold) ids(task, context string) {
	f.Task, f.Context = cmp.Or(task, f.Task), cmp.Or(context, f.Context)
}

// cutShort reports a message of which nothing arrived before its document was cut off.
func cutShort(r a2a.Reading) bool {
	_, cut := r.CutOff()
	return cut && r.Result.Message != nil && len(r.Result.Message.Parts) == 0
}
