package chaosrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/internal/cli/guide"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
)

// testbed is an agent, or a mock of one, behind a tap with rules.
type testbed struct {
	*console.Plumbing
	cmd       *Command
	streams   *stdio.Streams
	began     time.Time
	agent     string   // the agent's URL
	texts     []string // messages of the session, to send if --text gives none
	mock      *console.Server
	recording *console.Recording // nil if no session is used
	session   string             // id of the session into which the conversations are recorded
	client    string             // for people: the client, its version and binding
	save      func(context.Context, *examine.Report)
}

// open opens the session if the target is one, and the record and the taps.
func (s *testbed) open(ctx context.Context, path string) error {
	s.agent = s.cmd.Target
	if !console.IsAgent(s.agent) {
		if err := s.openSession(ctx); err != nil {
			return err
		}
	}
	b, err := console.OpenPlumbing(s.streams, console.PlumbingOptions{DB: path, TapPort: -1, Name: "chaos of " + words.OneLine(s.cmd.Target)})
	if err != nil {
		return err
	}
	s.Plumbing, s.session = b, b.Store.Current().ID
	return s.markSession(ctx)
}

// markSession says in the record that the session is an examination, so that its failures do not count as
// the agent's, and sets save.
func (s *testbed) markSession(ctx context.Context) error {
	c, id := s.cmd, wire.NewID()
	asked := examine.Request{Agent: s.agent, Texts: c.Text, Limit: c.Limit, Chaos: &examine.ChaosRequest{Presets: c.Preset, Times: c.Times, Seed: c.Seed, ByClient: c.Client != ""}}
	if len(c.Rule)+len(c.Rules) > 0 {
		asked.Chaos.Presets = append(slices.Clone(c.Preset), ownRules)
	}
	if c.Dialect != "" {
		asked.Versions = []a2a.Version{a2a.Version(c.Dialect)}
	}
	if c.Binding != "" {
		asked.Bindings = []a2a.Binding{a2a.Binding(c.Binding)}
	}
	s.save = func(ctx context.Context, r *examine.Report) {
		if err := console.SaveExamination(ctx, s.Store, id, s.session, asked, r); err != nil {
			s.streams.Note("note: the results are not on record: %s", words.OneLine(err.Error()))
		}
	}
	return console.SaveExamination(ctx, s.Store, id, s.session, asked, nil)
}

// reportOf returns the report of the conversations that were held.
func (s *testbed) reportOf(all []chaos.Result, stopped bool) *examine.Report {
	r := &examine.Report{Started: s.began, Chaos: true, Took: time.Since(s.began), Early: stopped}
	if stopped {
		r.Stopped = "the run was stopped"
	}
	for i := range all {
		r.Calls += len(all[i].Exchanges)
		row := console.ConversationRows([]chaos.Step{all[i].Step}, s.cmd.Times)[0]
		r.Rows = append(r.Rows, row.WithResult(all[i]))
	}
	return r
}

// openSession opens the session, reads its messages, and serves it as a mock if --to gives no
// agent.
func (s *testbed) openSession(ctx context.Context) error {
	r, err := console.OpenRecording(ctx, s.streams, s.cmd.DB, s.cmd.Target)
	if err != nil {
		return err
	}
	s.recording = r
	if note, err := r.KeepAgent("", ""); err != nil {
		return err
	} else if note != "" {
		s.streams.Note("note: %s", note)
	}
	if _, err := r.AddCardFromRecord(ctx); err != nil {
		return err
	}
	m, err := mock.New(ctx, mock.Options{Exchanges: r.Exchanges, Facts: r.Store, BaseURL: func() string { return s.agent }, Pace: 1, Logger: s.streams.Log})
	if err != nil {
		return err
	}
	for _, a := range m.Contents().Answers {
		if a.Text != "" && !slices.Contains(s.texts, a.Text) && len(s.texts) < chaos.MaxTexts {
			s.texts = append(s.texts, a.Text)
		}
	}
	if s.cmd.To != "" {
		s.agent = s.cmd.To
		return nil
	}
	s.mock, s.agent, err = console.ServeIsolated(ctx, s.streams, m)
	return err
}

func (s *testbed) close() error {
	var errs []error
	if s.Plumbing != nil {
		errs = append(errs, s.Plumbing.Close())
	}
	if s.mock != nil {
		errs = append(errs, s.mock.Shutdown())
	}
	if s.recording != nil {
		errs = append(errs, s.recording.Close())
	}
	return errors.Join(errs...)
}

func (s *testbed) run(ctx context.Context, o chaos.Options) ([]chaos.Result, error) {
	good, card, err := s.newGoodClient(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.chooseClient(ctx, &o, good); err != nil {
		return nil, err
	}
	if len(o.Texts) == 0 {
		o.Texts = s.texts
	}
	if len(o.Texts) == 0 && s.recording == nil {
		o.Texts = chaos.Examples(card)
	}
	if len(o.Texts) == 0 {
		return nil, errors.New("there is no message to send: the session has none, or the card's skills have no examples. Give one with --text")
	}
	o.Store, o.Session, o.ArmRules, o.Cancel = s.Store, s.session, s.Rules.ReplaceSeeded, good.Cancel
	plan := o.Plan()
	s.streams.Note("%s by %s, at most %s each", words.Plural(len(plan), "conversation"), s.client, o.TimeLimit)
	var failed error
	o.OnResult = func(r chaos.Result) {
		if s.streams.JSON {
			failed = errors.Join(failed, s.streams.Line(r))
			return
		}
		s.streams.Note("%d of %d  %s, seed %d: %s. %s", r.Number, len(plan), r.Preset, r.Seed, r.Verdict, words.OneLine(r.Message))
	}
	all, err := chaos.Run(ctx, o)
	return all, errors.Join(err, failed)
}

// chooseClient sets in o the client that converses: the program of --run, or the console's own
// client.
func (s *testbed) chooseClient(ctx context.Context, o *chaos.Options, good *chaos.GoodClient) (err error) {
	if s.cmd.Client != "" {
		s.client = words.OneLine(s.cmd.Client)
		o.Converse, err = s.programClient(ctx)
		return err
	}
	t := good.Targets[0]
	s.client = "the console's client, A2A " + string(t.Version) + " " + t.Binding.Word()
	o.Converse, o.Dialect, o.Binding = good.Converse, string(t.Version), string(t.Binding)
	return nil
}

// newGoodClient returns the console's own client and the agent's card. A run with --run needs them
// too, for the examples of the card and to cancel tasks.
func (s *testbed) newGoodClient(ctx context.Context) (*chaos.GoodClient, *a2a.Card, error) {
	if err := s.cmd.PrepareAuth(ctx, s.streams, s.Wallet, s.agent, nil); err != nil {
		return nil, nil, err
	}
	c := inspector.New(inspector.Options{Origin: wire.Terminal, Transport: s.Taps.RoundTripper(), Logger: s.streams.Log, Authorizer: s.Wallet, QuietTimeout: chaos.QuietTimeout, LingerTimeout: console.LingerTime})
	d, err := c.Discover(ctx, s.agent)
	if err != nil {
		return nil, nil, err
	}
	if err := s.cmd.CompleteAuth(ctx, d, ""); err != nil {
		return nil, nil, err
	}
	g, err := chaos.NewGoodClient(c, d, a2a.Version(s.cmd.Dialect), a2a.Binding(s.cmd.Binding))
	return g, d.Card, err
}

// programClient opens a tap that listens, and returns a function that runs the program of --run
// against the tap.
func (s *testbed) programClient(ctx context.Context) (func(context.Context, chaos.Step) error, error) {
	at, err := console.ParseListen("--run", "0", proxy.FirstPort)
	if err != nil {
		return nil, err
	}
	tap, err := console.OpenTap(ctx, s.Plumbing, s.agent, at)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, step chaos.Step) error {
		said, err := guide.RunProgram(ctx, s.streams, s.cmd.Client, "A2A_URL="+tap.URL, "A2A_TEXT="+step.Text, "A2A_PRESET="+step.Preset,
			fmt.Sprintf("A2A_SEED=%d", step.Seed), fmt.Sprintf("A2A_STEP=%d", step.Number))
		if said.Note != "" {
			s.streams.Log.Debug("the client's program", "said", said.Note)
		}
		if errors.Is(err, guide.ErrNoCommand) {
			return fmt.Errorf("%w: %w", chaos.ErrNoClient, err)
		}
		return err
	}, nil
}
