package shape

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Task writes a task.
func (p *ProtoWriter) Task(w *Writer, t *a2a.Task, l Losses) {
	w.Text("id", t.ID)
	w.Opt("contextId", t.ContextID)
	w.Object("status", func(w *Writer) { p.status(w, t.Status, l.At("status")) })
	if len(t.Artifacts) > 0 {
		w.List("artifacts", len(t.Artifacts), func(w *Writer, i int) { p.artifact(w, t.Artifacts[i], l.At(fmt.Sprintf("artifacts[%d]", i))) })
	}
	if len(t.History) > 0 {
		w.List("history", len(t.History), func(w *Writer, i int) { p.Message(w, &t.History[i], l.At(fmt.Sprintf("history[%d]", i))) })
	}
	w.Metadata(t.Metadata, l)
}

func (p *ProtoWriter) status(w *Writer, s a2a.Status, l Losses) {
	w.Text("state", p.State(s.State, l))
	if s.Message != nil {
		w.Object("message", func(w *Writer) { p.Message(w, s.Message, l.At("message")) })
	}
	WriteTime(w, "timestamp", s.Timestamp, l)
}

// State is the spelling of a state; one that the version does not have is lost.
func (p *ProtoWriter) State(s a2a.State, l Losses) string {
	word, ok := p.States().Write(s)
	if !ok {
		word = string(a2a.Unspecified)
		l.Lose(s != "", "state", p.Version+" has no state "+string(s)+"; it is written as unspecified")
	}
	return word
}

// Message writes a message, with an id made for one that has none.
func (p *ProtoWriter) Message(w *Writer, m *a2a.Message, l Losses) {
	id := m.ID
	if id == "" {
		id = MadeID(m)
		l.Lose(true, "id", p.Version+" requires a message id; one is made from the content")
	}
	w.Text("messageId", id)
	w.Opt("contextId", m.ContextID)
	w.Opt("taskId", m.TaskID)
	w.Text("role", p.role(m.Role, l))
	p.parts(w, p.Content, m.Parts, l)
	w.Metadata(m.Metadata, l)
	w.OptStrings("extensions", m.Extensions)
	if p.References {
		w.OptStrings("referenceTaskIds", m.References)
		return
	}
	l.Lose(len(m.References) > 0, "references", p.Version+" has referenceTaskIds over JSON-RPC only")
}

func (p *ProtoWriter) role(r a2a.Role, l Losses) string {
	if r == a2a.User || r == a2a.Agent {
		return string(r)
	}
	const none = "ROLE_UNSPECIFIED"
	l.Lose(r != "" && r != none, "role", p.Version+" has no role "+string(r)+"; it is written as unspecified")
	return none
}

func (p *ProtoWriter) artifact(w *Writer, a a2a.Artifact, l Losses) {
	w.Text("artifactId", a.ID)
	w.Opt("name", a.Name)
	w.Opt("description", a.Description)
	p.parts(w, "parts", a.Parts, l)
	w.Metadata(a.Metadata, l)
	w.OptStrings("extensions", a.Extensions)
}

func (p *ProtoWriter) parts(w *Writer, member string, parts []a2a.Part, l Losses) {
	w.List(member, len(parts), func(w *Writer, i int) { p.Part(w, parts[i], l.At(fmt.Sprintf("parts[%d]", i))) })
}
