package rule

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxConversations bounds the ids, and the first messages, that are remembered to recognize
// conversations.
const maxConversations = 10_000

// conversations recognizes conversations, so that random decisions depend only on the step of a conversation:
// not on ids, times or the order of arrival.
type conversations struct {
	mu       sync.Mutex
	byID     map[string]*conversation
	ids      []string // keys of byID, oldest first
	openings map[[sha256.Size]byte]int
	latest   [][sha256.Size]byte // keys of openings, oldest first
}

// conversation is identified by the text of its first message and by its number among the
// conversations that begin with that text.
type conversation struct {
	key    [sha256.Size]byte
	repeat int
	calls  map[string]int // by operation
}

// step is a call in a conversation.
type step struct {
	conversation *conversation
	op           string
	call         int // number of this call among the calls of op in the conversation, from 1
}

func newConversations() *conversations {
	return &conversations{byID: map[string]*conversation{}, openings: map[[sha256.Size]byte]int{}}
}

// step counts a call and returns its step. l holds the labels of its request.
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

// learn remembers the ids of a conversation. The lock is held.
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

// learnAnswer remembers the ids that a response contains.
func (t *conversations) learnAnswer(c *conversation, agent, task, context string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.learn(c, agent, task, context)
}

// randomness determines the random decisions of a rule in a step.
type randomness [2]uint64

// randomness derives the randomness of a rule from its seed and text.
func (s *step) randomness(seed int64, rule string) randomness {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%x %d\n%s %d", seed, rule, s.conversation.key, s.conversation.repeat, s.op, s.call))
	return randomness{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// forFrame derives the randomness of a frame of a side. Frames count from 0; -1 is the head.
func (l randomness) forFrame(side wire.Side, frame int) randomness {
	n := uint64(frame+1)<<2 | uint64(side)
	return randomness{mix(l[0] ^ mix(n)), mix(l[1] + n)}
}

// draw returns true with a probability of chance percent.
func (l randomness) draw(chance float64) bool { return float64(l[0]>>11)/(1<<53)*100 < chance }

// newRand returns the generator for all other random values.
func (l randomness) newRand() *rand.Rand { return rand.New(rand.NewPCG(l[1], l[0])) }

// mix spreads numbers that are close to each other (SplitMix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
