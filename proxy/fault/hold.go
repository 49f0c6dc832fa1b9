package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var holdAction = Action{
	Name: "hold", Summary: "waits for a person, who may edit it. After a time it is forwarded unchanged, or is dropped", Targets: Requests | Responses, NeedsWholeFrame: true, CanWait: true,
	Forms: []Form{{"hold", "waits at most five minutes"}, {"hold 30s", "waits at most 30 seconds"}, {"hold 30s then drop", "is dropped after 30 seconds"}, {"hold for ever", "waits for a decision"}},
	parse: parseHold,
}

// defaultHold is how long something is held if a rule does not say.
const defaultHold = 5 * time.Minute

func parseHold(s *scanner) (Fault, error) {
	h := Hold{Duration: defaultHold, OnTimeout: wire.PassageHeld}
	if s.acceptWord("for") {
		if s.skip(); !s.acceptWord("ever") {
			return nil, s.expectedError(s.offset, `"ever"`)
		}
		h.Duration = Forever
		return h, nil
	}
	var err error
	if at := s.offset; s.hasArgs() && !s.acceptWord("then") {
		if h.Duration, err = s.readDuration(); err != nil {
			return nil, err
		}
	} else {
		s.offset = at
	}
	if !s.acceptWord("then") {
		return h, nil
	}
	s.skip()
	switch {
	case s.acceptWord("drop"):
		h.OnTimeout = wire.PassageDropped
	case !s.acceptWord("forward"):
		return nil, s.expectedError(s.offset, `"drop" or "forward"`)
	}
	return h, nil
}

// Hold waits for a person's decision.
type Hold struct {
	Duration  time.Duration    // Forever: until there is a decision
	OnTimeout wire.PassageKind // PassageHeld or PassageDropped
}

func (h Hold) String() string {
	s := "hold"
	switch h.Duration {
	case defaultHold:
	case Forever:
		return s + " for ever"
	default:
		s += " " + formatDuration(h.Duration)
	}
	if h.OnTimeout == wire.PassageDropped {
		s += " then drop"
	}
	return s
}

func (h Hold) Describe(wire.Side) string {
	const says = "is held until you decide"
	switch {
	case h.Duration == Forever:
		return says
	case h.OnTimeout == wire.PassageDropped:
		return says + ", and is dropped after " + spellDuration(h.Duration)
	}
	return says + ", and is forwarded after " + spellDuration(h.Duration)
}

func (h Hold) Frame(ctx context.Context, w *Work) error {
	p := w.ownPiece()
	if p == nil {
		return nil
	}
	if w.Holder == nil {
		return Problem("nothing can be held here: no person is there to decide")
	}
	began := time.Now()
	r, err := w.Holder.Hold(ctx, h.item(w, p, began))
	if err != nil && isShed(ctx) {
		r, err = wire.Release{Kind: wire.PassageHeld, DecidedBy: "budget"}, nil
	}
	if err != nil {
		return err
	}
	p.HoldTime += int64(time.Since(began))
	p.applyDecision(r, w.Rule)
	return nil
}

func (h Hold) item(w *Work, p *Piece, now time.Time) wire.HeldItem {
	item := wire.HeldItem{
		Exchange: w.Exchange.ID, Session: w.Exchange.Session, Agent: w.Exchange.Agent, Origin: w.Exchange.Origin, Side: w.Side, Frame: w.Frame.Index, Kind: w.Frame.Kind,
		Labels: w.Codec.Labels(), FrameLabels: w.Labels, Raw: p.Raw, Rule: w.Rule, OnTimeout: h.OnTimeout,
	}
	if w.Labels.Doc != nil {
		item.Codec = w.Codec
	}
	if h.Duration != Forever {
		item.Deadline = now.Add(h.Duration)
	}
	return item
}

// applyDecision marks a piece according to a decision. A drop or an edit by a person is not
// attributed to the rule.
func (p *Piece) applyDecision(r wire.Release, rule string) {
	by := ""
	if r.DecidedBy == "timeout" {
		by = rule
	}
	switch {
	case r.Kind == wire.PassageDropped:
		p.Kind, p.Rule, p.Raw = wire.PassageDropped, by, nil
	case r.Kind == wire.PassageEdited:
		p.Kind, p.Rule, p.Raw = wire.PassageEdited, by, r.Raw
	case p.Kind == wire.PassageAsIs || p.Kind == wire.PassageDelayed:
		p.Kind, p.Rule = wire.PassageHeld, rule
	}
}
