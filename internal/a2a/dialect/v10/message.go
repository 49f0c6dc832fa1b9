package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// readMessage reads a message (1.0 §4.1.4); missing is the rule for members
// that it must have.
func readMessage(n shape.Node, missing shape.Rule) *a2a.Message {
	o, ok := n.Object(missing)
	if !ok {
		return nil
	}
	soft := missing
	soft.Severity = a2a.Warning // the specification's own samples leave the id out
	o.Require(soft, "messageId")
	o.Require(missing, "role")
	m := &a2a.Message{
		ID:         o.String("messageId", form("§4.1.4")),
		ContextID:  o.String("contextId", form("§4.1.4")),
		TaskID:     o.String("taskId", form("§4.1.4")),
		Role:       readRole(o.Get("role")),
		Metadata:   o.Metadata("metadata", form("§4.1.4")),
		Extensions: o.Strings("extensions", form("§4.1.4")),
		References: o.Strings("referenceTaskIds", form("§4.1.4")),
	}
	parts := o.Get("parts")
	m.Parts = readParts(parts)
	if len(m.Parts) == 0 {
		parts.Report(missing, "A message must have at least one part.")
	}
	o.Foreign(warn("REQ-13", "§A.2.1"), "1.0 has no kind", "kind")
	snake(o)
	return m
}

// readRole reads a role by its name, or by its number as ProtoJSON may.
func readRole(n shape.Node) a2a.Role {
	rule := fault("REQ-22", "§5.5")
	if r, ok := shape.Enum(n, []a2a.Role{"", a2a.User, a2a.Agent}, rule); ok {
		return r
	}
	return shape.Role(n, "ROLE_USER", "ROLE_AGENT", rule)
}

// snake reports names in snake_case, which ProtoJSON reads but never writes.
func snake(o shape.Object) {
	if !o.Spelled('_') {
		return
	}
	o.Foreign(fault("REQ-21", "§5.5"), "names are camelCase",
		"message_id", "context_id", "task_id", "reference_task_ids", "artifact_id", "last_chunk", "status_update", "artifact_update")
}

func readParts(n shape.Node) []a2a.Part {
	var parts []a2a.Part
	for _, e := range n.Elements(form("§4.1.6")) {
		parts = append(parts, readPart(e))
	}
	return parts
}
