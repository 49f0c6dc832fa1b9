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

// Limits of what is remembered, in all, per session or per agent.
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

type book struct {
	agents memory[agent]
	hooks  memory[hook]     // by the webhook's URL
	bases  memory[struct{}] // origins of receivers with recorded deliveries
	clock  time.Time        // the end of the last exchange
}

func (b *book) agent(key string) *agent {
	a := b.agents.get(key, mostAgents)
	if a.site == nil {
		a.site = &site{endpoints: map[a2a.Binding][][]string{}}
	}
	return a
}

// called returns the agent that a call was made to. An origin may have several agents at different paths: two
// endpoints of one binding belong to one agent only if a card names both.
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
	other := b.agent(all[i][0] + "/") // no origin ends like this
	other.site = own.site
	return other
}

func meet(some, others []string) bool {
	return slices.ContainsFunc(some, func(one string) bool { return slices.Contains(others, one) })
}

// names reports whether one card names endpoints of both lists.
func (s *site) names(some, others []string) bool {
	for _, c := range s.cards.byName {
		if meet(c.paths, pathsOf(some)) && meet(c.paths, pathsOf(others)) {
			return true
		}
	}
	return false
}

func pathsOf(urls []string) (paths []string) {
	for _, url := range urls {
		at, _ := place(url)
		paths = append(paths, strings.TrimSuffix(at.Path, "/"))
	}
	return paths
}

type site struct {
	cards     memory[seenCard]           // by the exchange that fetched it
	cardless  memory[fact]               // paths without a card
	endpoints map[a2a.Binding][][]string // by agent, in the order of their first calls
}

type agent struct {
	*site
	tasks    memory[task]
	contexts memory[fact]
	messages memory[sentMessage]
	pages    memory[paging] // by the token of the next page
	deleted  memory[fact]   // the push configurations that calls deleted
	streams  memory[stream]
	callers  memory[fact] // by their credentials
}

// seenCard is a card and the fact that first showed it.
type seenCard struct {
	fact
	card  *a2a.Card
	paths []string // of its interfaces
}

// fact is something that an exchange showed, and when it became known.
type fact struct {
	exchange string
	time     time.Time
}

// note keeps the earlier of two facts and reports whether that is the new one.
func (f *fact) note(other fact) bool {
	earlier := f.time.IsZero() || other.time.Before(f.time)
	if earlier {
		*f = other
	}
	return earlier
}

// isBefore reports whether another exchange showed the fact before x began. A nil fact was never shown.
func (f *fact) isBefore(x *wire.Exchange) bool {
	return f != nil && !f.time.IsZero() && !f.time.After(x.Started) && f.exchange != x.ID
}

type task struct {
	answered fact // an answer named it
	missing  fact // an answer said that it does not exist
	context  string
	contexts fact // the first mention of context
	ending   fact
	state    a2a.State // the terminal state that ending showed
	canceled fact
	reopened fact // a message was accepted after the task was over
	resent   fact // the latest request with a message that may reopen it
	owner    string
	owned    fact
	digest   map[string]sum // of its artifacts, as brought by a complete stream
	streamed fact
	last     a2a.State // the last known state
	moved    fact      // the first mention of last
	endings  []ending  // each terminal state that was reported
	moving   []*moving // its streams
}

func (a *agent) task(id string) *task { return a.tasks.get(id, mostTasks) }

// taskBefore returns a task that an answer named before x, nil for none.
func (a *agent) taskBefore(id string, x *wire.Exchange) *task {
	if t := a.tasks.byName[id]; id != "" && t != nil && t.answered.isBefore(x) {
		return t
	}
	return nil
}

type sentMessage struct {
	fact
	content sum
}

// memory is a map of bounded size that forgets the oldest entries.
type memory[V any] struct {
	byName map[string]*V
	order  []string
	next   int // index in order of the next entry to forget
	forgot bool
}

// get returns the value for a name, a new one if the name is unknown.
func (m *memory[V]) get(name string, most int) *V {
	if v, known := m.byName[name]; known {
		return v
	}
	return m.put(name, new(V), most)
}

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
