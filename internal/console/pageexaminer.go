package console

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/host"
)

// pageExaminer runs examinations for the pages and the API.
type pageExaminer struct {
	p Env
	*Plumbing
	webhooks *Webhooks
	awaited  *HookWaiter
}

func (g pageExaminer) Examine(ctx context.Context, o host.ExamineOptions) (*examine.Report, error) {
	switch {
	case o.Session != "":
		return g.judgeRecording(ctx, &o)
	case o.Client != nil:
		return g.examineClient(ctx, &o)
	case o.Chaos != nil:
		return g.holdConversations(ctx, &o)
	}
	return g.examineAgent(ctx, o)
}

func (g pageExaminer) examineAgent(ctx context.Context, o host.ExamineOptions) (_ *examine.Report, err error) {
	session, err := g.Store.BeginSideSession(ctx, o.Name)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, g.Store.EndSideSession(context.WithoutCancel(ctx), session.ID))
	}()
	if err := SaveExamination(ctx, g.Store, o.ID, session.ID, o.Request, nil); err != nil {
		return nil, err
	}
	calls, err := g.options(wire.WithCallOptions(ctx, wire.CallOptions{Session: session.ID}), session.ID, &o)
	if err != nil {
		o.OnBegin(session.ID, examine.Plan{})
		return nil, err
	}
	o.OnBegin(session.ID, calls.Plan())
	r := examine.Run(wire.WithCallOptions(ctx, wire.CallOptions{Session: session.ID}), calls)
	judged := context.WithoutCancel(ctx) // judge the calls that were made, even after a stop
	if err := r.Judge(judged, SessionExchanges(judged, g.Store, session.ID), g.Store, o.OnJudged); err != nil {
		return nil, err
	}
	g.saveReport(judged, session.ID, &o, r)
	return r, nil
}

// judgeRecording judges a recorded session. It does not save the results, which can be computed again.
func (g pageExaminer) judgeRecording(ctx context.Context, o *host.ExamineOptions) (*examine.Report, error) {
	r := &examine.Report{Started: time.Now(), Recording: true}
	o.OnBegin(o.Session, examine.Plan{})
	var err error
	if r.OwnSide, err = OwnSide(ctx, g.Store, o.Session); err != nil {
		return nil, err
	}
	r.Checks, err = verdict.Judge(ctx, SessionExchanges(ctx, g.Store, o.Session), g.Store, func(done int) { r.Calls = done; o.OnJudged(done) })
	r.Took = time.Since(r.Started)
	return r, err
}

// OwnSide returns the side of an examination that the console played, and that breaks rules on purpose; "" for
// other sessions. The console's client in chaos keeps the rules.
func OwnSide(ctx context.Context, store *recorder.Store, session string) (string, error) {
	e, err := store.Examination(ctx, session)
	if errors.Is(err, wire.ErrNotFound) {
		return "", nil
	}
	var asked examine.Request
	if err == nil {
		err = json.Unmarshal(e.Options, &asked)
	}
	switch {
	case err != nil || asked.Chaos != nil:
		return "", err
	case asked.Client != nil || e.Agent == "":
		return "agent", nil
	}
	return "client", nil
}

func (g pageExaminer) saveReport(ctx context.Context, session string, o *host.ExamineOptions, r *examine.Report) {
	if err := SaveExamination(ctx, g.Store, o.ID, session, o.Request, r); err != nil {
		g.p.Logger().Error("the results of an examination are not on record", "error", err)
	}
}

func (g pageExaminer) Recent(ctx context.Context, limit int) ([]wire.Examination, error) {
	return g.Store.Examinations(ctx, limit)
}

func (g pageExaminer) Find(ctx context.Context, id string) (wire.Examination, error) {
	return g.Store.Examination(ctx, id)
}

// options finds the agent's cards and chooses what to examine.
func (g pageExaminer) options(ctx context.Context, session string, o *host.ExamineOptions) (examine.Options, error) {
	co := inspector.Options{Transport: g.Taps.RoundTripper(), Logger: g.p.Logger(), Authorizer: g.Wallet, TLS: g.Wallet.TLSConfig, LingerTimeout: LingerTime}
	client := NewCaller(inspector.New(co), g.cards)
	out := examine.Options{Client: client, Store: g.Store, Texts: o.Texts, Rate: o.Rate, Budget: o.Budget, OnProgress: o.OnProgress}
	d, err := client.Discover(ctx, o.Agent)
	if err != nil {
		for _, v := range o.Versions {
			if t, ok := DirectEndpoint(d, o.Agent, nil, v, firstOf(o.Bindings)); ok {
				out.Targets = append(out.Targets, examine.Target{Target: t})
			}
		}
		if len(out.Targets) == 0 {
			return out, err
		}
		return g.withHelpers(out, o.Agent, session, co), nil
	}
	out.Discovery = d
	if out.Targets, out.Skipped = examine.OfferedTargets(d, o.Versions, o.Bindings); len(out.Targets) == 0 {
		return out, explainNothingOffered(d, o)
	}
	return g.withHelpers(out, d.CardURL, session, co), nil
}

// withHelpers adds what some probes need: a client without credentials if there are credentials,
// and webhooks if the agent can reach them.
func (g pageExaminer) withHelpers(out examine.Options, agent, session string, co inspector.Options) examine.Options {
	if g.hasCredentials(agent, out.Targets) {
		co.Authorizer = nil
		out.Anonymous = inspector.New(co)
	}
	if g.webhooks.Base != nil || AreAllLocal(out.Targets) {
		out.Hook = func(agent string) examine.Hook { return g.awaited.Hook(g.webhooks, agent, session) }
	}
	return out
}

func explainNothingOffered(d *inspector.Discovery, o *host.ExamineOptions) error {
	if _, err := d.Choose(firstOf(o.Versions), firstOf(o.Bindings)); err != nil {
		return err
	}
	return errors.New("the card has no interface in a version and binding that the console supports")
}

func firstOf[T ~string](list []T) (first T) {
	if len(list) > 0 {
		first = list[0]
	}
	return first
}

func (g pageExaminer) hasCredentials(card string, targets []examine.Target) bool {
	if len(g.Wallet.Account(card).States) > 0 {
		return true
	}
	for _, t := range targets {
		if len(g.Wallet.Account(t.Endpoint).States) > 0 {
			return true
		}
	}
	return false
}
