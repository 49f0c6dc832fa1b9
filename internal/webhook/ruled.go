package webhook

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ruled is a delivery that rules look at, with what they send of it. It is the wire.Out of
// the gate of its request.
type ruled struct {
	tape   wire.Tape
	clock  wire.Stopwatch
	sent   bytes.Buffer
	frames int  // that were sent
	passed bool // something was not forwarded unchanged
}

// Send is of wire.Out.
func (g *ruled) Send(p wire.Passage, raw []byte) error {
	p.Side, p.Frame, p.Sent, p.Back, p.At = wire.Request, 0, g.frames, 0, g.clock.Now()
	if p.How == wire.Dropped {
		p.Sent, raw = -1, nil
	} else {
		g.frames++
	}
	if p.How != wire.AsIs && p.How != "" {
		g.passed = true
		g.tape.Pass(p)
	}
	return g.More(raw)
}

// More is of wire.Out.
func (g *ruled) More(raw []byte) error {
	g.sent.Write(raw)
	return nil
}

// pass does to a delivery what rules say before it is taken: it may wait, be changed,
// dropped, or answered in another way.
func (r *Receiver) pass(ctx context.Context, x *wire.Exchange, d *Delivery, t wire.Tape, clock wire.Stopwatch) (reply, wire.End) {
	taken, end := reply{status: http.StatusNoContent}, wire.End{Outcome: wire.ByAgent}
	if r.opts.Intervene == nil || !r.opts.Intervene.Watches(x) {
		return taken, end
	}
	plan := r.opts.Intervene.Intervene(x, d.Body, true)
	if plan == nil {
		return taken, end
	}
	if err := t.Commit(ctx); err != nil {
		r.opts.Logger.Warn("record a delivery", "err", err)
	}
	size := int64(len(d.Body))
	r.ruled.Add(size)
	defer r.ruled.Add(-size)
	var answer *wire.Answer
	err := r.request(ctx, plan, d, &ruled{tape: t, clock: clock})
	if err == nil && plan.Answer != nil {
		answer, err = plan.Answer(ctx)
	}
	if err == nil && answer == nil && plan.Response != nil {
		err = plan.Response.Head(ctx, &wire.Head{Status: taken.status, Header: http.Header{}})
	}
	switch {
	case err != nil || answer != nil && answer.Reset:
		return reply{reset: true}, brokenOff(ctx, err, plan.Rule)
	case answer != nil:
		return reply{status: answer.Head.Status, body: string(answer.Body), header: answer.Head.Header},
			wire.End{Outcome: wire.Refused, Problem: "A rule of the console answered in place of the webhook: " + plan.Rule + "."}
	}
	return taken, end
}

// request takes the body through the gate of its request.
func (r *Receiver) request(ctx context.Context, plan *wire.Plan, d *Delivery, g *ruled) error {
	if plan.Request == nil {
		return nil
	}
	at := g.clock.Now()
	f := wire.Frame{Kind: wire.Body, Raw: d.Body, Data: d.Body, Length: int64(len(d.Body)), At: at, Complete: at}
	err := plan.Request.Head(ctx, &wire.Head{Header: d.Header.Clone()})
	if err == nil {
		err = plan.Request.Frame(ctx, f, g)
	}
	if err == nil {
		err = plan.Request.End(ctx, g)
	}
	if sent := g.sent.Bytes(); err == nil && g.passed {
		g.tape.Write(wire.RequestSent, g.clock.Now(), sent, false)
		r.held.Add(int64(len(sent) - len(d.Body)))
		d.Body = sent
	}
	return err
}

// brokenOff is how a delivery ended that is not answered.
func brokenOff(ctx context.Context, err error, rule string) wire.End {
	var off *wire.BrokenOff
	says := "A rule of the console closed the agent's connection without an answer"
	switch {
	case errors.As(err, &off):
		says, rule = off.Says, off.Rule
	case errors.Is(context.Cause(ctx), http.ErrServerClosed):
		return wire.End{Outcome: wire.Interrupted, Problem: "The console stopped while a rule held the delivery."}
	case ctx.Err() != nil:
		return wire.End{Outcome: wire.Cancelled, Problem: "The agent went away while a rule held its delivery."}
	case err != nil:
		says = "A rule of the console broke the delivery off: " + err.Error()
	}
	if rule != "" {
		says += ": " + rule
	}
	return wire.End{Outcome: wire.Interrupted, Problem: says + "."}
}

// noDeadline lets a delivery that is read wait as long as a rule says.
func noDeadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}
