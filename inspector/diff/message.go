package diff

import "github.com/a2a-console/a2a-console/internal/a2a"

// message is one turn. Its task is left out: only the caller knows whether the task is
// new.
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
	n.addList("extensions", names(m.Extensions, inner))
	n.addList("referenceTaskIds", listOf(KindID, inner, m.References, func(task *string) *node { return id(taskIDs, *task) }))
	return n
}

// names is a list of names in which the order says nothing.
func names(list []string, l Level) *node {
	return listOf(KindValue, l, list, func(s *string) *node {
		n := text(KindValue, l, *s)
		n.key = *s
		return n
	}).inAnyOrder()
}

// texts is a list such as that of media types, in the order of preference.
func texts(list []string) *node {
	return listOf(KindValue, Meaning, list, func(s *string) *node { return text(KindValue, Meaning, *s) })
}
