package ui

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// errNotThere is the fakes' error for an unknown id.
var errNotThere = wire.ErrNotFound

// fakeRecord is a record in memory: Library, Desk, Taps and Directory of the
// tests. The zero value is empty. Safe for concurrent use.
type fakeRecord struct {
	mu          sync.Mutex
	beside      int            // sessions open besides the recorded one
	sessions    []wire.Session // newest first
	exchanges   []wire.Exchange
	chunks      map[string][]wire.Chunk   // by exchange
	gaps        []wire.Gap                // of sessions
	passages    map[string][]wire.Passage // by exchange
	taps        []host.Tap
	undeletable error // returned by Delete
	agents      []wire.Agent
	paused      bool
	health      string
	version     int64
	bells       []chan struct{}
	findings    map[string][]wire.Finding
	mutes       []wire.Mute
	unread      int             // exchanges of an older version
	examined    map[string]bool // sessions of examinations of agents
	listed      func()          // called when all sessions are read; nil for nothing
}

func (f *fakeRecord) Gaps(_ context.Context, session string) ([]wire.Gap, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(f.gaps), func(g wire.Gap) bool { return session != "" && g.Session != session }), nil
}

func (f *fakeRecord) Findings(_ context.Context, exchange string) ([]wire.Finding, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.findings[exchange], nil
}

func (f *fakeRecord) CheckCounts(_ context.Context, session string) (met []wire.CheckCount, unread int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.exchanges {
		for _, found := range f.findings[x.ID] {
			if session != "" && x.Session != session {
				continue
			}
			i := slices.IndexFunc(met, func(m wire.CheckCount) bool { return m.Check == found.Check })
			if i < 0 {
				i, met = len(met), append(met, wire.CheckCount{Check: found.Check})
			}
			if session == "" && f.examined[x.Session] {
				met[i].ExaminedExchanges++
				continue
			}
			met[i].Severity = wire.MaxSeverity(met[i].Severity, found.Severity)
			met[i].Exchanges, met[i].Times = met[i].Exchanges+1, met[i].Times+found.Times
		}
	}
	return met, f.unread, nil
}

func (f *fakeRecord) Mutes(context.Context) ([]wire.Mute, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.mutes, nil
}

func (f *fakeRecord) Passages(_ context.Context, exchange string) ([]wire.Passage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.passages[exchange], nil
}

// put adds an exchange, or changes the one with its id, and rings.
func (f *fakeRecord) put(x wire.Exchange, chunks ...wire.Chunk) wire.Exchange {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.version++
	x.Version = f.version
	i := slices.IndexFunc(f.exchanges, func(o wire.Exchange) bool { return o.ID == x.ID })
	if i >= 0 {
		x.Seq = f.exchanges[i].Seq
		f.exchanges[i] = x
	} else {
		x.Seq = int64(len(f.exchanges) + 1)
		f.exchanges = append(f.exchanges, x)
	}
	if f.chunks == nil {
		f.chunks = map[string][]wire.Chunk{}
	}
	for _, c := range chunks {
		c.Exchange = x.ID
		f.chunks[x.ID] = append(f.chunks[x.ID], c)
	}
	f.ring()
	return x
}

// ring rings as after a commit. The caller holds the lock.
func (f *fakeRecord) ring() {
	for _, b := range f.bells {
		select {
		case b <- struct{}{}:
		default:
		}
	}
}

func (f *fakeRecord) Exchanges(_ context.Context, q wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	limit := cmp.Or(p.Limit, 200)
	var out []wire.Exchange
	for _, x := range f.exchanges {
		if fakeMatch(q, x) && (p.Before == 0 || x.Seq < p.Before) && x.Seq > p.After {
			out = append(out, x)
		}
	}
	if len(out) > limit {
		if p.After > 0 {
			out = out[:limit]
		} else {
			out = out[len(out)-limit:]
		}
	}
	slices.Reverse(out)
	return out, nil
}

func (f *fakeRecord) Count(ctx context.Context, q wire.Filter, _ *wire.Search) (int, error) {
	xs, err := f.Exchanges(ctx, q, wire.Page{Limit: math.MaxInt})
	return len(xs), err
}

// Sorted supports the orders by duration and time.
func (f *fakeRecord) Sorted(ctx context.Context, q wire.Filter, o wire.Order, from, limit int, _ *wire.Search) (wire.SortedExchanges, error) {
	xs, err := f.Exchanges(ctx, q, wire.Page{Limit: wire.MaxSorted})
	out := wire.SortedExchanges{Total: len(xs), Complete: true}
	if len(xs) > 0 {
		out.NewestSeq = xs[0].Seq
	}
	slices.SortStableFunc(xs, func(a, b wire.Exchange) int {
		if o.Descending {
			a, b = b, a
		}
		if o.Column == "duration" {
			return cmp.Compare(a.Duration(time.Time{}), b.Duration(time.Time{}))
		}
		return cmp.Compare(a.Seq, b.Seq)
	})
	if i := slices.IndexFunc(xs, func(x wire.Exchange) bool { return x.Seq == o.AroundSeq }); i >= 0 {
		from = i / limit * limit
	}
	out.Offset, out.Exchanges = from, xs[min(from, len(xs)):min(from+limit, len(xs))]
	return out, err
}

func (f *fakeRecord) Changed(_ context.Context, q wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []wire.Exchange
	for _, x := range f.exchanges {
		if x.Version > since && fakeMatch(q, x) {
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b wire.Exchange) int { return cmp.Compare(a.Version, b.Version) })
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, nil
}

// Versions changes with sessions, gaps and agents.
func (f *fakeRecord) Versions(context.Context) (wire.Versions, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := func(v any) int64 {
		h := fnv.New32a()
		fmt.Fprintf(h, "%+v", v)
		return int64(h.Sum32())
	}
	said := slices.Clone(f.sessions)
	for i := range said { // exchanges change these, and have their own version
		said[i].Exchanges, said[i].Bytes, said[i].Errors = 0, 0, 0
	}
	return wire.Versions{Exchanges: f.version, Sessions: sum([]any{said, f.gaps}), Agents: sum(f.agents)}, nil
}

func (f *fakeRecord) ChangesSince(ctx context.Context, since wire.Versions, limit int) (wire.Versions, []wire.Exchange, error) {
	now, err := f.Versions(ctx)
	if err != nil {
		return since, nil, err
	}
	xs, err := f.Changed(ctx, wire.Filter{}, since.Exchanges, limit)
	return now, xs, err
}

func (f *fakeRecord) Exchange(_ context.Context, id string) (wire.Exchange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.exchanges {
		if x.ID == id {
			return x, nil
		}
	}
	return wire.Exchange{}, errNotThere
}

func (f *fakeRecord) Chunks(_ context.Context, id string, side wire.Side, from, limit int64) ([]wire.Chunk, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []wire.Chunk
	var n int64
	for _, c := range f.chunks[id] {
		if c.Side != side || c.Offset+int64(len(c.Data)) <= from {
			continue
		}
		if limit > 0 && n >= limit {
			break
		}
		n += int64(len(c.Data))
		out = append(out, c)
	}
	return out, nil
}

func (f *fakeRecord) Watch() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bells = append(f.bells, c)
	return c, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.bells = slices.DeleteFunc(f.bells, func(o chan struct{}) bool { return o == c })
	}
}

func (f *fakeRecord) Health() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.health
}

func (f *fakeRecord) Current() wire.Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.sessions) == 0 {
		return wire.Session{}
	}
	return f.called()[0]
}

func (f *fakeRecord) Paused() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.paused
}

func (f *fakeRecord) UnrecordedCount() int {
	if f.Paused() {
		return 12
	}
	return 0
}

func (f *fakeRecord) Pending(context.Context) (wire.Pending, error) {
	return wire.Pending{Journal: 12, Unindexed: 3}, nil
}

func (f *fakeRecord) Pause(paused bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.paused = paused
}

func (f *fakeRecord) Taps() []host.Tap { return f.taps }

func (f *fakeRecord) Open(_ context.Context, agent string) (host.Tap, error) {
	origin := wire.OriginOf(agent)
	for _, t := range f.taps {
		if t.Agent == origin {
			return t, nil
		}
	}
	t := host.Tap{Agent: origin, Paths: []string{agent[len(origin):]}, URL: fmt.Sprintf("http://127.0.0.1:%d", 7421+len(f.taps))}
	f.taps = append(f.taps, t)
	return t, nil
}

func (f *fakeRecord) Close(_ context.Context, origin string) error {
	f.taps = slices.DeleteFunc(f.taps, func(t host.Tap) bool { return t.Agent == origin })
	return nil
}

func (f *fakeRecord) Agents(context.Context) ([]wire.Agent, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.agents), nil
}

func (f *fakeRecord) SaveAgent(_ context.Context, a wire.Agent) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.agents = append(slices.DeleteFunc(f.agents, func(o wire.Agent) bool { return o.Origin == a.Origin }), a)
	return nil
}

// Breaches returns the findings of exchanges, by agent. The fake attributes all to the agent.
func (f *fakeRecord) Breaches(_ context.Context, session string) (all []wire.Breach, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.exchanges {
		for _, found := range f.findings[x.ID] {
			if session != "" && x.Session != session || session == "" && f.examined[x.Session] {
				continue
			}
			i := slices.IndexFunc(all, func(b wire.Breach) bool { return b.Check == found.Check && b.Agent == x.Agent })
			if i < 0 {
				i, all = len(all), append(all, wire.Breach{Check: found.Check, Agent: x.Agent})
			}
			if found.Severity != "info" {
				all[i].ByAgent++
			}
			all[i].Severity = wire.MaxSeverity(all[i].Severity, found.Severity)
		}
	}
	return all, nil
}
