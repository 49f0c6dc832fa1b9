package diff

import "github.com/a2a-console/a2a-console/internal/a2a"

// task converts a task in its last state. It leaves out messages of the history that are in known.
func task(t *a2a.Task, known []*a2a.Message, h hasher) *node {
	n := obj(KindStructure, Structure)
	n.addID("id", taskIDs, t.ID)
	n.addID("contextId", contextIDs, t.ContextID)
	n.add("status", status(t.Status))
	// Artifacts are matched by name, because agents that work on several at once finish them in any order.
	n.addList("artifacts", listOf(KindStructure, Structure, t.Artifacts, func(a *a2a.Artifact) *node { return artifact(a, t.ID) }).markUnordered())
	n.addList("history", history(t, known, h))
	n.add("metadata", metadata(t.Metadata, Meaning))
	return n
}

// state converts a state. The parameter word is what the agent wrote, "" if that is the version's word.
func state(s a2a.State, word string) *node {
	n := text(KindState, Structure, string(s))
	n.quote = word
	return n
}

func status(s a2a.Status) *node {
	n := obj(KindState, Structure)
	n.add("state", state(s.State, s.Word))
	n.add("message", message(s.Message, Structure))
	n.addText("timestamp", KindTime, Meaning, s.Timestamp)
	return n
}

func artifact(a *a2a.Artifact, task string) *node {
	n := obj(KindStructure, Structure)
	n.key = a.Name
	if a.ID != "" {
		n.add("artifactId", id(artifactIDs+" of "+task, a.ID))
	}
	n.addText("name", KindStructure, Structure, a.Name)
	n.addText("description", KindText, Meaning, a.Description)
	n.add("parts", parts(joinTextParts(a.Parts), Structure))
	n.add("metadata", metadata(a.Metadata, Meaning))
	n.addList("extensions", names(a.Extensions, Meaning))
	return n
}

// history converts earlier messages. Agents may return all, some or none of them, so they do not count as structure.
func history(t *a2a.Task, known []*a2a.Message, h hasher) *node {
	said := map[uint64]bool{}
	for _, m := range known {
		said[h.messageKey(m)] = true
	}
	n := items(KindStructure, Meaning, nil)
	for i := range t.History {
		if m := &t.History[i]; !said[h.messageKey(m)] {
			n.items = append(n.items, message(m, Meaning))
		}
	}
	return n
}

// messageKey identifies a message by its role and content.
func (h hasher) messageKey(m *a2a.Message) uint64 {
	if m == nil {
		return 0
	}
	return mix(h.string(string(m.Role)), h.sum(parts(m.Parts, Meaning), Meaning))
}
