package stream

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// build puts the content of an event where it belongs.
func (f *Fold) build(row int, e Event) {
	r := e.Reading
	if e.Comment {
		return
	}
	if r.Result == nil || cutShort(r) {
		f.other(row, e)
		return
	}
	switch res := r.Result; {
	case res.Artifact != nil:
		u := res.Artifact
		f.ids(u.TaskID, u.ContextID)
		f.Rows[row].Block = f.update(row, e, u)
		if u.LastChunk {
			f.finish(f.Blocks[f.Rows[row].Block])
		}
	case res.Status != nil:
		u := res.Status
		f.ids(u.TaskID, u.ContextID)
		f.Final = f.Final || u.Final
		f.status(row, e, u.Status)
	case res.Task != nil && saysNothing(res.Task):
		f.other(row, e)
	case res.Task != nil:
		f.task(row, e, res.Task)
	case res.Message != nil:
		f.ids(res.Message.TaskID, res.Message.ContextID)
		b := f.block(MessageBlock, row, e)
		b.Message = res.Message
	default:
		f.other(row, e)
	}
}

// saysNothing reports whether what was read as a task has nothing of one: it is shown as it
// came.
func saysNothing(t *a2a.Task) bool {
	return t.ID == "" && (t.Status.State == "" || t.Status.State == a2a.Unspecified) && t.Status.Message == nil && len(t.Artifacts) == 0 && len(t.History) == 0
}

// update folds an event of an artifact, and notes when it replaces what was there.
func (f *Fold) update(row int, e Event, u *a2a.ArtifactUpdate) int {
	var was int64
	gen := 0
	if n, known := f.artifacts[u.Artifact.ID]; known {
		was, gen = f.Blocks[n].Size(), f.Blocks[n].Gen
	}
	n := f.artifact(row, e, u.Artifact, u.Append, 0)
	if b := f.Blocks[n]; was > 0 && !u.Append && b.Gen > gen {
		b.Replaced = &Replaced{Event: f.Events, Was: was}
	}
	return n
}

// task folds a snapshot: it replaces what it holds and leaves the rest.
func (f *Fold) task(row int, e Event, t *a2a.Task) {
	f.ids(t.ID, t.ContextID)
	f.status(row, e, t.Status)
	index := 0
	if t.Status.Message != nil {
		index = len(t.Status.Message.Parts)
	}
	for _, a := range t.Artifacts {
		n := f.artifact(row, e, a, false, index)
		f.Rows[row].Block = n
		index += len(a.Parts)
		if t.Status.State.Terminal() {
			f.finish(f.Blocks[n])
		}
	}
}

func (f *Fold) status(row int, e Event, st a2a.Status) {
	f.Status = &st
	if st.State != f.State || len(f.Stages) == 0 {
		f.State = st.State
		f.Stages = append(f.Stages, Stage{State: st.State, At: e.At, Row: row})
	}
	if st.Message != nil {
		b := f.block(StatusBlock, row, e)
		b.Message, b.State = st.Message, st.State
	}
}

// artifact adds to, replaces or begins an artifact and returns its block.
func (f *Fold) artifact(row int, e Event, a a2a.Artifact, more bool, index int) int {
	n, known := f.artifacts[a.ID]
	if !known {
		b := f.block(ArtifactBlock, row, e)
		b.Began = !more
		n = b.Number
		f.artifacts[a.ID] = n
	}
	b := f.Blocks[n]
	head(&b.Artifact, a)
	if more {
		b.Done = false
		b.add(a.Parts, e.Offset, index, row)
	} else {
		b.Began = true
		b.set(a.Parts, e.Offset, index, row)
	}
	return n
}

// head takes over what an update says about an artifact beside its parts.
func head(to *a2a.Artifact, from a2a.Artifact) {
	to.ID = from.ID
	if from.Name != "" {
		to.Name = from.Name
	}
	if from.Description != "" {
		to.Description = from.Description
	}
	if len(from.Metadata) > 0 {
		to.Metadata = from.Metadata
	}
	if len(from.Extensions) > 0 {
		to.Extensions = from.Extensions
	}
}

func (f *Fold) other(row int, e Event) {
	if e.Reading.Kind == a2a.KindError && e.Reading.Error != nil {
		b := f.block(ErrorBlock, row, e)
		b.Error = e.Reading.Error
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
	if task != "" {
		f.Task = task
	}
	if context != "" {
		f.Context = context
	}
}

// cutShort reports a message of which nothing came before its document was cut off.
func cutShort(r a2a.Reading) bool {
	_, cut := r.CutOff()
	return cut && r.Result.Message != nil && len(r.Result.Message.Parts) == 0
}
