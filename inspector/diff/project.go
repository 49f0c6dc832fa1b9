package diff

import (
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// project reduces a document to what another version can express. A part that the other version cannot encode
// stays as it is.
func project(d *Document, v a2a.Version) *Document {
	to, ok := dialect.ByName(v)
	if !ok {
		return d
	}
	out := *d
	out.steps = nil
	for i, s := range d.steps {
		if i == 0 && s.state == a2a.Submitted && s.message == nil && len(d.steps) > 1 {
			continue // not all versions report that a task was accepted
		}
		said := roundTrip(to, &a2a.Task{Status: a2a.Status{State: s.state, Message: s.message}})
		out.steps = append(out.steps, step{said.Status.State, said.Status.Message, s.word})
	}
	if d.task != nil {
		out.task = roundTrip(to, d.task)
	}
	if d.message != nil {
		m := *d.message
		m.Parts = normalizeParts(m.Parts)
		out.message = &m
	}
	if d.err != nil {
		e := *d.err
		e.Name, e.Data = to.ErrorName(to.ErrorCode(e.Name)), nil
		out.err = &e
	}
	out.call = projectCall(d.call, to)
	return &out
}

func roundTrip(to a2a.Dialect, t *a2a.Task) *a2a.Task {
	b, _, err := to.EncodeResult(a2a.GetTask, &a2a.Result{Task: t})
	if err != nil {
		return t
	}
	back, _ := to.ReadResult(a2a.GetTask, b)
	if back == nil || back.Task == nil {
		return t
	}
	normalizeTask(back.Task)
	return back.Task
}

func projectCall(c *a2a.Call, to a2a.Dialect) *a2a.Call {
	if c == nil || c.Message == nil {
		return c
	}
	asked := *c
	if asked.TaskID == "" {
		asked.TaskID = c.Message.TaskID
	}
	if asked.TaskID == "" {
		asked.TaskID = "new" // for versions whose client has to name it
	}
	b, _, err := to.EncodeParams(&asked)
	if err != nil {
		return c
	}
	back, _ := to.ReadParams(c.Op, b)
	if back == nil || back.Message == nil {
		return c
	}
	m := *back.Message
	m.Parts = normalizeParts(m.Parts)
	m.ID, m.ContextID, m.TaskID = c.Message.ID, c.Message.ContextID, c.Message.TaskID
	back.Message, back.TaskID = &m, c.TaskID
	return back
}

// normalizeTask evens out parts that versions conventionally write in different ways.
func normalizeTask(t *a2a.Task) {
	for i := range t.Artifacts {
		t.Artifacts[i].Parts = normalizeParts(joinTextParts(t.Artifacts[i].Parts))
	}
	if m := t.Status.Message; m != nil {
		m.Parts = normalizeParts(m.Parts)
	}
	for i := range t.History {
		t.History[i].Parts = normalizeParts(t.History[i].Parts)
	}
}

// normalizeParts turns a text part that is marked as JSON into data, which is how version 0.1 returns structured output,
// and drops media types that only one of the versions has a field for.
func normalizeParts(list []a2a.Part) []a2a.Part {
	out := make([]a2a.Part, len(list))
	for i, p := range list {
		aside := struct {
			MimeType string `json:"mimeType"`
		}{}
		if p.Kind == a2a.TextPart && p.MediaType == "" && json.Unmarshal(p.Metadata, &aside) == nil && aside.MimeType != "" {
			p.MediaType, p.Metadata = aside.MimeType, nil
		}
		if p.Kind == a2a.TextPart && strings.HasPrefix(p.MediaType, "application/json") && json.Valid([]byte(p.Text)) {
			p = a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(p.Text)}
		}
		if p.Kind != a2a.FilePart {
			p.MediaType = ""
		}
		out[i] = p
	}
	return out
}

// asMessage turns d's task into a message if other has a message: an agent may have to wrap its answer in a task that
// contains nothing else.
func asMessage(d, other *Document) *Document {
	if other.message == nil || d.message != nil || d.task == nil {
		return d
	}
	said, ok := answerOf(d.task)
	if !ok {
		return d
	}
	out := *d
	out.task, out.steps = nil, nil
	out.message = &a2a.Message{Role: a2a.Agent, Parts: said}
	return &out
}

// answerOf returns the parts of a completed task that has no other content, and false for any other task.
func answerOf(t *a2a.Task) ([]a2a.Part, bool) {
	m := t.Status.Message
	switch {
	case t.Status.State != a2a.Completed || len(t.Artifacts) > 1:
		return nil, false
	case len(t.Artifacts) == 1 && (m == nil || len(m.Parts) == 0):
		return t.Artifacts[0].Parts, true
	case len(t.Artifacts) == 0 && m != nil:
		return m.Parts, true
	}
	return nil, false
}
