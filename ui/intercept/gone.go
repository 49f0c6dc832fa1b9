package intercept

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// pastKept is how much of what was held is remembered, for those who ask where it went.
const pastKept = 200

// past remembers what was held lately. Safe for concurrent use.
type past struct {
	mu   sync.Mutex
	list []wire.HeldItem         // without their bytes, oldest first
	did  map[string]wire.Passage // what somebody decided here, by id
}

// saw remembers something that is held.
func (p *past) saw(h wire.HeldItem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.ContainsFunc(p.list, func(o wire.HeldItem) bool { return o.ID == h.ID }) {
		return
	}
	h.Raw, h.Passing, h.Says.Doc = nil, nil, nil
	if p.list = append(p.list, h); len(p.list) > pastKept {
		delete(p.did, p.list[0].ID)
		p.list = slices.Clone(p.list[1:])
	}
}

// decided remembers what was done with something that is held, after how long.
func (p *past) decided(id string, how wire.Passed, after time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.ContainsFunc(p.list, func(o wire.HeldItem) bool { return o.ID == id }) {
		return
	}
	if p.did == nil {
		p.did = map[string]wire.Passage{}
	}
	p.did[id] = wire.Passage{How: how, Held: int64(after)}
}

// decision is what was decided here of something, and whether that was done.
func (p *past) decision(id string) (wire.Passage, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, ok := p.did[id]
	return d, ok
}

func (p *past) of(id string) (wire.HeldItem, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, func(h wire.HeldItem) bool { return h.ID == id })
	if i < 0 {
		return wire.HeldItem{}, false
	}
	return p.list[i], true
}

// gone is what was held, and where it went.
type gone struct {
	ID       string
	What     string // it was
	Says     string // where it went
	Exchange string // id, "" where it is not known
	Lost     bool   // nobody decided: the client or the agent went away
	Open     bool   // that is not on record yet
}

// wentWhere says what became of something that is not held any more.
func (s *Screen) wentWhere(ctx context.Context, id string) *gone {
	h, known := s.past.of(id)
	if !known {
		return &gone{ID: id, What: "This", Says: "It went on, or was dropped, or one of the two sides went away."}
	}
	g := &gone{ID: id, What: held{HeldItem: h}.title(), Exchange: h.Exchange}
	x, err := s.Library.Exchange(ctx, h.Exchange)
	if err != nil {
		g.Exchange = ""
	}
	if p, ok := s.passageOf(ctx, h); ok {
		g.Says = wentOn(h, p)
		return g
	}
	if p, ok := s.past.decision(id); ok {
		g.Says = wentOn(h, p)
		return g
	}
	switch {
	case err == nil && x.Outcome == wire.Cancelled:
		g.Says, g.Lost = "The client went away while it was held.", true
	case err == nil && (x.Outcome == wire.Cut || x.Outcome == wire.Unreachable):
		g.Says, g.Lost = "The connection to the agent broke while it was held.", true
	case err == nil && x.Outcome == wire.Interrupted:
		g.Says, g.Lost = "The exchange was broken off while it was held.", true
	case !h.Until.IsZero() && !s.Web.Now().Before(h.Until):
		g.Says = "Its time ran out: it " + map[bool]string{true: "was dropped.", false: "was forwarded unchanged."}[h.Then == wire.Dropped]
	default:
		g.Says, g.Open = "It went on, or was dropped.", err == nil && x.Outcome == wire.Open
	}
	return g
}

// passageOf is how something that was held went on, once that is on record.
func (s *Screen) passageOf(ctx context.Context, h wire.HeldItem) (wire.Passage, bool) {
	list, err := s.Library.Passages(ctx, h.Exchange)
	if err != nil {
		return wire.Passage{}, false
	}
	i := slices.IndexFunc(list, func(p wire.Passage) bool {
		return p.Side == h.Side && p.Frame == h.Frame && p.How != wire.Injected && !p.At.Before(h.Since)
	})
	if i < 0 {
		return wire.Passage{}, false
	}
	return list[i], true
}

// wentOn says how something that was held went on.
func wentOn(h wire.HeldItem, p wire.Passage) string {
	after := ""
	if p.Held > 0 {
		after = " after " + part.Took(time.Duration(p.Held))
	}
	switch p.How {
	case wire.Dropped:
		return "It was dropped" + after + "."
	case wire.Edited:
		return "It went on edited" + after + "."
	case wire.Held, wire.Delayed:
		return "It was forwarded unchanged" + after + "."
	}
	_, word := record.PassedMark(p.How)
	return "It was " + word + after + "."
}
