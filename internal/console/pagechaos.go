package console

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// holdConversations runs conversations with an agent while a tap injects faults.
func (g pageExaminer) holdConversations(ctx context.Context, o *host.ExamineOptions) (_ *examine.Report, err error) {
	b, err := g.openIsolated(ctx, g.p, o.Name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if err := SaveExamination(ctx, b.Store, o.ID, b.Session(), o.Request, nil); err != nil {
		return nil, err
	}
	r := &examine.Report{Started: time.Now(), Chaos: true}
	run, url, err := g.conversations(ctx, b, o, r)
	if err != nil {
		o.OnBegin(b.Session(), examine.Plan{})
		return nil, err
	}
	plan := run.Plan()
	r.Rows = ConversationRows(plan, run.Times)
	o.OnBegin(b.Session(), examine.Plan{Calls: len(plan)})
	o.OnWait(url, r.Rows)
	run.OnResult = func(c chaos.Result) {
		row := &r.Rows[c.Number-1]
		*row = row.WithResult(c)
		r.Calls += len(c.Exchanges)
		o.OnRow(*row)
	}
	_, err = chaos.Run(ctx, run)
	if r.Took = time.Since(r.Started); ctx.Err() != nil {
		r.Stopped, r.Early = "the run was stopped", true
	}
	if err == nil {
		g.saveReport(context.WithoutCancel(ctx), b.Session(), o, r)
	}
	return r, err
}

// ConversationRows returns the rows of a run that has not begun. A row says what its preset does and what a good
// client does under it; rules that a person wrote have no such text.
func ConversationRows(plan []chaos.Step, times int) (rows []examine.Row) {
	for _, s := range plan {
		expect := ""
		if p, ok := preset.Find(s.Preset); ok {
			expect = p.Does + " A good client " + strings.ToLower(p.Expect[:1]) + p.Expect[1:]
		}
		rows = append(rows, examine.ConversationRow(s, expect, times))
	}
	return rows
}

// conversations prepares the conversations. url is the address that a person's client has to call,
// "" if the console itself calls.
func (g pageExaminer) conversations(ctx context.Context, b *Plumbing, o *host.ExamineOptions, r *examine.Report) (run chaos.Options, url string, err error) {
	c := NewCaller(inspector.New(inspector.Options{Origin: wire.Compose, Transport: b.Taps.RoundTripper(), Logger: g.p.Logger(), Authorizer: g.Wallet, TLS: g.Wallet.TLSConfig, QuietTimeout: chaos.QuietTimeout, LingerTimeout: LingerTime}), g.cards)
	d, err := c.Discover(ctx, o.Agent)
	if err != nil {
		return run, "", err
	}
	good, err := chaos.NewGoodClient(c, d, firstOf(o.Versions), firstOf(o.Bindings))
	if err != nil {
		return run, "", err
	}
	run = chaos.Options{Texts: o.Texts, Seed: o.Chaos.Seed, Times: max(o.Chaos.Times, 1), TimeLimit: o.Limit, Store: b.Store, Session: b.Session(), ArmRules: b.Rules.ReplaceSeeded, Cancel: good.Cancel}
	tell := func(s chaos.Step) {
		o.OnProgress(examine.Progress{Done: s.Number - 1, Planned: len(run.Plan()), Probe: s.Preset})
	}
	for _, p := range preset.All() {
		if len(o.Chaos.Presets) == 0 || slices.Contains(o.Chaos.Presets, p.Name) {
			run.Presets = append(run.Presets, chaos.Preset{Name: p.Name, Rules: p.Rules})
		}
	}
	if o.Chaos.ByClient {
		tap, err := OpenTap(ctx, b, wire.OriginOf(d.CardURL)+inspector.CardBase(d.CardURL), anyPort)
		own := &manualClient{onStep: tell, record: b.Store, session: b.Session(), next: o.Next}
		run.Texts, run.Await, run.Converse = []string{""}, own.await, own.awaitConversation
		return run, tap.URL, err
	}
	t := good.Targets[0]
	run.Await = func(_ context.Context, s chaos.Step) { tell(s) }
	run.Converse, run.Dialect, run.Binding = good.Converse, string(t.Version), string(t.Binding)
	r.Interfaces = []string{"A2A " + string(t.Version) + " " + t.Binding.Word()}
	if len(run.Texts) == 0 {
		run.Texts = chaos.Examples(d.Card)
	}
	if len(run.Texts) == 0 {
		err = errors.New("there is no message to send: the card's skills have no examples. Enter a message under Messages in the form")
	}
	return run, "", err
}
