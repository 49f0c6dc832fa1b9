package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// readMessage reads a message under the check of the place where it stands.
func readMessage(n shape.Node, check string) *a2a.Message {
	o, ok := object(n, fault(check, "Message"), nil)
	if !ok {
		return nil
	}
	o.Require(warn(check, "Message"), "messageId")
	o.Require(fault(check, "Message"), "role")
	m := &a2a.Message{
		ID:         o.String("messageId", form("Message")),
		ContextID:  o.String("contextId", form("Message")),
		TaskID:     o.String("taskId", form("Message")),
		Role:       readRole(o.Get("role")),
		Parts:      readContent(o, check),
		Extensions: o.Strings("extensions", form("Message")),
		References: o.Strings("referenceTaskIds", form("Message")),
		Metadata:   o.Metadata("metadata", form("Message")),
	}
	o.Foreign(info("REST-12", "Message"), "0.3 has it over JSON-RPC only", "referenceTaskIds")
	o.Foreign(warn("RES-21", "Message"), "it is of 0.3 over JSON-RPC", "kind")
	return m
}

func readRole(n shape.Node) a2a.Role {
	if r, ok := shape.Enum(n, []a2a.Role{"", a2a.User, a2a.Agent}, warn("REST-12", "Role")); ok {
		return r
	}
	return shape.Role(n, "ROLE_USER", "ROLE_AGENT", fault("REST-12", "Role"))
}

// readContent reads a message's parts. Servers of early SDKs have them in parts,
// as everybody else has.
func readContent(o shape.Object, check string) []a2a.Part {
	content := o.Get("content")
	if parts := o.Get("parts"); parts.Exists() && !content.Exists() {
		parts.Report(fault("REST-12", "Message"), "A message has its parts in content here; the parts of another form are read.")
		content = parts
	}
	parts := readParts(content)
	if len(parts) == 0 {
		content.Report(warn(check, "Message"), "A message without parts says nothing.")
	}
	return parts
}

func readParts(n shape.Node) []a2a.Part {
	var parts []a2a.Part
	for _, e := range n.Elements(form("Part")) {
		parts = append(parts, readPart(e))
	}
	return parts
}
