package judge

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
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
	agents memory[agent]
	hooks  memory[hook]     // by the address of the webhook
	bases  memory[struct{}] // origins of receivers whose deliveries are on record
	clock  time.Time        // when the last exchange ended
}

func (b *book) agent(key string) *agent {
	a := b.agents.get(key, mostAgents)
	if a.site == nil {
		a.site = &site{endpoints: map[a2a.Binding][][]string{}}
	}
	return a
}

// called is the agent that a call was made to. An origin may have several, at paths
// of their own: two endpoints of one binding are of one agent only where a card names both.
func (b *book) called(x *wire.Exchange, binding a2a.Binding) *agent {
	own := b.agent(x.Agent)
	if binding != a2a.JSONRPC && binding != a2a.REST || x.Origin == wire.Push {
		return own
	}
	at := session.Endpoints(x, binding, registry.Having(func(v *version.Version) bool { return v.REST != nil })...)
	all := own.endpoints[binding]
	i := slices.IndexFunc(all, func(one []string) bool { return meet(one, at) })
	switch {
	case i != 0 && len(all) > 0 && own.names(all[0], at):
		all[0], i = append(all[0], at...), 0
	case i < 0:
		all = append(all[:min(len(all), mostAgents)], at)
		i, own.endpoints[binding] = len(all)-1, all
	}
	if i == 0 {
		return own
	}
	other := b.agent(all[i][0] + "/") // no origin ends so
	other.site = own.site
	return other
}

// meet reports whether two lists have something in common.
func meet(some, others []string) bool {
	return slices.ContainsFunc(some, func(one string) bool { return slices.Contains(others, one) })
}

// names reports whether a card names endpoints of two lists.
func (s *site) names(some, others []string) bool {
	for _, c := range s.cards.byName {
		if meet(c.paths, pathsOf(some)) && meet(c.paths, pathsOf(others)) {
			return true
		}
	}
	return false
}

// pathsOf are the paths of URLs.
func pathsOf(urls []string) (paths []string) {
	for _, url := range urls {
		at, _ := place(url)
		paths = append(paths, strings.TrimSuffix(at.Path, "/"))
	}
	return paths
}

// site is what is known of an origin.
type site struct {
	cards     memory[seenCard]           // by the exchange that brought it
	cardless  memory[fact]               // paths at which there is no card
	endpoints map[a2a.Binding][][]string // those of each agent, the one first that was called first
}

// agent is what is known of an agent.
type agent struct {
	*site
	tasks    memory[task]
	contexts memory[fact]
	messages memory[sentMessage]
	pages    memory[paging] // by the token of the next page
	deleted  memory[fact]   // push configurations
	streams  memory[stream]
	callers  memory[fact] // by their credentials
}

// seenCard is a card, and since when it is known.
type seenCard struct {
	fact
	card  *a2a.Card
	paths []string // of its interfaces
}

// fact is something that an exchange told, and since when it is known.
type fact struct {
	exchange string
	time     time.Time
}

// note keeps the earlier of two facts, and reports whether that is the new one.
func (f *fact) note(other fact) bool {
	earlier := f.time.IsZero() || other.time.Before(f.time)
	if earlier {
		*f = other
	}
	return earlier
}

// isBefore reports whether another exchange told the fact before this one began; nil is what
// none told.
func (f *fact) isBefore(x *wire.Exchange) bool {
	return f != nil && !f.time.IsZero() && !f.time.After(x.Started) && f.exchange != x.ID
}

// task is what is known of a task.
type task struct {
	answered fact // by an answer
	missing  fact // an answer said that there is none
	context  string
	contexts fact // when that was told
	ending   fact
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

func (a *agent) task(id string) *task { return a.tasks.get(id, mostTasks) }

// taskBefore is a task that an answer named before an exchange, nil when none did.
func (a *agent) taskBefore(id string, x *wire.Exchange) *task {
	if t := a.tasks.byName[id]; id != "" && t != nil && t.answered.isBefore(x) {
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
type memory[V any] struct {
	byName map[string]*V
	order  []string
	next   int // in order, of what is forgotten next
	forgot bool
}

// get is what is remembered under a name, nothing yet where the name is new.
func (m *memory[V]) get(name string, most int) *V {
	if v, known := m.byName[name]; known {
		return v
	}
	return m.put(name, new(V), most)
}

// put remembers v under a name.
func (m *memory[V]) put(name string, v *V, most int) *V {
	if m.byName == nil {
		m.byName = map[string]*V{}
	}
	switch _, known := m.byName[name]; {
	case known:
	case len(m.order) < most:
		m.order = append(m.order, name)
	default:
		delete(m.byName, m.order[m.next])
		m.forgot = true
		m.order[m.next] = name
		m.next = (m.next + 1) % most
	}
	m.byName[name] = v
	return v
}
