package webhook

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ruledDelivery passes to a request's gate as its wire.FrameSender, and collects the body that the
// rules send on.
type ruledDelivery struct {
	tape        wire.Tape
	clock       wire.Stopwatch
	body        bytes.Buffer
	frames      int  // frames sent so far
	hasPassages bool // a frame was not simply forwarded
}

// Send implements wire.FrameSender.
func (g *ruledDelivery) Send(p wire.Passage, raw []byte) error {
	p.Side, p.Frame, p.Sent, p.FramesBack, p.At = wire.Request, 0, g.frames, 0, g.clock.Now()
	if p.Kind == wire.PassageDropped {
		p.Sent, raw = -1, nil
	} else {
		g.frames++
	}
	if p.Kind != wire.PassageAsIs && p.Kind != "" {
		g.hasPassages = true
		g.tape.AddPassage(p)
	}
	return g.SendMore(raw)
}

// SendMore implements wire.FrameSender.
func (g *ruledDelivery) SendMore(raw []byte) error {
	g.body.Write(raw)
	return nil
}

// applyRules applies the rules to a delivery before it is accepted. They may hold it, change it,
// drop it, or answer in place of the webhook.
func (r *Receiver) applyRules(ctx context.Context, x *wire.Exchange, d *Delivery, t wire.Tape, clock wire.Stopwatch) (reply, wire.End) {
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
	r.ruledBytes.Add(size)
	defer r.ruledBytes.Add(-size)
	var answer *wire.RuleAnswer
	err := r.gateBody(ctx, plan, d, &ruledDelivery{tape: t, clock: clock})
	if err == nil && plan.Answer != nil {
		answer, err = plan.Answer(ctx)
	}
	if err == nil && answer == nil && plan.Response != nil {
		err = plan.Response.Head(ctx, &wire.Head{Status: taken.status, Header: http.Header{}})
	}
	switch {
	case err != nil || answer != nil && answer.Reset:
		return reply{reset: true}, endOfAbort(ctx, err, plan.Rule)
	case answer != nil:
		return reply{status: answer.Head.Status, body: string(answer.Body), header: answer.Head.Header},
			wire.End{Outcome: wire.Refused, Problem: "A rule of the console answered in place of the webhook: " + plan.Rule + "."}
	}
	return taken, end
}

func (r *Receiver) gateBody(ctx context.Context, plan *wire.InterventionPlan, d *Delivery, g *ruledDelivery) error {
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
	if sent := g.body.Bytes(); err == nil && g.hasPassages {
		g.tape.Write(wire.RequestSent, g.clock.Now(), sent, false)
		r.bodyBytes.Add(int64(len(sent) - len(d.Body)))
		d.Body = sent
	}
	return err
}

func endOfAbort(ctx context.Context, err error, rule string) wire.End {
	var off *wire.AbortError
	says := "A rule of the console closed the agent's connection without an answer"
	switch {
	case errors.As(err, &off):
		says, rule = off.Message, off.Rule
	case errors.Is(context.Cause(ctx), http.ErrServerClosed):
		return wire.End{Outcome: wire.Interrupted, Problem: "The console stopped while a rule held the delivery."}
	case ctx.Err() != nil:
		return wire.End{Outcome: wire.Cancelled, Problem: "The agent went away while a rule held its delivery."}
	case err != nil:
		says = "A rule of the console aborted the delivery: " + err.Error()
	}
	if rule != "" {
		says += ": " + rule
	}
	return wire.End{Outcome: wire.Interrupted, Problem: says + "."}
}

// clearReadDeadline removes the read deadline, so that rules can hold a fully read delivery for as
// long as they say.
func clearReadDeadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}
