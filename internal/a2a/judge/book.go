package judge

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// How much is remembered: of a session its agents, of an agent what follows.
const (
	mostSessions = 64
	mostAgents   = 256
	mostTasks    = 8192
	mostNames    = 8192 // of contexts, messages
	mostCards    = 8
	mostPages    = 256
	mostStreams  = 32
	mostHooks    = 1024
)

// book is what is known of a session.
type book struct {
	agents memory[string, *agent]
	hooks  memory[string, *hook] // by the address of the webhook
	bases  memory[string, bool]  // origins of receivers whose deliveries are on record
	clock  time.Time             // when the last exchange ended
}

func newBook() *book {
	return &book{
		agents: memory[string, *agent]{most: mostAgents}, hooks: memory[string, *hook]{most: mostHooks},
		bases: memory[string, bool]{most: mostAgents},
	}
}

// agent is what is known of an agent, by the origin of its endpoints.
type agent struct {
	cards    memory[string, seenCard] // by the exchange that brought it
	tasks    memory[string, *task]
	contexts memory[string, time.Time]
	messages memory[string, sentMessage]
	pages    memory[string, *paging] // by the token of the next page
	deleted  memory[string, fact]    // push configurations
	streams  memory[string, *stream]
	callers  memory[string, fact] // by their credentials
	cardless memory[string, fact] // paths at which there is no card
}

func (b *book) agent(origin string) *agent {
	a, ok := b.agents.get(origin)
	if !ok {
		a = &agent{
			cards: memory[string, seenCard]{most: mostCards}, tasks: memory[string, *task]{most: mostTasks},
			contexts: memory[string, time.Time]{most: mostNames}, messages: memory[string, sentMessage]{most: mostNames},
			pages: memory[string, *paging]{most: mostPages}, deleted: memory[string, fact]{most: mostNames},
			streams: memory[string, *stream]{most: mostStreams}, callers: memory[string, fact]{most: mostStreams},
			cardless: memory[string, fact]{most: mostCards},
		}
		b.agents.put(origin, a)
	}
	return a
}

// seenCard is a card, and since when it is known.
type seenCard struct {
	fact
	card *a2a.Card
}

// fact is something that an exchange told, and since when it is known.
type fact struct {
	exchange string
	at       time.Time
}

// note keeps the earlier of two facts.
func (f *fact) note(exchange string, at time.Time) {
	if f.at.IsZero() || at.Before(f.at) {
		*f = fact{exchange, at}
	}
}

// before reports whether another exchange told the fact before this one began.
func (f fact) before(x *wire.Exchange) bool {
	return !f.at.IsZero() && !f.at.After(x.Started) && f.exchange != x.ID
}

// task is what is known of a task.
type task struct {
	named    fact // by an answer
	missing  fact // an answer said that there is none
	context  string
	contexts fact // when that was told
	over     fact
	state    a2a.State // in which it is over
	canceled fact
	reopened fact // a message to it was taken after it was over
	resent   fact // the latest message to it that may open it again was asked for
	owner    string
	owned    fact
	digest   map[string]sum // of its artifacts, as a whole stream brought them
	streamed fact
	last     a2a.State // that was told
	moved    fact      // when it was told first
	endings  []ending  // each terminal state that was told
	moving   []*moving // its streams
}

// task is the record of a task, which is made when there is none.
func (a *agent) task(id string) *task {
	t, ok := a.tasks.get(id)
	if !ok {
		t = &task{}
		a.tasks.put(id, t)
	}
	return t
}

// known is a task that an answer named before an exchange, nil when none did.
func (a *agent) known(id string, x *wire.Exchange) *task {
	if t, ok := a.tasks.get(id); ok && id != "" && t.named.before(x) {
		return t
	}
	return nil
}

// sentMessage is a message that a client sent.
type sentMessage struct {
	fact
	content sum
}

// memory is a map that forgets what was put in first once it holds its most.
type memory[K comparable, V any] struct {
	most   int
	at     map[K]V
	order  []K
	next   int // in order, of what is forgotten next
	forgot bool
}

// get is what is remembered under k.
func (m *memory[K, V]) get(k K) (V, bool) {
	v, ok := m.at[k]
	return v, ok
}

// put remembers v under k.
func (m *memory[K, V]) put(k K, v V) {
	if m.at == nil {
		m.at = map[K]V{}
	}
	if _, known := m.at[k]; known {
		m.at[k] = v
		return
	}
	if len(m.order) < m.most {
		m.order = append(m.order, k)
	} else {
		delete(m.at, m.order[m.next])
		m.forgot = true
		m.order[m.next] = k
		m.next = (m.next + 1) % m.most
	}
	m.at[k] = v
}
