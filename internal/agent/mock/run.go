package mock

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// thread is a conversation on record: what was asked about one task, in order.
// What was asked about no task is a thread of one.
type thread struct {
	key   session.Key
	takes []*take
	runs  int // how often it was begun
}

// task is the recorded id of the task it is about, "" for none.
func (th *thread) task() string {
	if th.key.Kind == session.Task {
		return th.key.ID
	}
	return ""
}

// key is the conversation that a take belongs to. A context holds none together here:
// clients need not name it.
func (t *take) key() session.Key {
	e := session.Exchange{X: &t.x, Op: t.asked.op, Task: t.task}
	return e.Key()
}

// round is a thread being played to a client. The Mock's mutex guards it.
type round struct {
	thread *thread
	ids    map[string]string // recorded → the client's
	played []int             // how often each take was
	met    []chan struct{}   // closed when a take was first asked for
	last   int               // index of the latest border that was played, -1 before the first
	since  time.Time         // when that one was asked for
}

func (m *Mock) newRound(th *thread) *round {
	r := &round{
		thread: th, ids: map[string]string{}, last: -1,
		played: make([]int, len(th.takes)), met: make([]chan struct{}, len(th.takes)),
	}
	for i := range r.met {
		r.met[i] = make(chan struct{})
	}
	return r
}

// begin starts a conversation as a request asks for it: the first one on record
// that fits and was played least.
func (m *Mock) begin(q *question) (*round, int) {
	var best *thread
	for _, th := range m.threads {
		if m.opens(th, q) && (best == nil || th.runs < best.runs) {
			best = th
		}
	}
	if best == nil {
		return nil, 0
	}
	r := m.newRound(best)
	if best.runs > 0 || m.opts.FreshIDs {
		m.rename(r, q)
	}
	best.runs++
	return r, 0
}

// opens reports whether a request can begin a thread.
func (m *Mock) opens(th *thread, q *question) bool {
	first := &th.takes[0].asked
	if !m.fits(first, q) {
		return false
	}
	if !q.sends() {
		return th.task() == "" || q.task == th.task()
	}
	// Where the client does not name a new task, a message that names one continues it,
	// and one that names none begins one.
	return slices.ContainsFunc(q.versions, registry.NamesTask) || q.task == first.task
}

// fits reports whether a recorded request asks what a new one does.
func (m *Mock) fits(old, q *question) bool {
	if old.op != q.op || !old.speaks(q) || old.op == "" && old.method != q.method {
		return false
	}
	return m.opts.Match == InOrder || old.content == q.content
}

// rename gives a run ids of its own in place of those that the agent made.
func (m *Mock) rename(r *round, q *question) {
	first := r.thread.takes[0]
	if t := r.thread.task(); t != "" && first.asked.task == "" {
		r.ids[t] = m.opts.NewID()
	}
	if c := first.context; c != "" && first.asked.context == "" && q.context == "" {
		r.ids[c] = m.opts.NewID()
	}
}

// next is the take of a run that answers a request: -1 when there is none.
func (m *Mock) next(r *round, q *question) int {
	if q.op == a2a.GetTask {
		return m.poll(r, q)
	}
	again := -1
	for i, t := range r.thread.takes {
		switch {
		case !m.fits(&t.asked, q):
		case r.played[i] == 0:
			return i
		case !t.asked.border():
			again = i // what only reads may be asked again
		}
	}
	return again
}

// poll is the recorded poll that answers this one. Between two borders the
// polls on record follow one another: with their pauses kept, the one nearest
// in time counts, else one after the other. The last one stands until the next
// border.
func (m *Mock) poll(r *round, q *question) int {
	best := -1
	for i := r.last + 1; i < len(r.thread.takes); i++ {
		t := r.thread.takes[i]
		if t.asked.border() {
			break
		}
		if !m.fits(&t.asked, q) {
			continue
		}
		if best >= 0 && !m.due(r, best, i) {
			break
		}
		best = i
	}
	return best
}

// due reports whether the answer at i, which follows that at before, shall be
// given now.
func (m *Mock) due(r *round, before, i int) bool {
	if m.opts.Pace == 0 || r.last < 0 {
		return r.played[before] > 0
	}
	takes := r.thread.takes
	from := takes[r.last].x.Started
	middle := (takes[before].x.Started.Sub(from) + takes[i].x.Started.Sub(from)) / 2
	return m.opts.Now().Sub(r.since) >= time.Duration(float64(middle)*m.opts.Pace)
}

// play notes that a take of a run answers a request, and which of their ids
// stand for each other.
func (m *Mock) play(r *round, i int, q *question) {
	t := r.thread.takes[i]
	r.bind(t.asked.task, q.task)
	r.bind(t.asked.context, q.context)
	r.bind(t.asked.message, q.message)
	for old, known := range r.ids {
		m.latest[old] = known
	}
	if task := r.thread.task(); task != "" {
		known := task
		if id, ok := r.ids[task]; ok {
			known = id
		}
		m.keep(known, r)
	}
	if r.played[i]++; r.played[i] == 1 {
		close(r.met[i])
	}
	if t.asked.border() {
		r.last, r.since = i, m.opts.Now()
	}
}

// keep remembers a run by the task id that its client knows, and forgets the earliest
// of too many.
func (m *Mock) keep(task string, r *round) {
	if m.runs[task] == nil {
		m.begun = append(m.begun, task)
	}
	m.runs[task] = r
	for len(m.begun) > m.most {
		delete(m.runs, m.begun[0])
		m.begun = m.begun[1:]
	}
}

// bind says that an id on record is, in this run, the client's.
func (r *round) bind(recorded, known string) {
	if recorded != "" && known != "" {
		r.ids[recorded] = known
	}
}
