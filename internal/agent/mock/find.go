package mock

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// find returns the playback and the index of the interaction that answers a request, and marks it
// as played. It returns an error to answer with if there is none.
func (m *Mock) find(k *matchKey) (*playback, int, *a2a.Error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, i := m.chooseInteraction(k)
	if r == nil || i < 0 {
		return nil, 0, m.notRecordedError(k, r)
	}
	m.notePlayed(r, i, k)
	return r, i, nil
}

// chooseInteraction returns the playback that a request continues, else one that it can begin, and
// the index of its interaction; a negative index means none.
func (m *Mock) chooseInteraction(k *matchKey) (p *playback, i int) {
	if k.task != "" {
		p = m.playbacks[k.task]
	}
	if p != nil {
		if i := m.nextInteraction(p, k); i >= 0 {
			return p, i
		}
	}
	if fresh, i := m.beginPlayback(k); fresh != nil && (p == nil || k.hasMessage()) {
		return fresh, i
	}
	if conv := m.byKey[session.Key{Kind: session.Task, ID: k.task}]; p == nil && conv != nil && !k.hasMessage() {
		// The client knows the recorded id from elsewhere.
		p = m.newPlayback(conv)
		return p, m.nextInteraction(p, k)
	}
	return p, -1
}

// notRecordedError returns the error that answers a request without a recorded answer: what was
// requested, what the recording has next, and how to record the rest.
func (m *Mock) notRecordedError(k *matchKey, p *playback) *a2a.Error {
	name := a2a.UnsupportedOperation
	where := ""
	switch {
	case p != nil:
		where = fmt.Sprintf(" on task %q", k.task)
	case k.task != "" && !k.hasMessage():
		name, where = a2a.TaskNotFound, fmt.Sprintf(" on task %q, which this mock has not seen", k.task)
	case k.hasMessage():
		where = " as the start of a conversation"
	}
	asked := k.String()
	if k.hasMessage() && len(k.versions) > 0 {
		asked += " in " + k.version()
		if k.binding != a2a.JSONRPC && k.binding != "" {
			asked += " over " + k.binding.Word()
		}
	}
	text := fmt.Sprintf("This mock plays a recording, which has no answer to %s%s. %s To record an answer, send the request to the agent through a tap and mock that session.%s",
		asked, where, m.describeNext(p), m.hint(k))
	m.opts.Logger.Warn("a request has no recorded answer", "asked", asked, "task", k.task)
	m.noteUnanswered(asked)
	return &a2a.Error{Name: name, Message: text}
}

func (m *Mock) hint(k *matchKey) string {
	if m.opts.Match == ByContent && k.hasMessage() {
		return " With --match order, the mock gives the next recorded answer, whatever the message says."
	}
	return ""
}

// describeNext says which requests the recording can answer instead: the next one of the
// conversation, or those that begin one.
func (m *Mock) describeNext(p *playback) string {
	var next []string
	if p != nil {
		for i, it := range p.conversation.interactions {
			if p.playCounts[i] == 0 {
				next = append(next, it.request.String())
			}
		}
		if len(next) == 0 {
			return "The recorded conversation ends here."
		}
		return "The next recorded request is " + next[0] + "."
	}
	for _, conv := range m.conversations {
		if len(next) == 5 {
			next = append(next, "…")
			break
		}
		next = append(next, conv.interactions[0].request.String()+" in "+conv.interactions[0].request.version())
	}
	if len(next) == 0 {
		return "The recording has no calls."
	}
	return "Recorded conversations begin with " + strings.Join(next, ", ") + "."
}

// String describes a request for people: SendMessage "tell me a joke".
func (k *matchKey) String() string {
	op := string(k.op)
	if op == "" {
		op = k.method
	}
	if k.excerpt != "" {
		return fmt.Sprintf("%s %q", op, k.excerpt)
	}
	return op
}

func (k *matchKey) version() string {
	id := a2a.Identity{Versions: k.versions}
	if len(k.versions) == 0 {
		return "no known version"
	}
	return "A2A " + a2a.Version(id.Label()).Words()
}
