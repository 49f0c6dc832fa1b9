package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readMessage reads a message (0.3 §6.4) under the check of the place where it
// stands. assumed is the role of one that names none.
func (c Codec) readMessage(n jsonio.Node, check string, assumed a2a.Role) *a2a.Message {
	o, ok := n.Object(c.fault(check, "§6.4"))
	if !ok {
		return nil
	}
	c.is(o, "message", check, "§6.4")
	o.Require(c.warn(check, "§6.4"), "messageId", "role")
	o.Require(c.fault(check, "§6.4"), "parts")
	m := &a2a.Message{
		ID:         o.String("messageId", c.form("§6.4")),
		ContextID:  o.String("contextId", c.form("§6.4")),
		TaskID:     o.String("taskId", c.form("§6.4")),
		Role:       jsonio.Role(o.Get("role"), "user", "agent", c.fault("REQ-03", "§6.4")),
		Parts:      c.readParts(o.Get("parts")),
		References: o.Strings("referenceTaskIds", c.form("§6.4")),
		Extensions: o.Strings("extensions", c.form("§6.4")),
		Metadata:   o.Metadata("metadata", c.form("§6.4")),
	}
	if m.Role == "" {
		m.Role = assumed
	}
	if o.Has("content") && !o.Has("parts") {
		o.Foreign(c.fault("RES-21", "§6.4"), "it is of 0.3's HTTP+JSON and gRPC, and is read as parts", "content")
		m.Parts = c.readParts(o.Get("content"))
	}
	c.snake(o)
	return m
}

// snake reports names in snake_case, which clients of the ProtoJSON form write.
func (c Codec) snake(o jsonio.Object) {
	if !o.Spelled('_') {
		return
	}
	o.Foreign(c.fault("RES-21", "§5.5"), "names are camelCase",
		"message_id", "context_id", "task_id", "reference_task_ids", "artifact_id", "last_chunk")
}

func (c Codec) writeMessage(w *jsonio.Writer, m *a2a.Message, l jsonio.Losses) {
	id := m.ID
	if id == "" {
		id = jsonio.MadeID(m)
		l.Lose(true, "id", c.spec()+" requires a message id; one is made from the content")
	}
	w.Text("kind", "message")
	w.Text("messageId", id)
	jsonio.WriteRole(w, m.Role, c.spec(), l)
	c.writeParts(w, m.Parts, l)
	w.Opt("contextId", m.ContextID)
	w.Opt("taskId", m.TaskID)
	w.OptStrings("referenceTaskIds", m.References)
	w.OptStrings("extensions", m.Extensions)
	w.Metadata(m.Metadata, l)
}
