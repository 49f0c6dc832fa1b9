package protojson

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// writeTask writes a task.
func (c *Codec) writeTask(w *jsonio.Writer, t *a2a.Task, l jsonio.Losses) {
	w.Text("id", t.ID)
	w.Opt("contextId", t.ContextID)
	w.Object("status", func(w *jsonio.Writer) { c.writeStatus(w, t.Status, l.At("status")) })
	if len(t.Artifacts) > 0 {
		w.Each("artifacts", len(t.Artifacts), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { c.writeArtifact(w, t.Artifacts[i], l) })
	}
	if len(t.History) > 0 {
		w.Each("history", len(t.History), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { c.writeMessage(w, &t.History[i], l) })
	}
	w.Metadata(t.Metadata, l)
}

func (c *Codec) writeStatus(w *jsonio.Writer, s a2a.Status, l jsonio.Losses) {
	w.Text("state", c.stateWord(s.State, l))
	if s.Message != nil {
		w.Object("message", func(w *jsonio.Writer) { c.writeMessage(w, s.Message, l.At("message")) })
	}
	jsonio.WriteTime(w, "timestamp", s.Timestamp, l)
}

// stateWord is the spelling of a state; one that the version does not have is lost.
func (c *Codec) stateWord(s a2a.State, l jsonio.Losses) string {
	word, ok := c.States.Write(s)
	if !ok {
		word = string(a2a.Unspecified)
		l.Lose(s != "", "state", c.Version+" has no state "+string(s)+"; it is written as unspecified")
	}
	return word
}

// writeMessage writes a message, with an id made for one that has none.
func (c *Codec) writeMessage(w *jsonio.Writer, m *a2a.Message, l jsonio.Losses) {
	id := m.ID
	if id == "" {
		id = jsonio.MadeID(m)
		l.Lose(true, "id", c.Version+" requires a message id; one is made from the content")
	}
	w.Text("messageId", id)
	w.Opt("contextId", m.ContextID)
	w.Opt("taskId", m.TaskID)
	w.Text("role", c.roleWord(m.Role, l))
	c.writeParts(w, c.Content, m.Parts, l)
	w.Metadata(m.Metadata, l)
	w.OptStrings("extensions", m.Extensions)
	if c.References {
		w.OptStrings("referenceTaskIds", m.References)
		return
	}
	l.Lose(len(m.References) > 0, "references", c.Version+" has referenceTaskIds over JSON-RPC only")
}

func (c *Codec) roleWord(r a2a.Role, l jsonio.Losses) string {
	if r == a2a.User || r == a2a.Agent {
		return string(r)
	}
	const none = "ROLE_UNSPECIFIED"
	l.Lose(r != "" && r != none, "role", c.Version+" has no role "+string(r)+"; it is written as unspecified")
	return none
}

func (c *Codec) writeArtifact(w *jsonio.Writer, a a2a.Artifact, l jsonio.Losses) {
	w.Text("artifactId", a.ID)
	w.Opt("name", a.Name)
	w.Opt("description", a.Description)
	c.writeParts(w, "parts", a.Parts, l)
	w.Metadata(a.Metadata, l)
	w.OptStrings("extensions", a.Extensions)
}

func (c *Codec) writeParts(w *jsonio.Writer, member string, parts []a2a.Part, l jsonio.Losses) {
	w.List(member, len(parts), func(w *jsonio.Writer, i int) { c.Own.WritePart(w, parts[i], l.At(fmt.Sprintf("parts[%d]", i))) })
}
