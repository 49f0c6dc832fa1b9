package mock

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// AnsweredRequest is a request that a mock can answer. Requests with the same content count as one.
type AnsweredRequest struct {
	Op            a2a.Operation // or, if that is unknown, the method as called
	Text          string        // the message, if it is a single text that begins a conversation; else ""
	Excerpt       string        // the beginning of the message, for people
	Version       a2a.Version
	Binding       a2a.Binding
	AnswerCount   int       // number of recorded responses
	State         a2a.State // state of the task after the first response, "" for none
	ContinuesTask bool      // continues a task that an earlier message began
}

const maxAnswers = 100

// answers returns at most maxAnswers requests that the conversations can answer, in recorded order,
// and how many more there are.
func (m *Mock) answers() (list []AnsweredRequest, more int) {
	type kind struct {
		op      a2a.Operation
		content string
		binding a2a.Binding
		version a2a.Version
		follows bool
	}
	at := map[kind]int{}
	for _, conv := range m.conversations {
		for i, it := range conv.interactions {
			q := &it.request
			k := kind{cmp.Or(q.op, a2a.Operation(q.method)), q.content, q.binding, versionOf(q), i > 0 && q.task != ""}
			if n, ok := at[k]; ok {
				list[n].AnswerCount++
				continue
			}
			if len(list) == maxAnswers {
				more++
				continue
			}
			at[k] = len(list)
			a := AnsweredRequest{Op: k.op, Excerpt: q.excerpt, Version: k.version, Binding: q.binding, AnswerCount: 1, State: a2a.State(it.exchange.Labels.State), ContinuesTask: k.follows}
			if !k.follows {
				a.Text = q.text
			}
			list = append(list, a)
		}
	}
	return list, more
}

func versionOf(q *matchKey) a2a.Version {
	if len(q.versions) == 1 {
		return q.versions[0]
	}
	return ""
}

// maxTextBytes is the maximum size of a message text that is kept to be sent again.
const maxTextBytes = 2000

func onlyText(parts []a2a.Part) string {
	if len(parts) != 1 || slices.ContainsFunc(parts, func(p a2a.Part) bool { return p.Kind != a2a.TextPart || len(p.Text) > maxTextBytes }) {
		return ""
	}
	return parts[0].Text
}
