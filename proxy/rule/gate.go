package rule

import (
	"context"
	"errors"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// gate carries out what rules do to one side of an exchange. It is a wire.Gate.
type gate struct {
	*exchange
	side  wire.Side
	rules []*work

	task, context string // that the exchange was seen to be about
	frames        int    // that came
	later         []late
	pace          pace
}

// late is a piece that waits for frames after its own.
type late struct {
	fault.Later
	frame int // whose it is
}

// Head is of wire.Gate.
func (g *gate) Head(ctx context.Context, h *wire.Head) error {
	if g.side == wire.Request {
		return nil
	}
	g.pass.Answered(h)
	for _, w := range g.rules {
		if !w.heads || w.off.Load() || !w.hit(g.side, -1) {
			continue
		}
		job := g.job(w, nil, nil)
		for i := range w.acts {
			if err := g.onHead(ctx, w, &w.acts[i], job, h); err != nil {
				return err
			}
		}
		g.tellCrowded(ctx, []*work{w})
	}
	return nil
}

func (g *gate) onHead(ctx context.Context, w *work, a *act, job *fault.Work, h *wire.Head) error {
	f, ok := a.Fault.(fault.OnHead)
	if !ok || !a.onHead() {
		return nil
	}
	g.did(w)
	err := f.Head(ctx, job, h)
	if problem, is := problemOf(err); is {
		g.failed(w.force, problem)
		return nil
	}
	return err
}

// job is what a rule's actions are given of a frame.
func (g *gate) job(w *work, f *wire.Frame, s *said) *fault.Work {
	job := &fault.Work{Side: g.side, Passing: g.pass, About: g.about, Holder: g.set.opts.Holder}
	if f != nil {
		job.Frame, job.Says = *f, s.FrameLabels
		job.Pieces = []fault.Piece{{Passage: wire.Passage{How: wire.AsIs}, Raw: f.Raw}}
	}
	if w != nil {
		g.handTo(w, job)
	}
	return job
}

// handTo gives a frame on its way to the next rule.
func (g *gate) handTo(w *work, job *fault.Work) {
	job.Rule, job.Nth = w.Text, int(w.nth)
	if w.draws {
		job.Rand = w.lots.of(g.side, g.frames-1).source()
	}
}

// Frame is of wire.Gate.
func (g *gate) Frame(ctx context.Context, f wire.Frame, out wire.Out) error {
	g.frames = f.Index + 1
	if f.Partial { // whatever comes after it would seem to belong to it
		if err := g.flush(ctx, f.Index, out); err != nil {
			return err
		}
	}
	s := g.read(&f)
	list := g.matching(&f, s)
	if len(list) == 0 && len(g.later) == 0 && g.pace.bytes == 0 {
		return out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
	}
	job := g.job(nil, &f, s)
	o := orders{pace: g.pace.of}
	for _, w := range list {
		if job.IsDropped() && len(job.Later) == 0 {
			break
		}
		g.handTo(w, job)
		if err := g.act(ctx, w, job, &o); err != nil {
			return err
		}
	}
	if err := g.send(ctx, job, &o, out); err != nil {
		return err
	}
	return g.crowdedOut(ctx, &f, list, out)
}

// crowdedOut sends all that waits for later frames, if there is no room for it any more. list are
// the rules that act on the frame at hand.
func (g *gate) crowdedOut(ctx context.Context, f *wire.Frame, list []*work, out wire.Out) error {
	if !errors.Is(context.Cause(ctx), wire.ErrCrowded) {
		return nil
	}
	for _, w := range g.rules {
		if !slices.Contains(list, w) && slices.ContainsFunc(g.later, func(l late) bool { return l.Rule == w.Text }) {
			list = append(list, w)
		}
	}
	g.tellCrowded(ctx, list)
	return g.flush(ctx, f.Index, out)
}

// Kept is of wire.Keeper.
func (g *gate) Kept() (n int) {
	for _, l := range g.later {
		n += len(l.Raw)
	}
	return n
}

// tellCrowded tells of rules by which something waited that was let go.
func (g *gate) tellCrowded(ctx context.Context, list []*work) {
	if !errors.Is(context.Cause(ctx), wire.ErrCrowded) {
		return
	}
	for _, w := range list {
		w.crowded.Store(true)
		g.set.opts.Fired(w.ID, g.about.ID, crowded)
	}
}

// read reads what a frame says.
func (g *gate) read(f *wire.Frame) *said {
	s := &said{FrameLabels: g.pass.Read(g.side, *f)}
	if g.side == wire.Response && (s.Task != "" && s.Task != g.task || s.Context != "" && s.Context != g.context) {
		if s.Task != "" {
			g.task = s.Task
		}
		if s.Context != "" {
			g.context = s.Context
		}
		if g.step != nil {
			g.set.talks.learned(g.step.talk, g.about.Agent, s.Task, s.Context)
		}
	}
	s.task, s.context = g.task, g.context
	return s
}

// matching lists the rules that act on a frame.
func (g *gate) matching(f *wire.Frame, s *said) (list []*work) {
	for _, w := range g.rules {
		if w.off.Load() || !w.frames || !w.event(f, &s.FrameLabels) {
			continue
		}
		if (g.side == wire.Response || g.socket) && !w.matchesDocument(s) {
			continue
		}
		w.nth++
		if len(w.is.Nth) > 0 && !holds(w.is.Nth, w.nth) {
			continue
		}
		if g.side == wire.Request && !g.socket || w.hit(g.side, f.Index) {
			list = append(list, w)
		}
	}
	return list
}

// orders is by which rules a direction breaks off, stalls or slows down.
type orders struct{ cut, stall, pace *work }

// act has a rule do what it does to a frame.
func (g *gate) act(ctx context.Context, w *work, job *fault.Work, o *orders) error {
	told := false
	tell := func() {
		if !told {
			told = true
			g.did(w)
		}
	}
	for i := range w.acts {
		a := &w.acts[i]
		if !a.onFrame() {
			continue
		}
		if a.Whole && job.Frame.Partial {
			g.failed(w.force, partial)
			continue
		}
		if a.Waits {
			tell()
		}
		err := g.one(ctx, w, a.Fault.(fault.OnFrame), job, o)
		if problem, is := problemOf(err); is {
			g.failed(w.force, problem)
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

// one has one action act. One that has a problem leaves no trace.
func (g *gate) one(ctx context.Context, w *work, f fault.OnFrame, job *fault.Work, o *orders) error {
	was := *job
	was.Pieces, was.Later = slices.Clone(job.Pieces), slices.Clone(job.Later)
	cut, stall, speed := job.Cut, job.Stall, job.Pace
	job.Pace = 0
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
	if job.Pace != 0 {
		o.pace = w
	} else {
		job.Pace = speed
	}
	return nil
}

// End is of wire.Gate.
func (g *gate) End(ctx context.Context, out wire.Out) error { return g.flush(ctx, g.frames, out) }

// flush sends all that waits, before a frame.
func (g *gate) flush(ctx context.Context, frame int, out wire.Out) error {
	list := g.later
	g.later = nil
	for _, l := range list {
		if err := g.deliver(ctx, l.Piece, frame-l.frame, out); err != nil {
			return err
		}
	}
	return nil
}
