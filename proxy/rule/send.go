package rule

import (
	"bytes"
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// pace is how fast is sent, and by which rule.
type pace struct {
	bytes int // per second; 0 is as fast as it goes
	of    *work
}

// send sends what rules made of a frame, and what waited for it.
func (g *gate) send(ctx context.Context, job *fault.Work, o *orders, out wire.Out) error {
	if job.Pace > 0 {
		g.pace.bytes, g.pace.of = job.Pace, o.pace
	}
	cut(job, o)
	unmark(job)
	for _, p := range job.Pieces {
		if err := g.deliver(ctx, p, p.Back, out); err != nil {
			return err
		}
	}
	if job.Cut != fault.Nowhere {
		return g.breakOff(job, o, out)
	}
	if off := g.dropped(job); off != nil {
		return off
	}
	if err := g.due(ctx, job, out); err != nil {
		return err
	}
	if job.Stall > 0 {
		return fault.Sleep(ctx, job.Stall)
	}
	return nil
}

// cut takes away what is not sent of a frame at which the direction breaks off.
func cut(job *fault.Work, o *orders) {
	last := -1
	for i := range job.Pieces {
		p := &job.Pieces[i]
		if job.Cut == fault.Before && p.How != wire.Injected {
			p.How, p.Rule, p.Raw = wire.Dropped, o.cut.Text, nil
		}
		if p.How != wire.Dropped {
			last = i
		}
	}
	if job.Cut == fault.Middle && last >= 0 {
		p := &job.Pieces[last]
		p.How, p.Rule, p.Raw = wire.Edited, o.cut.Text, p.Raw[:len(p.Raw)/2]
	}
}

// breakOff ends the direction. What waited is not sent any more.
func (g *gate) breakOff(job *fault.Work, o *orders, out wire.Out) error {
	g.keep(job)
	for _, l := range g.later {
		if err := out.Send(wire.Passage{How: wire.Dropped, Rule: o.cut.Text, Back: job.Frame.Index - l.frame}, nil); err != nil {
			return err
		}
	}
	g.later = nil
	return &wire.BrokenOff{Rule: o.cut.Text, Says: "A rule of the console cut the connection"}
}

// dropped breaks a request off of which a message is dropped: the agent is not called. On a
// WebSocket only the message is missing.
func (g *gate) dropped(job *fault.Work) error {
	if g.side != wire.Request || g.socket || !job.IsDropped() || len(job.Later) > 0 {
		return nil
	}
	off := &wire.BrokenOff{Says: "A person dropped the request"}
	for _, p := range job.Pieces {
		if p.Rule != "" {
			off.Rule, off.Says = p.Rule, "A rule of the console dropped the request"
		}
	}
	return off
}

// due sends what waited for a frame, and keeps what waits for those after it.
func (g *gate) due(ctx context.Context, job *fault.Work, out wire.Out) error {
	var wait []late
	for i := range g.later {
		l := g.later[i]
		if job.Frame.Kind != wire.Comment {
			l.After--
		}
		if l.After > 0 {
			wait = append(wait, l)
			continue
		}
		if err := g.deliver(ctx, l.Piece, job.Frame.Index-l.frame, out); err != nil {
			return err
		}
	}
	g.later = wait
	g.keep(job)
	return nil
}

func (g *gate) keep(job *fault.Work) {
	for _, l := range job.Later {
		g.later = append(g.later, late{l, job.Frame.Index})
	}
}

// bom is a byte order mark, which stands at the beginning of a stream only.
var bom = []byte("\xEF\xBB\xBF")

// unmark takes the byte order mark from the pieces of the first event that do not go out
// first.
func unmark(job *fault.Work) {
	if job.Frame.Index > 0 || job.Frame.Kind != wire.SSE || !bytes.HasPrefix(job.Frame.Raw, bom) {
		return
	}
	first := true
	for i := range job.Pieces {
		p := &job.Pieces[i]
		if !first && bytes.HasPrefix(p.Raw, bom) {
			p.Raw = p.Raw[len(bom):]
			if p.How == wire.AsIs {
				p.How, p.Rule = wire.Edited, job.Pieces[0].Rule
			}
		}
		first = first && p.How == wire.Dropped
	}
	for i := range job.Later {
		job.Later[i].Raw = bytes.TrimPrefix(job.Later[i].Raw, bom)
	}
}

// deliver sends a piece, at the pace that a rule may have set.
func (g *gate) deliver(ctx context.Context, p fault.Piece, back int, out wire.Out) error {
	p.Back = back
	if p.How == wire.Dropped {
		return out.Send(p.Passage, nil)
	}
	if g.pace.of != nil && g.pace.of.off.Load() {
		g.pace = pace{}
	}
	if g.pace.bytes == 0 || len(p.Raw) == 0 {
		return out.Send(p.Passage, p.Raw)
	}
	if p.How == wire.AsIs {
		p.How, p.Rule = wire.Delayed, g.pace.of.Text
	}
	return g.slowly(ctx, p, out)
}

// slowly sends a piece at a pace: what goes in a tenth of a second, then that long nothing.
func (g *gate) slowly(ctx context.Context, p fault.Piece, out wire.Out) error {
	send := func(raw []byte) error { return out.Send(p.Passage, raw) }
	for raw := p.Raw; len(raw) > 0; send = out.More {
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
