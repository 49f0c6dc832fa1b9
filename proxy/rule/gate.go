package rule

import (
	"context"
	"errors"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// gate applies rules to one side of an exchange. It is a wire.Gate.
type gate struct {
	*exchange
	side  wire.Side
	rules []*ruleRun

	task, context string // latest ids seen in the exchange
	frames        int    // frames that arrived
	delayed       []delayedPiece
	pace          pace
}

// delayedPiece is a piece that waits for later frames.
type delayedPiece struct {
	fault.DeferredPiece
	frame int // index of its frame
}

// Head implements wire.Gate.
func (g *gate) Head(ctx context.Context, h *wire.Head) error {
	if g.side == wire.Request {
		return nil
	}
	g.codec.SetResponseHead(h)
	for _, w := range g.rules {
		if !w.heads || w.disabled.Load() || !w.draw(g.side, -1) {
			continue
		}
		job := g.newWork(w, nil, nil)
		for i := range w.actions {
			if err := g.onHead(ctx, w, &w.actions[i], job, h); err != nil {
				return err
			}
		}
		g.noteShed(ctx, []*ruleRun{w})
	}
	return nil
}

func (g *gate) onHead(ctx context.Context, w *ruleRun, a *boundAction, job *fault.Work, h *wire.Head) error {
	f, ok := a.Fault.(fault.HeadFault)
	if !ok || !a.isHeadFault() {
		return nil
	}
	g.noteFired(w)
	err := f.Head(ctx, job, h)
	if problem, is := problemOf(err); is {
		g.noteFailed(w.activeRule, problem)
		return nil
	}
	return err
}

// newWork returns the input of a rule's actions for a frame.
func (g *gate) newWork(w *ruleRun, f *wire.Frame, s *frameContent) *fault.Work {
	job := &fault.Work{Side: g.side, Codec: g.codec, Exchange: g.about, Holder: g.set.opts.Holder}
	if f != nil {
		job.Frame, job.Labels = *f, s.FrameLabels
		job.Pieces = []fault.Piece{{Passage: wire.Passage{Kind: wire.PassageAsIs}, Raw: f.Raw}}
	}
	if w != nil {
		g.handTo(w, job)
	}
	return job
}

// handTo passes the work on to the next rule.
func (g *gate) handTo(w *ruleRun, job *fault.Work) {
	job.Rule, job.Nth = w.Text, int(w.nth)
	if w.isRandom {
		job.Rand = w.randomness.forFrame(g.side, g.frames-1).newRand()
	}
}

// Frame implements wire.Gate.
func (g *gate) Frame(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
	g.frames = f.Index + 1
	if f.Partial { // a piece sent after a partial frame would seem to be part of it
		if err := g.flush(ctx, f.Index, out); err != nil {
			return err
		}
	}
	s := g.read(&f)
	list := g.matching(&f, s)
	if len(list) == 0 && len(g.delayed) == 0 && g.pace.bytes == 0 {
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	}
	job := g.newWork(nil, &f, s)
	o := sideEffects{pace: g.pace.run}
	for _, w := range list {
		if job.IsDropped() && len(job.Deferred) == 0 {
			break
		}
		g.handTo(w, job)
		if err := g.applyRule(ctx, w, job, &o); err != nil {
			return err
		}
	}
	if err := g.send(ctx, job, &o, out); err != nil {
		return err
	}
	return g.flushShed(ctx, &f, list, out)
}

// flushShed sends everything that waits for later frames if the hold budget is exceeded. list are the rules
// that act on the current frame.
func (g *gate) flushShed(ctx context.Context, f *wire.Frame, list []*ruleRun, out wire.FrameSender) error {
	if !errors.Is(context.Cause(ctx), wire.ErrHoldBudget) {
		return nil
	}
	for _, w := range g.rules {
		if !slices.Contains(list, w) && slices.ContainsFunc(g.delayed, func(l delayedPiece) bool { return l.Rule == w.Text }) {
			list = append(list, w)
		}
	}
	g.noteShed(ctx, list)
	return g.flush(ctx, f.Index, out)
}

// BufferedBytes implements wire.BufferingGate.
func (g *gate) BufferedBytes() (n int) {
	for _, l := range g.delayed {
		n += len(l.Raw)
	}
	return n
}

// noteShed reports rules whose held pieces were released early.
func (g *gate) noteShed(ctx context.Context, list []*ruleRun) {
	if !errors.Is(context.Cause(ctx), wire.ErrHoldBudget) {
		return
	}
	for _, w := range list {
		w.wasShed.Store(true)
		g.set.opts.OnFire(w.ID, g.about.ID, shedProblem)
	}
}

// read reads a frame, and learns the exchange's ids from it.
func (g *gate) read(f *wire.Frame) *frameContent {
	s := &frameContent{FrameLabels: g.codec.Read(g.side, *f)}
	if g.side == wire.Response && (s.Task != "" && s.Task != g.task || s.Context != "" && s.Context != g.context) {
		if s.Task != "" {
			g.task = s.Task
		}
		if s.Context != "" {
			g.context = s.Context
		}
		if g.step != nil {
			g.set.conversations.learnAnswer(g.step.conversation, g.about.Agent, s.Task, s.Context)
		}
	}
	s.task, s.context = g.task, g.context
	return s
}

// matching counts a frame for the rules that match it, and returns those that act on it.
func (g *gate) matching(f *wire.Frame, s *frameContent) (list []*ruleRun) {
	for _, w := range g.rules {
		if w.disabled.Load() || !w.frames || !w.matchesEvent(f, &s.FrameLabels) {
			continue
		}
		if (g.side == wire.Response || g.isSocket) && !w.matchesDocument(s) {
			continue
		}
		w.nth++
		if len(w.parsed.Nth) > 0 && !inRanges(w.parsed.Nth, w.nth) {
			continue
		}
		if g.side == wire.Request && !g.isSocket || w.draw(g.side, f.Index) {
			list = append(list, w)
		}
	}
	return list
}

// sideEffects are the rules that cut, stall or slow down a direction; nil if none does.
type sideEffects struct{ cut, stall, pace *ruleRun }

func (g *gate) applyRule(ctx context.Context, w *ruleRun, job *fault.Work, o *sideEffects) error {
	told := false
	tell := func() {
		if !told {
			told = true
			g.noteFired(w)
		}
	}
	for i := range w.actions {
		a := &w.actions[i]
		if !a.isFrameFault() {
			continue
		}
		if a.NeedsWholeFrame && job.Frame.Partial {
			g.noteFailed(w.activeRule, partial)
			continue
		}
		if a.CanWait {
			tell()
		}
		err := g.applyFault(ctx, w, a.Fault.(fault.FrameFault), job, o)
		if problem, is := problemOf(err); is {
			g.noteFailed(w.activeRule, problem)
			continue
		}
		if err != nil {
			return err
		}
		tell()
	}
	return nil
}

const partial = "the frame is not complete: it is longer than 16 MiB, or the stream ended within it"

// applyFault applies one action. An action that fails changes nothing.
func (g *gate) applyFault(ctx context.Context, w *ruleRun, f fault.FrameFault, job *fault.Work, o *sideEffects) error {
	was := *job
	was.Pieces, was.Deferred = slices.Clone(job.Pieces), slices.Clone(job.Deferred)
	cut, stall, speed := job.Cut, job.Stall, job.BytesPerSecond
	job.BytesPerSecond = 0
	err := f.Frame(ctx, job)
	if err != nil {
		*job = was
		return err
	}
	if job.Cut != cut {
		o.cut = w
	}
	if job.Stall != stall {
		o.stall = w
	}
	if job.BytesPerSecond != 0 {
		o.pace = w
	} else {
		job.BytesPerSecond = speed
	}
	return nil
}

// End implements wire.Gate.
func (g *gate) End(ctx context.Context, out wire.FrameSender) error {
	return g.flush(ctx, g.frames, out)
}

// flush sends everything that waits, before the frame with an index.
func (g *gate) flush(ctx context.Context, frame int, out wire.FrameSender) error {
	list := g.delayed
	g.delayed = nil
	for _, l := range list {
		if err := g.deliver(ctx, l.Piece, frame-l.frame, out); err != nil {
			return err
		}
	}
	return nil
}
