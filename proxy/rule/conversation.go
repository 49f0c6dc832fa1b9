package rule

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxConversations bounds what is remembered to know conversations again: ids, and texts that
// began one.
const maxConversations = 10_000

// conversations knows conversations again, so that what is drawn depends on which step of which
// conversation it is for, and on nothing else: no ids, no times, no order of arrival.
type conversations struct {
	mu       sync.Mutex
	byID     map[string]*conversation
	ids      []string // of byID, the oldest first
	openings map[[sha256.Size]byte]int
	latest   [][sha256.Size]byte // keys of begun, the oldest first
}

// conversation is a conversation: the text of its first message, and which conversation with that
// text it is.
type conversation struct {
	key    [sha256.Size]byte
	repeat int
	calls  map[string]int // by operation
}

// step is a call in a conversation.
type step struct {
	conversation *conversation
	op           string
	call         int // which call of the operation in the conversation it is, from 1
}

func newConversations() *conversations {
	return &conversations{byID: map[string]*conversation{}, openings: map[[sha256.Size]byte]int{}}
}

// step is the step that a call is. Labels are of its request.
func (t *conversations) step(agent string, l *wire.Labels) step {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.byID[agent+" "+l.Task]
	if c == nil {
		c = t.byID[agent+" "+l.Context]
	}
	if c == nil {
		c = t.begin(agent, l)
	}
	t.learn(c, agent, l.Task, l.Context)
	c.calls[l.Op]++
	return step{conversation: c, op: l.Op, call: c.calls[l.Op]}
}

// begin is a conversation that was not known.
func (t *conversations) begin(agent string, l *wire.Labels) *conversation {
	key := sha256.Sum256([]byte(l.Text))
	if l.Text == "" {
		key = sha256.Sum256([]byte("\x00" + l.Op))
	}
	if _, known := t.openings[key]; !known {
		t.latest = append(t.latest, key)
		if len(t.latest) > maxConversations {
			delete(t.openings, t.latest[0])
			t.latest = t.latest[1:]
		}
	}
	t.openings[key]++
	return &conversation{key: key, repeat: t.openings[key], calls: map[string]int{}}
}

// learn remembers what a conversation is about. It is called with the lock.
func (t *conversations) learn(c *conversation, agent string, ids ...string) {
	for _, id := range ids {
		id, full := agent+" "+id, id != ""
		if _, known := t.byID[id]; known || !full || len(id) > 1<<10 {
			continue
		}
		t.byID[id] = c
		t.ids = append(t.ids, id)
		if len(t.ids) > maxConversations {
			delete(t.byID, t.ids[0])
			t.ids = t.ids[1:]
		}
	}
}

// learnAnswer remembers what an answer said a conversation is about.
func (t *conversations) learnAnswer(c *conversation, agent, task, context string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.learn(c, agent, task, context)
}

// randomness is what decides what is drawn for a rule in a step.
type randomness [2]uint64

// randomness of a rule, by its seed and text.
func (s *step) randomness(seed int64, rule string) randomness {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%x %d\n%s %d", seed, rule, s.conversation.key, s.conversation.repeat, s.op, s.call))
	return randomness{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// forFrame is the lots of a frame of a side, from 0; -1 is for its head.
func (l randomness) forFrame(side wire.Side, frame int) randomness {
	n := uint64(frame+1)<<2 | uint64(side)
	return randomness{mix(l[0] ^ mix(n)), mix(l[1] + n)}
}

// draw draws whether something happens that is so likely, in percent.
func (l randomness) draw(chance float64) bool { return float64(l[0]>>11)/(1<<53)*100 < chance }

// newRand is what else is drawn.
func (l randomness) newRand() *rand.Rand { return rand.New(rand.NewPCG(l[1], l[0])) }

// mix spreads numbers that are close to each other (SplitMix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
