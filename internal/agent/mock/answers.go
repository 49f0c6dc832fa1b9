package mock

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// AnsweredRequest is a request that a mock has answers to: what says the same is one.
type AnsweredRequest struct {
	Op            a2a.Operation // or, where that is unknown, the method as it was called
	Text          string        // the message, where it is text alone and begins a conversation; "" otherwise
	Excerpt       string        // the beginning of the message, for people
	Version       a2a.Version
	Binding       a2a.Binding
	AnswerCount   int       // how many answers are on record
	State         a2a.State // in which the first of them left the task, "" for none
	ContinuesTask bool      // it goes on with a task that an earlier message began
}

// maxAnswers bounds how many requests are listed.
const maxAnswers = 100

// answers are the requests that the conversations can answer, in the recorded order, and
// how many more there are.
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

// versionOf is the version of a request, "" where several are possible.
func versionOf(q *matchKey) a2a.Version {
	if len(q.versions) == 1 {
		return q.versions[0]
	}
	return ""
}

// maxTextBytes is how long a message may be that is kept to be sent again, in bytes.
const maxTextBytes = 2000

// onlyText is what a message says that has no parts but one of text.
func onlyText(parts []a2a.Part) string {
	if len(parts) != 1 || slices.ContainsFunc(parts, func(p a2a.Part) bool { return p.Kind != a2a.TextPart || len(p.Text) > maxTextBytes }) {
		return ""
	}
	return parts[0].Text
}
