package mock

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// Unanswered is a request that the recording has no answer to: it got an error.
type Unanswered struct {
	Asked string // the operation with the beginning of its message, or the method and path
	Times int
	Last  time.Time
}

// mostUnanswered bounds the different requests that are kept, the latest.
const mostUnanswered = 20

// miss keeps that a request got no answer from the recording.
func (m *Mock) miss(asked string) {
	asked = clip.Runes(asked, 200)
	m.tally.Lock()
	u := Unanswered{Asked: asked}
	if i := slices.IndexFunc(m.missed, func(u Unanswered) bool { return u.Asked == asked }); i >= 0 {
		u = m.missed[i]
		m.missed = slices.Delete(m.missed, i, i+1)
	}
	u.Times, u.Last = u.Times+1, m.opts.Now()
	m.missed = append(m.missed, u)
	m.missed = m.missed[max(len(m.missed)-mostUnanswered, 0):]
	m.tally.Unlock()
	if m.opts.Asked != nil {
		m.opts.Asked()
	}
}

// hit counts a call that the recording has an answer to.
func (m *Mock) hit() {
	m.tally.Lock()
	m.answered++
	m.tally.Unlock()
	if m.opts.Asked != nil {
		m.opts.Asked()
	}
}

// Answered is how many calls were answered from the recording.
func (m *Mock) Answered() int {
	m.tally.Lock()
	defer m.tally.Unlock()
	return m.answered
}

// Unanswered are the latest requests that the recording has no answer to, each once, the
// latest first.
func (m *Mock) Unanswered() []Unanswered {
	m.tally.Lock()
	defer m.tally.Unlock()
	list := slices.Clone(m.missed)
	slices.Reverse(list)
	return list
}
