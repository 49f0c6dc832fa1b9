// Package why explains why an exchange or a task failed, for every screen that shows one.
// inspector/cause finds the cause; this package gathers its input and draws the result.
package why

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Finder finds causes. Safe for concurrent use.
type Finder struct {
	Web     *web.Site
	Agents  *agents.Directory // nil: no card is known
	Library host.Library

	good       lookups[cause.GoodExchange]
	modelCalls lookups[modelcall.Child]
}

// Explanation says why an exchange failed.
type Explanation struct {
	cause.Cause
	X    wire.Exchange
	Good *cause.GoodExchange // nil: none was found
	Sent string              // id of the exchange whose message Good has

	OtherErrors int    // errors other than the cause
	SignIn      string // address of the page to sign in; "" if signing in does not help
}

// Explain says why a tape's exchange failed, nil if it did not. The caller holds the tape's lock.
// sender is the exchange whose message good exchanges must have, nil for the tape's own.
func (f *Finder) Explain(ctx context.Context, t *tape.Tape, sender *wire.Exchange) *Explanation {
	if t.X.Outcome == wire.Open && t.X.Response.Status < 400 && (t.Fold == nil || !t.Fold.State.Terminal()) {
		return nil
	}
	cs := f.caseOf(ctx, t)
	c, ok := cause.Explain(cs)
	if !ok {
		return nil
	}
	out := &Explanation{Cause: c, X: t.X, OtherErrors: cs.OtherErrors(c)}
	signs := c.Kind == cause.SignIn || c.Kind == cause.Forbidden || c.Kind == cause.Task && t.Fold != nil && t.Fold.State == a2a.AuthRequired
	if signs && f.Agents != nil && f.Agents.Wallet != nil {
		out.SignIn = link.AgentURL(t.X.Agent) + "?tab=signin"
	}
	if sender == nil {
		sender = &t.X
	}
	if t.X.Seq > 0 && t.X.Origin != wire.Push {
		if out.Good = f.findGood(ctx, *sender); out.Good != nil && out.Good.Exchange.ID == t.X.ID { // for a task: the good exchange itself reported the failure
			out.Good = nil
		}
		out.Sent = sender.ID
	}
	return out
}

// findGood returns the last good exchange with the same message, nil if there is none.
func (f *Finder) findGood(ctx context.Context, x wire.Exchange) *cause.GoodExchange {
	return f.good.find(f.Web, &x, "look for a good exchange", func() (*cause.GoodExchange, error) {
		g, found, err := cause.FindGood(ctx, f.Library, x)
		if !found {
			return nil, err
		}
		return &g, err
	})
}

func (f *Finder) caseOf(ctx context.Context, t *tape.Tape) cause.Case {
	c := cause.Case{Exchange: t.X, Call: t.Call}
	if f.Agents != nil {
		if e, ok := f.Agents.Find(ctx, t.X.Agent); ok && e.Card() != nil {
			card := *e.Card()
			card.Interfaces = agents.AllInterfaces(e)
			c.Card, c.CardURL = &card, e.CardInfo.Discovery.CardURL
		}
	}
	c.EditProblem = f.edited(ctx, t)
	// The part before ". " is about the status, which the cause explains.
	_, c.Challenge, _ = strings.Cut(auth.ExplainRefusal(t.X.Response.Status, t.X.Response.Header, c.Card), ". ")
	c.AddFindings(t.Call.Problems, cause.Request, 0)
	c.AddFindings(t.HeadProblems, cause.Response, 0)
	if t.Fold != nil {
		c.Status = t.Fold.Status
		fromFold(&c, t.Fold, t.Framed())
	}
	c.AddFindings(t.EndProblems, cause.Findings, 0)
	c.FailedModelCall = f.failedModelCall(ctx, &t.X)
	if t.X.Outcome == wire.Open { // findings across exchanges are made at its end
		return c
	}
	c.AddAcross(func() []reading.Across {
		found, err := f.Library.Findings(ctx, t.X.ID)
		if err != nil {
			f.Web.Logger.Warn("read findings", "exchange", t.X.ID, "err", err)
		}
		return reading.AcrossOf(found)
	})
	return c
}

// failedModelCall returns the call of a model or a tool that may have made an exchange fail, nil if there is none.
func (f *Finder) failedModelCall(ctx context.Context, x *wire.Exchange) *modelcall.Child {
	if x.Seq == 0 || !x.Origin.IsConversation() || f.Library == nil || !cause.HasFailed(*x) {
		return nil
	}
	return f.modelCalls.find(f.Web, x, "look for a failed model call", func() (*modelcall.Child, error) {
		return modelcall.LastFailed(ctx, f.Library, x)
	})
}

// edited says why a request that was edited on its way is not JSON; "" if it is, or if the agent
// accepted it.
func (f *Finder) edited(ctx context.Context, t *tape.Tape) string {
	if !t.X.PassageKinds.Has(wire.PassageEdited) && t.X.RequestSent == nil || t.Call.Binding == a2a.GRPC || t.X.Response.Status < 400 && t.X.Labels.Error == "" {
		return ""
	}
	chunks, err := f.Library.Chunks(ctx, t.X.ID, wire.RequestSent, 0, maxEditedBytes)
	if err != nil {
		return ""
	}
	var body []byte
	for _, c := range chunks {
		body = append(body, c.Data...)
	}
	var broken *json.SyntaxError
	if len(body) == 0 || len(body) >= maxEditedBytes || !errors.As(json.Unmarshal(body, new(any)), &broken) {
		return ""
	}
	return broken.Error() + " at byte " + strconv.FormatInt(broken.Offset, 10)
}

// maxEditedBytes bounds the edited request that is read.
const maxEditedBytes = 1 << 20

// fromFold adds what the events contain: the last error, the place of the last state, and findings.
// Of a response that is no stream, it adds the body.
func fromFold(c *cause.Case, f *stream.Fold, framed bool) {
	for _, b := range f.Blocks {
		if b.Kind == stream.ErrorBlock {
			if c.Error = b.Error; framed && b.Rows[0] < len(f.Rows) {
				c.ErrorAt = f.Rows[b.Rows[0]].From
			}
		}
		if b.Reading != nil && !framed {
			c.Body = b.Reading.Raw
		}
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		if framed {
			c.AddFindings(r.Problems, cause.Event, r.From)
		} else {
			c.AddFindings(r.Problems, cause.Response, 0)
		}
		if framed && r.State != "" && c.Status != nil && r.State == c.Status.State {
			c.StatusAt = r.From
		}
	}
}

// Title returns the question that the box answers.
func (w *Explanation) Title() string {
	if w == nil {
		return "Why it failed"
	}
	return w.Question(w.X)
}

// IsHarmless reports whether the end may not be a failure: the client left, or neither side ended
// the exchange.
func (w *Explanation) IsHarmless() bool {
	return w != nil && (w.Kind == cause.ClientLeft || w.Kind == cause.Interrupted)
}

// ProofURL returns the URL of the page that shows the proof.
func (w *Explanation) ProofURL() string {
	at := link.ExchangeURL(w.X.ID)
	switch w.Proof.Place {
	case cause.Beneath:
		return link.ExchangeURL(w.Proof.Exchange)
	case cause.Request, cause.Response, cause.Findings:
		return at + "?tab=" + string(w.Proof.Place)
	case cause.Event:
		return at + "?tab=events&event=" + strconv.Itoa(w.Proof.Event)
	}
	return at + "?tab=timing"
}

func (w *Explanation) findingsURL() string {
	return link.ExchangeURL(w.X.ID) + "?tab=" + string(cause.Findings)
}

// RepeatsProblem reports whether the box repeats the recorded problem of the exchange.
func (w *Explanation) RepeatsProblem() bool {
	return w != nil && w.Proof.Place == cause.Head && w.Kind != cause.ClientLeft
}
