package part

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Source says where a part is on record: the Index-th part, in the order of Parts, of the document
// at Offset in a side of an exchange. The zero Source is for parts that are not on record; their
// bytes cannot be linked to.
type Source struct {
	Exchange string
	Side     string // "request" or "response"
	Offset   int64  // where the document's frame begins in the side's decoded bytes
	Index    int
}

// Next returns the source of the part n places later in the same document.
func (s Source) Next(n int) Source {
	s.Index += n
	return s
}

// URL returns the console's route for the part's bytes, or "".
func (s Source) URL() string {
	if s.Exchange == "" {
		return ""
	}
	return "/exchanges/" + s.Exchange + "/parts/" + s.Side + "/" +
		strconv.FormatInt(s.Offset, 10) + "/" + strconv.Itoa(s.Index)
}

// MaxParts is how many parts of one list are drawn at once, and how many
// artifacts or messages of a task.
const MaxParts = 50

// ListURL returns the URL of the console's page of the document's parts from this one on, or "".
func (s Source) ListURL() string {
	if s.Exchange == "" {
		return ""
	}
	return "/exchanges/" + s.Exchange + "/parts/" + s.Side + "/" +
		strconv.FormatInt(s.Offset, 10) + "?from=" + strconv.Itoa(s.Index)
}

// Parts lists every part of a reading in the order in which a Source counts them: a call's message;
// a message; a status's message; an artifact; a task's status message, artifacts, then history.
func Parts(r a2a.Reading) []a2a.Part {
	var out []a2a.Part
	if r.Call != nil && r.Call.Message != nil {
		out = append(out, r.Call.Message.Parts...)
	}
	if r.Result == nil {
		return out
	}
	if m := r.Result.Message; m != nil {
		out = append(out, m.Parts...)
	}
	if s := r.Result.Status; s != nil && s.Status.Message != nil {
		out = append(out, s.Status.Message.Parts...)
	}
	if a := r.Result.Artifact; a != nil {
		out = append(out, a.Artifact.Parts...)
	}
	if t := r.Result.Task; t != nil {
		out = append(out, taskParts(t)...)
	}
	for i := range r.Result.Tasks {
		out = append(out, taskParts(&r.Result.Tasks[i])...)
	}
	return out
}

func taskParts(t *a2a.Task) []a2a.Part {
	var out []a2a.Part
	if m := t.Status.Message; m != nil {
		out = append(out, m.Parts...)
	}
	for _, a := range t.Artifacts {
		out = append(out, a.Parts...)
	}
	for _, m := range t.History {
		out = append(out, m.Parts...)
	}
	return out
}
