package protojson

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readMessage reads a message by the rule of the place where it stands.
func (c *Codec) readMessage(n jsonio.Node, at Place) *a2a.Message {
	const message = TypeMessage
	rule, form := c.rule(at, message), c.FormOf(message)
	o, ok := c.Object(n, rule, message)
	if !ok {
		return nil
	}
	o.Require(milder(rule), "messageId") // the specifications' own samples leave the id out
	o.Require(rule, "role")
	m := &a2a.Message{
		ID:         o.String("messageId", form),
		ContextID:  o.String("contextId", form),
		TaskID:     o.String("taskId", form),
		Role:       c.readRole(o.Get("role")),
		Metadata:   o.Metadata("metadata", form),
		Extensions: o.Strings("extensions", form),
		References: o.Strings("referenceTaskIds", form),
	}
	parts := o.Get(c.Content)
	if other := o.Get("parts"); c.Content != "parts" && other.Exists() && !parts.Exists() {
		other.Report(c.rule(ForeignParts, message), "A message has its parts in content here; the parts of another form are read.")
		parts = other
	}
	if m.Parts = c.readParts(parts); len(m.Parts) == 0 {
		if c.has(NoParts) {
			rule.Severity = c.Rules[NoParts].Severity
		}
		parts.Report(rule, c.text(NoParts, "A message must have at least one part."))
	}
	return m
}

// readRole reads a role by its name, or by its number as ProtoJSON may.
func (c *Codec) readRole(n jsonio.Node) a2a.Role {
	rule := c.rule(Role, TypeRole)
	if r, ok := jsonio.Enum(n, []a2a.Role{"", a2a.User, a2a.Agent}, rule); ok {
		return r
	}
	return jsonio.Role(n, "ROLE_USER", "ROLE_AGENT", rule)
}

func (c *Codec) readParts(n jsonio.Node) []a2a.Part {
	return jsonio.Map(n.Elements(c.FormOf(TypePart)), c.readPart)
}

func (c *Codec) readPart(n jsonio.Node) a2a.Part {
	p := a2a.Part{Kind: a2a.UnknownPart, Raw: n.Raw()}
	o, ok := c.Object(n, c.rule(PartObject, TypePart), TypePart)
	switch {
	case ok:
		p.Metadata = o.Metadata("metadata", c.FormOf(TypePart))
		return c.Own.ReadPart(o, p)
	case !n.Exists():
		n.Report(c.rule(PartObject, TypePart), "A part is null.")
	}
	return p
}
