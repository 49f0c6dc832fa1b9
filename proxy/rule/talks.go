package rule

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// mostTalks bounds what is remembered to know conversations again: ids, and texts that
// began one.
const mostTalks = 10_000

// talks knows conversations again, so that what is drawn depends on which step of which
// conversation it is for, and on nothing else: no ids, no times, no order of arrival.
type talks struct {
	mu     sync.Mutex
	byID   map[string]*talk
	ids    []string // of byID, the oldest first
	begun  map[[sha256.Size]byte]int
	latest [][sha256.Size]byte // keys of begun, the oldest first
}

// talk is a conversation: the text of its first message, and which conversation with that
// text it is.
type talk struct {
	key    [sha256.Size]byte
	repeat int
	calls  map[string]int // by operation
}

// step is a call in a conversation.
type step struct {
	talk *talk
	op   string
	call int // which call of the operation in the conversation it is, from 1
}

func newTalks() *talks {
	return &talks{byID: map[string]*talk{}, begun: map[[sha256.Size]byte]int{}}
}

// step is the step that a call is. Labels are of its request.
func (t *talks) step(agent string, l *wire.Labels) step {
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
	return step{talk: c, op: l.Op, call: c.calls[l.Op]}
}

// begin is a conversation that was not known.
func (t *talks) begin(agent string, l *wire.Labels) *talk {
	key := sha256.Sum256([]byte(l.Text))
	if l.Text == "" {
		key = sha256.Sum256([]byte("\x00" + l.Op))
	}
	if _, known := t.begun[key]; !known {
		t.latest = append(t.latest, key)
		if len(t.latest) > mostTalks {
			delete(t.begun, t.latest[0])
			t.latest = t.latest[1:]
		}
	}
	t.begun[key]++
	return &talk{key: key, repeat: t.begun[key], calls: map[string]int{}}
}

// learn remembers what a conversation is about. It is called with the lock.
func (t *talks) learn(c *talk, agent string, ids ...string) {
	for _, id := range ids {
		id, full := agent+" "+id, id != ""
		if _, known := t.byID[id]; known || !full || len(id) > 1<<10 {
			continue
		}
		t.byID[id] = c
		t.ids = append(t.ids, id)
		if len(t.ids) > mostTalks {
			delete(t.byID, t.ids[0])
			t.ids = t.ids[1:]
		}
	}
}

// learned remembers what an answer said a conversation is about.
func (t *talks) learned(c *talk, agent, task, context string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.learn(c, agent, task, context)
}

// lots is what decides what is drawn for a rule in a step.
type lots [2]uint64

// lots of a rule, by its seed and text.
func (s *step) lots(seed int64, rule string) lots {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%x %d\n%s %d", seed, rule, s.talk.key, s.talk.repeat, s.op, s.call))
	return lots{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// of is the lots of a frame of a side, from 0; -1 is for its head.
func (l lots) of(side wire.Side, frame int) lots {
	n := uint64(frame+1)<<2 | uint64(side)
	return lots{mix(l[0] ^ mix(n)), mix(l[1] + n)}
}

// hit draws whether something happens that is so likely, in percent.
func (l lots) hit(chance float64) bool { return float64(l[0]>>11)/(1<<53)*100 < chance }

// source is what else is drawn.
func (l lots) source() *rand.Rand { return rand.New(rand.NewPCG(l[1], l[0])) }

// mix spreads numbers that are close to each other (SplitMix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
