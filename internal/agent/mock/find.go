package mock

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// find answers a request with a take of a run, or with nil and why not.
func (m *Mock) find(q *question) (*round, int, *a2a.Error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, i := m.choose(q)
	if r == nil || i < 0 {
		return nil, 0, m.miss(q, r)
	}
	m.play(r, i, q)
	return r, i, nil
}

// choose finds the conversation that a request continues, else one that it
// begins.
func (m *Mock) choose(q *question) (r *round, i int) {
	if q.task != "" {
		r = m.runs[q.task]
	}
	if r != nil {
		if i := m.next(r, q); i >= 0 {
			return r, i
		}
	}
	if fresh, i := m.begin(q); fresh != nil && (r == nil || q.sends()) {
		return fresh, i
	}
	if th := m.byKey[session.Key{Kind: session.Task, ID: q.task}]; r == nil && th != nil && !q.sends() {
		// A client that knows the recorded id from elsewhere.
		r = m.newRound(th)
		return r, m.next(r, q)
	}
	return r, -1
}

// miss is the answer to what is not on record: what was asked, what would come
// next, and how it gets on record.
func (m *Mock) miss(q *question, r *round) *a2a.Error {
	name := a2a.UnsupportedOperation
	where := ""
	switch {
	case r != nil:
		where = fmt.Sprintf(" on task %q", q.task)
	case q.task != "" && !q.sends():
		name, where = a2a.TaskNotFound, fmt.Sprintf(" on task %q, which this mock has not seen", q.task)
	case q.sends():
		where = " as the start of a conversation"
	}
	text := fmt.Sprintf("This mock plays a recording, which has no answer to %s%s. %s To get an answer on record, send it to the agent through a tap and mock that session.%s",
		q.words(), where, m.upNext(r), m.hint(q))
	m.opts.Logger.Warn("asked what is not on record", "asked", q.words(), "task", q.task)
	return &a2a.Error{Name: name, Message: text}
}

func (m *Mock) hint(q *question) string {
	if m.opts.Match == ByContent && q.sends() {
		return " With --match order the next recorded answer is given, whatever the message says."
	}
	return ""
}

// upNext names what the recording has instead: the rest of the conversation, or
// the ways to begin one.
func (m *Mock) upNext(r *round) string {
	var next []string
	if r != nil {
		for i, t := range r.thread.takes {
			if r.played[i] == 0 {
				next = append(next, t.asked.words())
			}
		}
		if len(next) == 0 {
			return "That conversation is over on record."
		}
		return "Next on record there: " + next[0] + "."
	}
	for _, th := range m.threads {
		if len(next) == 5 {
			next = append(next, "…")
			break
		}
		next = append(next, th.takes[0].asked.words()+" in "+th.takes[0].asked.version())
	}
	if len(next) == 0 {
		return "No call is on record."
	}
	return "Conversations on record begin with " + strings.Join(next, ", ") + "."
}

// words is a request for people: SendMessage "tell me a joke".
func (q *question) words() string {
	op := string(q.op)
	if op == "" {
		op = q.method
	}
	if q.says != "" {
		return fmt.Sprintf("%s %q", op, q.says)
	}
	return op
}

func (q *question) version() string {
	id := a2a.Identity{Versions: q.versions}
	if len(q.versions) == 0 {
		return "no known version"
	}
	return "A2A " + id.Label()
}
