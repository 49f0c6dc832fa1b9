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

// maxHistory bounds the remembered items, whose pages say what became of them.
const maxHistory = 200

// history remembers recently held items. Safe for concurrent use.
type history struct {
	mu        sync.Mutex
	list      []wire.HeldItem         // without their bytes, oldest first
	decisions map[string]wire.Passage // decisions made in this console, by id
}

func (p *history) add(h wire.HeldItem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.ContainsFunc(p.list, func(o wire.HeldItem) bool { return o.ID == h.ID }) {
		return
	}
	h.Raw, h.Codec, h.FrameLabels.Doc = nil, nil, nil
	if p.list = append(p.list, h); len(p.list) > maxHistory {
		delete(p.decisions, p.list[0].ID)
		p.list = slices.Clone(p.list[1:])
	}
}

func (p *history) setDecision(id string, how wire.PassageKind, after time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.ContainsFunc(p.list, func(o wire.HeldItem) bool { return o.ID == id }) {
		return
	}
	if p.decisions == nil {
		p.decisions = map[string]wire.Passage{}
	}
	p.decisions[id] = wire.Passage{Kind: how, HoldTime: int64(after)}
}

// decision returns what was decided about an item, if it was decided here.
func (p *history) decision(id string) (wire.Passage, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, ok := p.decisions[id]
	return d, ok
}

func (p *history) get(id string) (wire.HeldItem, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, func(h wire.HeldItem) bool { return h.ID == id })
	if i < 0 {
		return wire.HeldItem{}, false
	}
	return p.list[i], true
}

// departedItem is an item that is no longer held, and what happened to it.
type departedItem struct {
	ID       string
	Title    string // what it was
	Text     string // what happened to it
	Exchange string // id; "" if unknown
	Lost     bool   // nobody decided: the client or the agent left
	Open     bool   // its passage is not on record yet
}

// findDeparted finds out what happened to an item that is no longer held.
func (s *Screen) findDeparted(ctx context.Context, id string) *departedItem {
	h, known := s.history.get(id)
	if !known {
		return &departedItem{ID: id, Title: "This", Text: "It was forwarded or dropped, or one of the two sides disconnected."}
	}
	g := &departedItem{ID: id, Title: heldView{HeldItem: h}.title(), Exchange: h.Exchange}
	x, err := s.Library.Exchange(ctx, h.Exchange)
	if err != nil {
		g.Exchange = ""
	}
	if p, ok := s.passageOf(ctx, h); ok {
		g.Text = passageOutcome(h, p)
		return g
	}
	if p, ok := s.history.decision(id); ok {
		g.Text = passageOutcome(h, p)
		return g
	}
	switch {
	case err == nil && x.Outcome == wire.Cancelled:
		g.Text, g.Lost = "The client disconnected while it was held.", true
	case err == nil && (x.Outcome == wire.Cut || x.Outcome == wire.Unreachable):
		g.Text, g.Lost = "The connection to the agent broke while it was held.", true
	case err == nil && x.Outcome == wire.Interrupted:
		g.Text, g.Lost = "The exchange was interrupted while it was held.", true
	case !h.Deadline.IsZero() && !s.Web.Now().Before(h.Deadline):
		g.Text = "The hold timed out: it " + map[bool]string{true: "was dropped.", false: "was forwarded unchanged."}[h.OnTimeout == wire.PassageDropped]
	default:
		g.Text, g.Open = "It was forwarded or dropped.", err == nil && x.Outcome == wire.Open
	}
	return g
}

func (s *Screen) passageOf(ctx context.Context, h wire.HeldItem) (wire.Passage, bool) {
	list, err := s.Library.Passages(ctx, h.Exchange)
	if err != nil {
		return wire.Passage{}, false
	}
	i := slices.IndexFunc(list, func(p wire.Passage) bool {
		return p.Side == h.Side && p.Frame == h.Frame && p.Kind != wire.PassageInjected && !p.At.Before(h.HeldAt)
	})
	if i < 0 {
		return wire.Passage{}, false
	}
	return list[i], true
}

func passageOutcome(h wire.HeldItem, p wire.Passage) string {
	after := ""
	if p.HoldTime > 0 {
		after = " after " + part.Duration(time.Duration(p.HoldTime))
	}
	switch p.Kind {
	case wire.PassageDropped:
		return "It was dropped" + after + "."
	case wire.PassageEdited:
		return "It was forwarded edited" + after + "."
	case wire.PassageHeld, wire.PassageDelayed:
		return "It was forwarded unchanged" + after + "."
	}
	_, word := record.PassedMark(p.Kind)
	return "It was " + word + after + "."
}
