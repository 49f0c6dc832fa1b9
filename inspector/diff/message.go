package diff

import "github.com/a2a-console/a2a-console/internal/a2a"

// message is one turn. Its task is left out: that is for who knows whether it
// is a new one.
func message(m *a2a.Message, l Level) *node {
	if m == nil {
		return nil
	}
	inner := max(l, Meaning)
	n := obj(KindStructure, l)
	n.addID("messageId", messageIDs, m.ID)
	n.addID("contextId", contextIDs, m.ContextID)
	n.addText("role", KindStructure, l, string(m.Role))
	n.add("parts", parts(m.Parts, l))
	n.add("metadata", metadata(m.Metadata, inner))
	n.add("extensions", words(m.Extensions, inner))
	if len(m.References) > 0 {
		refs := items(KindID, inner, nil)
		for _, r := range m.References {
			refs.items = append(refs.items, id(taskIDs, r))
		}
		n.add("referenceTaskIds", refs)
	}
	return n
}

// words is a list of names in which the order says nothing.
func words(list []string, l Level) *node {
	if len(list) == 0 {
		return nil
	}
	n := items(KindValue, l, make([]*node, len(list)))
	n.unordered = true
	for i, s := range list {
		n.items[i] = text(KindValue, l, s)
		n.items[i].key = s
	}
	return n
}
