package rule

import (
	"bytes"
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// pace is a limit on the speed of sending, and the rule that set it.
type pace struct {
	bytes int // per second; 0 means unlimited
	run   *ruleRun
}

// send sends what rules made of a frame, and the pieces that waited for it.
func (g *gate) send(ctx context.Context, job *fault.Work, o *sideEffects, out wire.FrameSender) error {
	if job.BytesPerSecond > 0 {
		g.pace.bytes, g.pace.run = job.BytesPerSecond, o.pace
	}
	trimCut(job, o)
	stripBOM(job)
	for _, p := range job.Pieces {
		if err := g.deliver(ctx, p, p.FramesBack, out); err != nil {
			return err
		}
	}
	if job.Cut != fault.CutNone {
		return g.abort(job, o, out)
	}
	if off := g.abortIfDropped(job); off != nil {
		return off
	}
	if err := g.sendDue(ctx, job, out); err != nil {
		return err
	}
	if job.Stall > 0 {
		return fault.Sleep(ctx, job.Stall)
	}
	return nil
}

// trimCut removes the part of a frame that is not sent because the direction is cut there.
func trimCut(job *fault.Work, o *sideEffects) {
	last := -1
	for i := range job.Pieces {
		p := &job.Pieces[i]
		if job.Cut == fault.CutBefore && p.Kind != wire.PassageInjected {
			p.Kind, p.Rule, p.Raw = wire.PassageDropped, o.cut.Text, nil
		}
		if p.Kind != wire.PassageDropped {
			last = i
		}
	}
	if job.Cut == fault.CutMiddle && last >= 0 {
		p := &job.Pieces[last]
		p.Kind, p.Rule, p.Raw = wire.PassageEdited, o.cut.Text, p.Raw[:len(p.Raw)/2]
	}
}

// abort ends the direction. Waiting pieces are recorded as dropped.
func (g *gate) abort(job *fault.Work, o *sideEffects, out wire.FrameSender) error {
	g.delay(job)
	for _, l := range g.delayed {
		if err := out.Send(wire.Passage{Kind: wire.PassageDropped, Rule: o.cut.Text, FramesBack: job.Frame.Index - l.frame}, nil); err != nil {
			return err
		}
	}
	g.delayed = nil
	return &wire.AbortError{Rule: o.cut.Text, Message: "A rule of the console cut the connection"}
}

// abortIfDropped returns an AbortError if the body or message of a request is dropped, so that the
// agent is not called. On a WebSocket it does nothing: only the message is missing.
func (g *gate) abortIfDropped(job *fault.Work) error {
	if g.side != wire.Request || g.isSocket || !job.IsDropped() || len(job.Deferred) > 0 {
		return nil
	}
	off := &wire.AbortError{Message: "A person dropped the request"}
	for _, p := range job.Pieces {
		if p.Rule != "" {
			off.Rule, off.Message = p.Rule, "A rule of the console dropped the request"
		}
	}
	return off
}

// sendDue sends what waited for the current frame, and keeps what waits for later ones.
func (g *gate) sendDue(ctx context.Context, job *fault.Work, out wire.FrameSender) error {
	var wait []delayedPiece
	for i := range g.delayed {
		l := g.delayed[i]
		if job.Frame.Kind != wire.Comment {
			l.Frames--
		}
		if l.Frames > 0 {
			wait = append(wait, l)
			continue
		}
		if err := g.deliver(ctx, l.Piece, job.Frame.Index-l.frame, out); err != nil {
			return err
		}
	}
	g.delayed = wait
	g.delay(job)
	return nil
}

func (g *gate) delay(job *fault.Work) {
	for _, l := range job.Deferred {
		g.delayed = append(g.delayed, delayedPiece{l, job.Frame.Index})
	}
}

// bom is the byte order mark, which is valid only at the start of a stream.
var bom = []byte("\xEF\xBB\xBF")

// stripBOM removes the byte order mark of the first event from pieces that are not sent first.
func stripBOM(job *fault.Work) {
	if job.Frame.Index > 0 || job.Frame.Kind != wire.SSE || !bytes.HasPrefix(job.Frame.Raw, bom) {
		return
	}
	first := true
	for i := range job.Pieces {
		p := &job.Pieces[i]
		if !first && bytes.HasPrefix(p.Raw, bom) {
			p.Raw = p.Raw[len(bom):]
			if p.Kind == wire.PassageAsIs {
				p.Kind, p.Rule = wire.PassageEdited, job.Pieces[0].Rule
			}
		}
		first = first && p.Kind == wire.PassageDropped
	}
	for i := range job.Deferred {
		job.Deferred[i].Raw = bytes.TrimPrefix(job.Deferred[i].Raw, bom)
	}
}

// deliver sends a piece, at the pace that a rule may have set.
func (g *gate) deliver(ctx context.Context, p fault.Piece, back int, out wire.FrameSender) error {
	p.FramesBack = back
	if p.Kind == wire.PassageDropped {
		return out.Send(p.Passage, nil)
	}
	if g.pace.run != nil && g.pace.run.disabled.Load() {
		g.pace = pace{}
	}
	if g.pace.bytes == 0 || len(p.Raw) == 0 {
		return out.Send(p.Passage, p.Raw)
	}
	if p.Kind == wire.PassageAsIs {
		p.Kind, p.Rule = wire.PassageDelayed, g.pace.run.Text
	}
	return g.sendPaced(ctx, p, out)
}

// sendPaced sends a piece in slices of a tenth of a second's bytes, and waits after each.
func (g *gate) sendPaced(ctx context.Context, p fault.Piece, out wire.FrameSender) error {
	send := func(raw []byte) error { return out.Send(p.Passage, raw) }
	for raw := p.Raw; len(raw) > 0; send = out.SendMore {
		n := min(len(raw), max(1, min(g.pace.bytes/10, 64<<10)))
		if err := send(raw[:n]); err != nil {
			return err
		}
		raw = raw[n:]
		if err := fault.Sleep(ctx, time.Duration(n)*time.Second/time.Duration(g.pace.bytes)); err != nil {
			return err
		}
	}
	return nil
}
