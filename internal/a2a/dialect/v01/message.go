package v01

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// readMessage reads a message (0.1 §6.4). missing is the rule for a role that
// is not there, and assumed the role that is then taken.
func readMessage(n jsonio.Node, missing jsonio.Rule, assumed a2a.Role) *a2a.Message {
	o, ok := n.Object(form("§6.4"))
	if !ok {
		return nil
	}
	m := &a2a.Message{
		Role:     jsonio.Role(o.Get("role"), "user", "agent", fault("REQ-03", "§6.4")),
		Parts:    readParts(o.Get("parts")),
		Metadata: o.Metadata("metadata", form("§6.4")),
	}
	o.Require(missing, "role")
	o.Require(fault("REQ-03/parts", "§6.4"), "parts")
	if m.Role == "" {
		m.Role = assumed
	}
	if o.Has("messageId") || o.Has("contextId") || o.Has("taskId") || o.Has("kind") {
		o.Foreign(warn("RES-21", "§6.4"), "it came with 0.2", "kind", "messageId", "contextId", "taskId")
		m.ID = o.String("messageId", form("§6.4"))
		m.ContextID = o.String("contextId", form("§6.4"))
		m.TaskID = o.String("taskId", form("§6.4"))
	}
	return m
}

func writeMessage(w *jsonio.Writer, m *a2a.Message, l jsonio.Losses) {
	jsonio.WriteRole(w, m.Role, string(spec), l)
	writeParts(w, m.Parts, l)
	w.Metadata(m.Metadata, l)
	l.Lose(m.ID != "", "id", "a 0.1 message has no id")
	l.Lose(len(m.References) > 0, "references", "0.1 has no references to other tasks")
	l.Lose(len(m.Extensions) > 0, "extensions", "0.1 has no extensions")
}

// loseIDs notes the ids of a message where they are not said around it.
func loseIDs(m *a2a.Message, l jsonio.Losses) {
	l.Lose(m.ContextID != "", "contextId", "a 0.1 message does not name its session")
	l.Lose(m.TaskID != "", "taskId", "a 0.1 message does not name its task")
}
