package mock

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Answer is a request that a mock has answers to: what says the same is one.
type Answer struct {
	Op      a2a.Operation // or, where that is unknown, the method as it was called
	Text    string        // the message, where it is text alone and begins a conversation; "" otherwise
	Says    string        // the beginning of the message, for people
	Version a2a.Version
	Binding a2a.Binding
	Times   int       // how many answers are on record
	State   a2a.State // in which the first of them left the task, "" for none
	Follows bool      // it goes on with a task that an earlier message began
}

// mostAnswers bounds how many requests are listed.
const mostAnswers = 100

// answers are the requests that the conversations can answer, in the recorded order, and
// how many more there are.
func (m *Mock) answers() (list []Answer, more int) {
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
				list[n].Times++
				continue
			}
			if len(list) == mostAnswers {
				more++
				continue
			}
			at[k] = len(list)
			a := Answer{Op: k.op, Says: q.excerpt, Version: k.version, Binding: q.binding, Times: 1, State: a2a.State(it.x.Labels.State), Follows: k.follows}
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

// mostText is how long a message may be that is kept to be sent again, in bytes.
const mostText = 2000

// textAlone is what a message says that has no parts but one of text.
func textAlone(parts []a2a.Part) string {
	if len(parts) != 1 || slices.ContainsFunc(parts, func(p a2a.Part) bool { return p.Kind != a2a.TextPart || len(p.Text) > mostText }) {
		return ""
	}
	return parts[0].Text
}
