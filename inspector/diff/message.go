package diff

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// message converts a message without its task id: only the caller knows whether the task is new.
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

// names converts a list of names whose order has no meaning.
func names(list []string, l Level) *node {
	return listOf(KindValue, l, list, func(s *string) *node {
		n := text(KindValue, l, *s)
		n.key = *s
		return n
	}).markUnordered()
}

// texts converts an ordered list, such as media types by preference.
func texts(list []string) *node {
	return listOf(KindValue, Meaning, list, func(s *string) *node { return text(KindValue, Meaning, *s) })
}

func parts(list []a2a.Part, l Level) *node {
	return listOf(KindStructure, l, list, func(p *a2a.Part) *node { return part(p, l) })
}

// part converts a part. The part counts from level l on, and its content from Meaning on.
func part(p *a2a.Part, l Level) *node {
	n := obj(KindStructure, l)
	n.tag = string(p.Kind)
	inner := max(l, Meaning)
	n.addText("filename", KindValue, inner, p.Filename)
	switch p.Kind {
	case a2a.TextPart:
		n.add("text", text(KindText, inner, p.Text))
		n.addText("mediaType", KindValue, inner, p.MediaType)
	case a2a.FilePart:
		n.add(content(p, inner))
		n.addText("mediaType", KindStructure, l, strings.ToLower(p.MediaType))
	case a2a.DataPart:
		n.add("data", data(p.Data, l))
		n.addText("mediaType", KindValue, inner, p.MediaType)
	default:
		n.add("unknown", data(p.Raw, inner))
	}
	n.add("metadata", metadata(p.Metadata, inner))
	return n
}

// content returns the name and the value of the member that holds a file part's content.
func content(p *a2a.Part, l Level) (string, *node) {
	switch {
	case p.Bytes != nil:
		return "raw", &node{kind: KindFile, level: l, file: &blob{p.Bytes}}
	case p.Encoded != "":
		return "raw", &node{kind: KindFile, level: l, file: &blob{[]byte(p.Encoded)}}
	}
	return "url", text(KindURL, l, p.URL)
}

// joinTextParts joins text that an agent sent in pieces: adjacent text parts that differ only in their text. It drops
// empty pieces, with which many agents close an artifact, unless there is nothing else.
func joinTextParts(list []a2a.Part) []a2a.Part {
	var out []a2a.Part
	for i := 0; i < len(list); {
		p := list[i]
		end := i + 1
		for end < len(list) && canJoin(p, list[end]) {
			end++
		}
		if end > i+1 {
			var b strings.Builder
			for _, q := range list[i:end] {
				b.WriteString(q.Text)
			}
			p.Text, p.Raw = b.String(), nil
		}
		if i = end; p.Kind != a2a.TextPart || p.Text != "" {
			out = append(out, p)
		}
	}
	if out == nil && len(list) > 0 {
		return list[:1]
	}
	return out
}

func canJoin(p, q a2a.Part) bool {
	return p.Kind == a2a.TextPart && q.Kind == a2a.TextPart && p.MediaType == q.MediaType && p.Filename == q.Filename &&
		string(p.Metadata) == string(q.Metadata)
}
