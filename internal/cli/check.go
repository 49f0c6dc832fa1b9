package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/cli/guide"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

type checkCmd struct {
	dbFlag
	examineFlags `embed:"" group:"Examining an agent"`
	guide.Flags  `embed:"" group:"Examining a client"`

	Recording string `arg:"" optional:"" complete:"files" name:"session" help:"A session's id or name, an exchange's id, a session file (JSON Lines or HAR), or the URL of an agent."`
	Level     string `enum:"must,should,info" default:"must" help:"Exit with code 1 for a broken MUST (must), also for a broken SHOULD (should), or for any finding (info)."`
	JUnit     string `name:"junit" placeholder:"FILE" help:"Also write a JUnit report."`
	MD        string `name:"md" placeholder:"FILE" help:"Also write a Markdown report."`
	Against   string `complete:"files" placeholder:"SESSION|FILE" help:"Show what broke and what was repaired since an earlier report of check --json or a recording."`
}

func (checkCmd) Help() string {
	return `Applies all checks of docs/checks.md to a recording, offline: those within an exchange and those across exchanges, with the cards and push notifications of the recording. The console's own requests are judged too; exchanges that replays added are not. In the session of an examination, a check that only the console broke, on purpose, does not count.

A check has one of four results. pass: an exchange could break it and none did. fail: an exchange broke it. skip ("not tested"): it applies to the recording, but no exchange could break it. not_applicable: its version, binding or operation is not on record. Findings that are only worth knowing, or that the specification leaves open, are shown and are not failures.

With --client, a client is examined. The console is the agent: it shows its URL and, step by step, what the client should do. It misbehaves as agents can: it sends late events, cuts streams, adds members and states that no version has, and refuses calls. --run starts a program for each step instead of asking a person.

With a URL, the agent there is examined. The console calls it in each version and binding that its card offers, or that --dialect and --binding name: it sends messages, calls each operation, and sends requests that no client should send. It first says how many calls it makes and which messages it sends, and asks for confirmation on a terminal. It does not touch tasks of others. The calls are recorded as a new session. docs/check.md lists what is tried.

Examples:

    a2a-console check SESSION
    a2a-console check EXCHANGE
    a2a-console check bug.jsonl --level should --junit report.xml --md report.md
    a2a-console check SESSION --json
    a2a-console check http://127.0.0.1:9000 --text "tell me a joke" --budget 200
    a2a-console check http://127.0.0.1:9000 --against before.jsonl
    a2a-console check --client --port 9000
    a2a-console check --client --run 'node client.js' --junit report.xml

Exit code: 0 if no check of the level or above fails, 1 if one does, 2 if the checks could not run.`
}

func (c *checkCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if c.Client {
		return c.examineClient(ctx, p)
	}
	if err := c.Flags.RefuseIdle(); err != nil {
		return err
	}
	switch {
	case c.Recording == "":
		return errors.New("name a session, a session file or the URL of an agent to check; --client checks a client")
	case console.IsAgent(c.Recording):
		return c.examine(ctx, p)
	}
	return c.judgeRecording(ctx, p)
}

func (c *checkCmd) judgeRecording(ctx context.Context, p *stdio.Streams) error {
	if err := c.examineFlags.refuseIdle("a recording is judged offline, without calls; to examine an agent, give its URL"); err != nil {
		return err
	}
	before, err := c.loadBaseline(ctx, p)
	if err != nil {
		return err
	}
	store, found, closing, err := console.OpenMatch(ctx, p, c.DB, c.Recording)
	switch {
	case errors.Is(err, wire.ErrNotFound):
		return words.WithAdvice(err, "to examine an agent, give its URL, such as http://127.0.0.1:9000")
	case err != nil:
		return err
	}
	name, r, err := c.judgeStored(ctx, p, store, found)
	if err = errors.Join(err, closing()); err != nil {
		return err
	}
	if r.Checks.Left > 0 {
		p.Note("note: not judged: %s that replays added", words.Plural(r.Checks.Left, "exchange"))
	}
	if found.Exchange != nil {
		p.Note("note: findings that involve several exchanges are taken from the record; to check the whole session: a2a-console check %s", found.Exchange.Session)
	}
	return c.printExamination(p, name, "", r, before)
}

// judgeStored judges a stored session, or an exchange. For an exchange, it adds the recorded
// findings that involve other exchanges.
func (c *checkCmd) judgeStored(ctx context.Context, p *stdio.Streams, store *recorder.Store, found console.Match) (name string, r *examine.Report, err error) {
	s, list := found.Session, console.SessionExchanges(ctx, store, found.Session.ID)
	name = cmp.Or(words.SessionName(s), c.Recording)
	if x := found.Exchange; x != nil {
		name, s = "exchange "+x.ID, wire.Session{ID: x.Session, Exchanges: 1}
		x.Repeats = false // the user named it
		list = func(yield func(*wire.Exchange, error) bool) { yield(x, nil) }
	}
	bar := p.Bar()
	r = &examine.Report{Recording: true}
	r.Checks, err = verdict.Judge(ctx, list, store, func(done int) {
		bar.Update("judging", int64(done), int64(s.Exchanges), false)
	})
	bar.Clear()
	if x := found.Exchange; x != nil && err == nil {
		err = addAcross(ctx, store, x.ID, r.Checks)
	}
	if err == nil {
		var n int
		if n, err = excludeOwn(ctx, store, s.ID, r); n > 0 {
			p.Note("note: not counted: %s that only the console broke, on purpose, in this examination", words.Plural(n, "check"))
		}
	}
	return name, r, errors.Join(err, applyMutes(ctx, store, s.ID, r.Checks))
}

// excludeOwn excludes from a report what the console broke on purpose if the session is an examination, and returns
// the number of these checks.
func excludeOwn(ctx context.Context, store *recorder.Store, session string, r *examine.Report) (n int, err error) {
	if r.OwnSide, err = console.OwnSide(ctx, store, session); err != nil {
		return 0, err
	}
	return r.ExcludeOwn(), nil
}

// addAcross adds to a report the recorded findings of an exchange that involve other exchanges.
func addAcross(ctx context.Context, store *recorder.Store, id string, r *verdict.Report) error {
	list, err := store.Findings(ctx, id)
	for _, a := range reading.AcrossOf(list) {
		r.AddFinding(judge.Finding{Exchange: id, Side: a.Side, Frame: a.Frame, Times: a.Times, Problem: a.Problem, Others: a.OtherExchanges})
	}
	return err
}

func applyMutes(ctx context.Context, store *recorder.Store, session string, r *verdict.Report) error {
	list, err := store.Mutes(ctx)
	if r != nil {
		r.Mute(list, session)
	}
	return err
}

// loadBaseline loads what --against names: a report of check --json, a recorded examination, or a
// recording, which it judges as judgeBaseline does. It returns nil without the flag.
func (c *checkCmd) loadBaseline(ctx context.Context, p *stdio.Streams) (examine.Results, error) {
	if c.Against == "" {
		return nil, nil
	}
	if f, err := os.Open(c.Against); err == nil {
		list, is, err := examine.ReadResults(f)
		if err = errors.Join(err, f.Close()); err != nil || is {
			return list, err
		}
	}
	store, s, closing, err := console.OpenSession(ctx, p, c.DB, c.Against)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	if kept, kerr := console.LoadExamination(ctx, store, s.ID); kerr == nil && kept.Client == c.Client && (c.Client || console.IsAgent(c.Recording)) {
		return kept.Results(), closing()
	} else if kerr != nil && !errors.Is(kerr, wire.ErrNotFound) {
		return nil, errors.Join(fmt.Errorf("--against: %w", kerr), closing())
	}
	out, err := c.judgeBaseline(ctx, store, s.ID)
	return out, errors.Join(err, closing())
}

// judgeBaseline judges a recording as the command judges the one to compare with it: a client's, an
// agent's, or all.
func (c *checkCmd) judgeBaseline(ctx context.Context, store *recorder.Store, session string) (examine.Results, error) {
	r := &examine.Report{}
	var err error
	switch list := console.SessionExchanges(ctx, store, session); {
	case c.Client:
		r.Checks, err = verdict.JudgeClient(ctx, list, store, nil, nil)
	case console.IsAgent(c.Recording):
		r.Checks, err = verdict.JudgeAgent(ctx, list, store, nil, nil, nil)
	default:
		if r.Checks, err = verdict.Judge(ctx, list, store, nil); err == nil {
			_, err = excludeOwn(ctx, store, session, r)
		}
	}
	if err != nil {
		return nil, err
	}
	out := r.Results()
	if c.Client { // the record does not say which notifications the client had to refuse
		out = slices.DeleteFunc(out, func(o examine.Outcome) bool { return o.Check == "PUSH-16" })
	}
	return out, nil
}
