package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var holdAction = Action{
	Name: "hold", Does: "waits for a person, who may edit it. After a time it is forwarded unchanged, or is dropped", On: Requests | Responses, Whole: true, Waits: true,
	Forms: []Form{{"hold", "waits five minutes at most"}, {"hold 30s", "waits 30 seconds at most"}, {"hold 30s then drop", "is dropped then"}, {"hold for ever", "waits for a decision"}},
	parse: parseHold,
}

// holdTime is how long something is held where a rule does not say.
const holdTime = 5 * time.Minute

func parseHold(s *scan) (Fault, error) {
	h := Hold{For: holdTime, Then: wire.Held}
	if s.is("for") {
		if s.skip(); !s.is("ever") {
			return nil, s.wants(s.at, "ever")
		}
		h.For = Forever
		return h, nil
	}
	var err error
	if at := s.at; s.more() && !s.is("then") {
		if h.For, err = s.duration(); err != nil {
			return nil, err
		}
	} else {
		s.at = at
	}
	if !s.is("then") {
		return h, nil
	}
	s.skip()
	switch {
	case s.is("drop"):
		h.Then = wire.Dropped
	case !s.is("forward"):
		return nil, s.wants(s.at, "drop")
	}
	return h, nil
}

// Hold waits for somebody's decision.
type Hold struct {
	For  time.Duration // Forever: until somebody decides
	Then wire.Passed   // Held or Dropped
}

func (h Hold) String() string {
	s := "hold"
	switch h.For {
	case holdTime:
	case Forever:
		return s + " for ever"
	default:
		s += " " + short(h.For)
	}
	if h.Then == wire.Dropped {
		s += " then drop"
	}
	return s
}

// Words is of Fault.
func (h Hold) Words(wire.Side) string {
	const says = "is held until you decide"
	switch {
	case h.For == Forever:
		return says
	case h.Then == wire.Dropped:
		return says + ", and is dropped after " + spelled(h.For)
	}
	return says + ", and goes on after " + spelled(h.For)
}

// Frame is of OnFrame.
func (h Hold) Frame(ctx context.Context, w *Work) error {
	p := w.own()
	if p == nil {
		return nil
	}
	if w.Holder == nil {
		return Problem("nothing can be held here: no person is there to decide")
	}
	began := time.Now()
	r, err := w.Holder.Hold(ctx, h.item(w, p, began))
	if err != nil && crowded(ctx) {
		r, err = wire.Release{How: wire.Held, By: "budget"}, nil
	}
	if err != nil {
		return err
	}
	p.Held += int64(time.Since(began))
	p.release(r, w.Rule)
	return nil
}

// item is what is held.
func (h Hold) item(w *Work, p *Piece, now time.Time) wire.HeldItem {
	item := wire.HeldItem{
		Exchange: w.About.ID, Session: w.About.Session, Agent: w.About.Agent, Origin: w.About.Origin, Side: w.Side, Frame: w.Frame.Index, Kind: w.Frame.Kind,
		Labels: w.Passing.Labels(), Says: w.Says, Raw: p.Raw, Rule: w.Rule, Then: h.Then,
	}
	if w.Says.Doc != nil {
		item.Passing = w.Passing
	}
	if h.For != Forever {
		item.Until = now.Add(h.For)
	}
	return item
}

// release marks a piece by what was decided. What a person did has no rule.
func (p *Piece) release(r wire.Release, rule string) {
	by := ""
	if r.By == "timeout" {
		by = rule
	}
	switch {
	case r.How == wire.Dropped:
		p.How, p.Rule, p.Raw = wire.Dropped, by, nil
	case r.How == wire.Edited:
		p.How, p.Rule, p.Raw = wire.Edited, by, r.Raw
	case p.How == wire.AsIs || p.How == wire.Delayed:
		p.How, p.Rule = wire.Held, rule
	}
}
