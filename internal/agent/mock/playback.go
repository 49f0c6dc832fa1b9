package mock

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// conversation holds the recorded interactions about one task, in order. An interaction without a
// task is a conversation by itself.
type conversation struct {
	key          session.Key
	interactions []*interaction
	playbacks    int // how often it has been started
}

// task returns the recorded id of the task, "" for none.
func (conv *conversation) task() string {
	if conv.key.Kind == session.Task {
		return conv.key.ID
	}
	return ""
}

// key returns the key of an interaction's conversation. Interactions are not joined by context,
// because clients need not name it.
func (it *interaction) key() session.Key {
	e := session.Exchange{X: &it.exchange, Op: it.request.op, Task: it.task}
	return e.Key()
}

// playback is a conversation being played to a client. The Mock's mutex guards it.
type playback struct {
	conversation *conversation
	ids          map[string]string // recorded id → the client's
	playCounts   []int             // how often each interaction was played
	requested    []chan struct{}   // closed when the interaction is first requested
	lastChange   int               // index of the latest played interaction that changes the task, -1 before the first
	lastChangeAt time.Time         // when that one was requested
}

func (m *Mock) newPlayback(conv *conversation) *playback {
	r := &playback{
		conversation: conv, ids: map[string]string{}, lastChange: -1,
		playCounts: make([]int, len(conv.interactions)), requested: make([]chan struct{}, len(conv.interactions)),
	}
	for i := range r.requested {
		r.requested[i] = make(chan struct{})
	}
	return r
}

// beginPlayback starts a conversation that a request can begin: of those played least, the first on
// record. It returns nil if there is none, else the index 0.
func (m *Mock) beginPlayback(k *matchKey) (*playback, int) {
	var best *conversation
	for _, conv := range m.conversations {
		if m.canBegin(conv, k) && (best == nil || conv.playbacks < best.playbacks) {
			best = conv
		}
	}
	if best == nil {
		return nil, 0
	}
	r := m.newPlayback(best)
	if best.playbacks > 0 || m.opts.FreshIDs {
		m.assignIDs(r, k)
	}
	best.playbacks++
	return r, 0
}

func (m *Mock) canBegin(conv *conversation, k *matchKey) bool {
	first := &conv.interactions[0].request
	if !m.matches(first, k) {
		return false
	}
	if !k.hasMessage() {
		return conv.task() == "" || k.task == conv.task()
	}
	// In versions whose clients do not name new tasks, a message that names a task continues it;
	// one that names none begins a task.
	return slices.ContainsFunc(k.versions, registry.NamesTask) || k.task == first.task
}

// matches reports whether the response to a recorded request also answers a new one.
func (m *Mock) matches(old, k *matchKey) bool {
	if old.op != k.op || !old.mayShareVersion(k) || old.op == "" && old.method != k.method {
		return false
	}
	return m.opts.Match == InOrder || old.content == k.content
}

func (m *Mock) assignIDs(p *playback, k *matchKey) {
	first := p.conversation.interactions[0]
	if it := p.conversation.task(); it != "" && first.request.task == "" {
		p.ids[it] = m.opts.NewID()
	}
	if c := first.context; c != "" && first.request.context == "" && k.context == "" {
		p.ids[c] = m.opts.NewID()
	}
}

func (m *Mock) nextInteraction(p *playback, k *matchKey) int {
	if k.op == a2a.GetTask {
		return m.nextPoll(p, k)
	}
	again := -1
	for i, it := range p.conversation.interactions {
		switch {
		case !m.matches(&it.request, k):
		case p.playCounts[i] == 0:
			return i
		case !it.request.changesTask():
			again = i // a read may be repeated
		}
	}
	return again
}

// nextPoll returns the index of the recorded poll that answers this one, -1 for none. Between two
// changes of the task, polls are answered by the recorded one nearest in time if pauses are kept,
// else one by one. The last one is repeated until the next change.
func (m *Mock) nextPoll(p *playback, k *matchKey) int {
	best := -1
	for i := p.lastChange + 1; i < len(p.conversation.interactions); i++ {
		it := p.conversation.interactions[i]
		if it.request.changesTask() {
			break
		}
		if !m.matches(&it.request, k) {
			continue
		}
		if best >= 0 && !m.isDue(p, best, i) {
			break
		}
		best = i
	}
	return best
}

// isDue reports whether the poll at before is over, so that the next one, at i, is due.
func (m *Mock) isDue(p *playback, before, i int) bool {
	if m.opts.Pace == 0 || p.lastChange < 0 {
		return p.playCounts[before] > 0
	}
	takes := p.conversation.interactions
	from := takes[p.lastChange].exchange.Started
	middle := (takes[before].exchange.Started.Sub(from) + takes[i].exchange.Started.Sub(from)) / 2
	return m.opts.Now().Sub(p.lastChangeAt) >= time.Duration(float64(middle)*m.opts.Pace)
}

// notePlayed notes that an interaction answers a request, and maps its recorded ids to the
// request's.
func (m *Mock) notePlayed(p *playback, i int, k *matchKey) {
	it := p.conversation.interactions[i]
	p.bind(it.request.task, k.task)
	p.bind(it.request.context, k.context)
	p.bind(it.request.message, k.message)
	for old, known := range p.ids {
		m.latest[old] = known
	}
	if task := p.conversation.task(); task != "" {
		known := task
		if id, ok := p.ids[task]; ok {
			known = id
		}
		m.addPlayback(known, p)
	}
	if p.playCounts[i]++; p.playCounts[i] == 1 {
		close(p.requested[i])
	}
	if it.request.changesTask() {
		p.lastChange, p.lastChangeAt = i, m.opts.Now()
	}
}

// addPlayback stores a playback under the client's task id, and drops the oldest beyond
// maxPlaybacks.
func (m *Mock) addPlayback(task string, p *playback) {
	if m.playbacks[task] == nil {
		m.playbackOrder = append(m.playbackOrder, task)
	}
	m.playbacks[task] = p
	for len(m.playbackOrder) > m.maxPlaybacks {
		delete(m.playbacks, m.playbackOrder[0])
		m.playbackOrder = m.playbackOrder[1:]
	}
}

func (p *playback) bind(recorded, known string) {
	if recorded != "" && known != "" {
		p.ids[recorded] = known
	}
}
