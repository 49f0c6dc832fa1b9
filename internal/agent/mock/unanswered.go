package mock

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// UnansweredRequest is a request that got an error because the recording has no response to it.
type UnansweredRequest struct {
	Request string // operation and beginning of the message, or method and path
	Times   int
	LastAt  time.Time
}

const maxUnanswered = 20

func (m *Mock) noteUnanswered(asked string) {
	asked = clip.Runes(asked, 200)
	m.tallyMu.Lock()
	u := UnansweredRequest{Request: asked}
	if i := slices.IndexFunc(m.unanswered, func(u UnansweredRequest) bool { return u.Request == asked }); i >= 0 {
		u = m.unanswered[i]
		m.unanswered = slices.Delete(m.unanswered, i, i+1)
	}
	u.Times, u.LastAt = u.Times+1, m.opts.Now()
	m.unanswered = append(m.unanswered, u)
	m.unanswered = m.unanswered[max(len(m.unanswered)-maxUnanswered, 0):]
	m.tallyMu.Unlock()
	if m.opts.OnCall != nil {
		m.opts.OnCall()
	}
}

func (m *Mock) countAnswered() {
	m.tallyMu.Lock()
	m.answered++
	m.tallyMu.Unlock()
	if m.opts.OnCall != nil {
		m.opts.OnCall()
	}
}

// Answered returns the number of calls that were answered from the recording.
func (m *Mock) Answered() int {
	m.tallyMu.Lock()
	defer m.tallyMu.Unlock()
	return m.answered
}

// Unanswered returns the latest distinct requests without a recorded response, the latest first.
func (m *Mock) Unanswered() []UnansweredRequest {
	m.tallyMu.Lock()
	defer m.tallyMu.Unlock()
	list := slices.Clone(m.unanswered)
	slices.Reverse(list)
	return list
}
