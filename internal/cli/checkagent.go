package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

type examineFlags struct {
	calls.AuthFlags `embed:""`
	webhookFlags    `embed:""`

	Dialect []string      `placeholder:"VERSION" complete:"versions" help:"Examine only this protocol version: ${dialects}. Repeatable. Default: all that the card offers."`
	Binding []string      `placeholder:"NAME" enum:"${bindings}" help:"Examine only this binding: jsonrpc, rest (HTTP+JSON) or grpc. Repeatable. Default: all that the card offers."`
	Text    []string      `sep:"none" placeholder:"TEXT" help:"Send this message instead of the examples of the card's skills. Repeatable."`
	Rate    float64       `placeholder:"N" help:"Make at most this many calls per second. Default: 10."`
	Budget  int           `placeholder:"N" help:"Make at most this many calls. Default: 600."`
	Timeout time.Duration `placeholder:"DURATION" help:"Abort a call after this time. Default: 30s."`
	Header  []string      `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to each request."`
	Yes     bool          `help:"Call the agent without asking for confirmation."`
}

// refuseIdle returns an error if a flag is given that has no effect without calls to an agent. It
// names the flag, and why.
func (f *examineFlags) refuseIdle(why string) error {
	for _, x := range []struct {
		flag  string
		given bool
	}{
		{"--dialect", len(f.Dialect) > 0}, {"--binding", len(f.Binding) > 0}, {"--text", len(f.Text) > 0}, {"--rate", f.Rate != 0}, {"--budget", f.Budget != 0},
		{"--timeout", f.Timeout != 0}, {"--header", len(f.Header) > 0}, {"--yes", f.Yes}, {"--webhook-listen", f.WebhookListen != ""}, {"--webhook-url", f.WebhookURL != ""},
		{"credentials", f.HasCredentials()},
	} {
		if x.given {
			return fmt.Errorf("%s: %s", x.flag, why)
		}
	}
	return nil
}

func (f *examineFlags) options() (o examine.Options, err error) {
	if f.Budget < 0 || f.Timeout < 0 {
		return o, errors.New("--budget and --timeout must be greater than 0")
	}
	if f.Rate != 0 { // --rate was given
		if err := examine.CheckRate(f.Rate); err != nil {
			return o, fmt.Errorf("--rate: %w", err)
		}
	}
	for _, v := range f.Dialect {
		if err := calls.CheckSpeakable(v, "", "--dialect", "--binding"); err != nil {
			return o, err
		}
	}
	return examine.Options{Texts: f.Text, Rate: f.Rate, Budget: f.Budget, Timeout: f.Timeout}, nil
}

func (c *checkCmd) examine(ctx context.Context, p *stdio.Streams) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	before, err := c.loadBaseline(ctx, p)
	if err != nil {
		return err
	}
	db, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	way, err := console.OpenRoute(p, db, "check of "+inspector.FirstAddress(c.Recording))
	if err != nil {
		return err
	}
	session := way.Store.Current().ID
	asked := examine.Request{Agent: c.Recording, Versions: convertAll[a2a.Version](c.Dialect), Bindings: convertAll[a2a.Binding](c.Binding), Texts: c.Text, Rate: c.Rate, Budget: c.Budget}
	keep := examinationSaver(way.Store, session, asked)
	if err := keep(ctx, nil); err != nil {
		return errors.Join(err, way.Close())
	}
	r, err := c.runExamination(ctx, p, way, o)
	if err == nil {
		err = c.judge(ctx, p, way, r)
	}
	if err == nil {
		err = keep(context.WithoutCancel(ctx), r)
	}
	if err = errors.Join(err, way.Close()); err != nil {
		return err
	}
	if err := c.printExamination(p, "check of "+inspector.FirstAddress(c.Recording), session, r, before); err != nil || ctx.Err() == nil {
		return err
	}
	return errors.New(r.Stopped)
}

// examinationSaver returns a function that saves an examination with its session. Call it without a
// report when the examination begins, and with one when it ends.
func examinationSaver(store *recorder.Store, session string, asked examine.Request) func(context.Context, *examine.Report) error {
	id := wire.NewID()
	return func(ctx context.Context, r *examine.Report) error {
		return console.SaveExamination(ctx, store, id, session, asked, r)
	}
}

func (c *checkCmd) runExamination(ctx context.Context, p *stdio.Streams, way console.Route, o examine.Options) (*examine.Report, error) {
	header, err := calls.ParseHeaders(c.Header)
	if err != nil {
		return nil, err
	}
	if err := c.PrepareAuth(ctx, p, way.Wallet, c.Recording, header); err != nil {
		return nil, err
	}
	co := way.Options(p)
	co.Header, co.LingerTimeout = header, console.LingerTime
	client := console.NewCaller(inspector.New(co), way.Cards)
	if err := c.findCards(ctx, p, client, header, &o); err != nil {
		return nil, err
	}
	o.Client, o.Store = client, way.Store
	if c.HasCredentials() || len(header) > 0 {
		co.Authorizer, co.Header = nil, nil
		o.Anonymous = inspector.New(co)
	}
	hooks, err := c.openHooks(ctx, p, way, &o)
	if err != nil {
		return nil, err
	}
	if err := c.confirm(ctx, p, o); err != nil {
		return nil, errors.Join(err, hooks.Close())
	}
	bar := p.Bar()
	o.OnProgress = func(n examine.Progress) {
		bar.Update("examining "+n.Interface, int64(n.Done), int64(n.Planned), false)
	}
	r := examine.Run(ctx, o)
	bar.Clear()
	return r, hooks.Close()
}

// findCards fetches the agent's cards and sets the targets to examine in o.
func (c *checkCmd) findCards(ctx context.Context, p *stdio.Streams, client console.Caller, header http.Header, o *examine.Options) error {
	d, err := client.Discover(ctx, c.Recording)
	if err != nil {
		return c.addDirectTargets(p, d, header, o, err)
	}
	o.Discovery = d
	o.Targets, o.Skipped = examine.OfferedTargets(d, convertAll[a2a.Version](c.Dialect), convertAll[a2a.Binding](c.Binding))
	if len(o.Targets) == 0 {
		_, err := d.Choose(firstOf[a2a.Version](c.Dialect), firstOf[a2a.Binding](c.Binding))
		if err == nil {
			err = errors.New("the card has no interface that the console can call")
		}
		return fmt.Errorf("there is nothing to examine: %w", err)
	}
	for i := range o.Targets {
		t := &o.Targets[i]
		if why := d.WithholdReason(t.Endpoint); why == "" {
			t.Header = header
		} else if len(header) > 0 {
			p.Note("note: the headers given with --header are not sent to %s: %s", words.Address(t.Endpoint), why)
		}
	}
	return c.CompleteAuth(ctx, d, o.Targets[0].Endpoint)
}

// addDirectTargets adds the URL of an agent without a card as a target, if --dialect says how to
// call it. Otherwise it returns err, the error of the discovery.
func (c *checkCmd) addDirectTargets(p *stdio.Streams, d *inspector.Discovery, header http.Header, o *examine.Options, err error) error {
	for _, v := range c.Dialect {
		if t, ok := console.DirectEndpoint(d, c.Recording, header, a2a.Version(v), firstOf[a2a.Binding](c.Binding)); ok {
			o.Targets = append(o.Targets, examine.Target{Target: t})
		}
	}
	switch {
	case len(o.Targets) > 0:
	case len(c.Dialect) > 0:
		return err
	default:
		return words.WithAdvice(err, "with --dialect, the console examines the given address itself")
	}
	p.Note("note: %s", words.OneLine(clip.Join(err.Error(), "the console examines the given address itself")))
	return nil
}

func convertAll[T ~string](given []string) []T {
	var out []T
	for _, g := range given {
		out = append(out, T(g))
	}
	return out
}

func firstOf[T ~string](given []string) T {
	if len(given) == 0 {
		return ""
	}
	return T(given[0])
}

// openHooks opens a webhook receiver if flags configure one or the agent is on this machine; else
// it returns nil.
func (c *checkCmd) openHooks(ctx context.Context, p *stdio.Streams, way console.Route, o *examine.Options) (*console.Webhooks, error) {
	if c.webhookFlags == (webhookFlags{}) {
		if !console.AreAllLocal(o.Targets) {
			return nil, nil
		}
		c.WebhookListen = "127.0.0.1:0"
	}
	at, err := c.webhookFlags.options("--webhook-listen")
	if err != nil {
		return nil, err
	}
	r, err := at.Listen(ctx, p)
	if err != nil {
		return nil, err
	}
	awaited := &console.HookWaiter{}
	r.Serve(p, way.Store, nil, nil, awaited.Receive)
	o.Hook = func(agent string) examine.Hook { return awaited.Hook(r, agent, "") }
	return r, nil
}

// confirm says how many calls and which messages follow, and asks for confirmation on a terminal.
// It returns an error if the user declines.
func (c *checkCmd) confirm(ctx context.Context, p *stdio.Streams, o examine.Options) error {
	plan := o.Plan()
	var names []string
	for _, t := range o.Targets {
		names = append(names, t.Name())
	}
	p.Note("note: at most %s, %g per second, to %s: %s", words.Plural(plan.Calls, "call"), plan.Rate, c.Recording, strings.Join(names, ", "))
	if len(plan.Messages) > 0 {
		var quoted []string
		for _, m := range plan.Messages {
			quoted = append(quoted, strconv.Quote(clip.Runes(words.OneLine(m), 60)))
		}
		more := ""
		if plan.Unsent > 0 {
			more = ", not the card's other " + words.Plural(plan.Unsent, "example") + "; choose messages with --text"
		}
		p.Note("note: messages: %s%s", strings.Join(quoted, ", "), more)
	}
	if c.Yes || p.JSON || !stdio.IsTerminal(p.Stdout) || !stdio.IsTerminal(p.Stderr) {
		return nil
	}
	if !p.Confirm(ctx, "Examine the agent? [y/N]") {
		return errors.New("the agent was not called; with --yes the command does not ask")
	}
	return nil
}

// judge judges the recorded calls, even if the examination was stopped.
func (c *checkCmd) judge(ctx context.Context, p *stdio.Streams, way console.Route, r *examine.Report) error {
	ctx = context.WithoutCancel(ctx)
	bar := p.Bar()
	defer bar.Clear()
	session := way.Store.Current().ID
	return r.Judge(ctx, console.SessionExchanges(ctx, way.Store, session), way.Store, func(done int) { bar.Update("judging", int64(done), int64(r.Calls), false) })
}

func (c *checkCmd) examineClient(ctx context.Context, p *stdio.Streams) error {
	if c.Recording != "" {
		return fmt.Errorf("--client: the client calls the console; leave out %q", c.Recording)
	}
	f := c.examineFlags
	f.Dialect, f.Binding = nil, nil
	if err := f.refuseIdle("the console makes no calls when it examines a client"); err != nil {
		return err
	}
	if _, err := c.options(); err != nil {
		return err
	}
	bindings := convertAll[a2a.Binding](c.Binding)
	versions := console.OfferedVersions(convertAll[a2a.Version](c.Dialect), bindings)
	if len(versions) == 0 {
		return errors.New("there is nothing to offer to the client: no version of --dialect has a binding of --binding")
	}
	before, err := c.loadBaseline(ctx, p)
	if err != nil {
		return err
	}
	db, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	r, session, err := c.Flags.Examine(ctx, p, db, versions, bindings)
	if err != nil {
		return err
	}
	if err := c.printExamination(p, console.ClientSessionName, session, r, before); err != nil || ctx.Err() == nil {
		return err
	}
	return errors.New(r.Stopped)
}

// printExamination prints the report, writes the requested report files, and returns ExitFindings
// if a check of --level fails.
func (c *checkCmd) printExamination(p *stdio.Streams, name, session string, r *examine.Report, before examine.Results) error {
	level := check.Level(strings.ToUpper(c.Level))
	err := print.Examination(p, name, session, r)
	if r.Recording {
		name = "check of " + name
	}
	err = errors.Join(err,
		print.Report(c.JUnit, func(f *os.File) error { return examine.WriteJUnit(f, name, r, level) }),
		print.Report(c.MD, func(f *os.File) error { return examine.WriteMarkdown(f, name, r) }),
	)
	if before != nil {
		err = errors.Join(err, print.Changes(p, c.Against, r.Results().ChangesSince(before)))
	}
	if err != nil {
		return err
	}
	if why := r.Untested(); why != "" {
		return errors.New("nothing was examined: " + why)
	}
	print.ExaminationVerdict(p, r, level)
	if r.FailsAt(level) {
		return stdio.ExitFindings
	}
	return nil
}
