package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

// replayCmd repeats the calls of a recording and compares the responses with the recorded ones.
type replayCmd struct {
	dbFlag
	calls.AuthFlags `embed:"" group:"Signing in"`

	Recording  string        `arg:"" complete:"files" name:"session" help:"A session's id or name, a session file, or an exchange's id."`
	To         string        `required:"" placeholder:"URL" help:"The agent to repeat the calls against: host, origin, path, or its card's URL."`
	Dialect    string        `placeholder:"VERSION" complete:"versions" help:"Use this protocol version for all calls. Default: the recorded one, if the agent has it."`
	Level      string        `enum:"structure,meaning,exact" default:"meaning" help:"How strictly to compare: by structure, by meaning or exactly."`
	Ignore     []string      `sep:"none" placeholder:"RULE" help:"Ignore differences at a path ($.task.metadata), of a type (type:timestamp) or in a pattern (/req-[0-9]+/); several are joined by spaces. Repeatable."`
	Timing     string        `default:"none" placeholder:"kept|none|xN" help:"Pauses between calls: kept as recorded, none, or multiplied, such as x0.5. Default: none."`
	Timeout    time.Duration `placeholder:"DURATION" help:"Abort a call after this time. Default: 2m, or three times the recorded duration."`
	Header     []string      `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to each request. Recorded credentials are never sent, so give them again."`
	Agent      string        `placeholder:"URL" help:"Repeat only the calls to this agent, if the session has several. Default: the agent of --to, else the one with the most calls."`
	Stop       bool          `help:"Stop at the first difference."`
	FailOnDiff bool          `help:"Exit with code 1 if anything differs, or if calls to other agents were left out and --agent is not given."`
	JUnit      string        `name:"junit" placeholder:"FILE" help:"Also write a JUnit report."`
	MD         string        `name:"md" placeholder:"FILE" help:"Also write a Markdown report."`
}

func (replayCmd) Help() string {
	return `Repeats every recorded call of your clients, Compose and the command line, in the recorded order and with new ids, and compares the answers with the recorded ones. It leaves out what earlier replays added to the session, and the console's own calls. It records the new exchanges in the same record; for a file, only with --db. For an agent of another version, it translates the calls.

Examples:

    a2a-console replay SESSION --to http://127.0.0.1:7430
    a2a-console replay order.jsonl --to https://agent.example \
      --level structure --fail-on-diff --junit report.xml

Exit code: 0; with --fail-on-diff, 1 if anything differs, or if calls to other agents were left out and --agent is not given; 2 if the replay could not run.`
}

func (c *replayCmd) Run(ctx context.Context, p *stdio.Streams) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	r, err := console.OpenRecording(ctx, p, c.DB, c.Recording)
	if err != nil {
		return err
	}
	note, err := r.KeepAgent(c.Agent, c.To)
	if note != "" {
		p.Note("note: %s", note)
	}
	if err == nil {
		err = c.replay(ctx, p, r, o)
	}
	return errors.Join(err, r.Close())
}

func (c *replayCmd) options() (replay.Options, error) {
	level, err := diff.ParseLevel(c.Level)
	if err != nil {
		return replay.Options{}, err
	}
	rules, err := diff.ParseIgnoreRules(c.Ignore)
	if err != nil {
		return replay.Options{}, err
	}
	if c.Dialect != "" {
		if _, ok := dialect.ByName(a2a.Version(c.Dialect)); !ok {
			return replay.Options{}, fmt.Errorf("the console does not speak A2A %q; --dialect must be %s", c.Dialect, calls.VersionsText())
		}
	}
	pace, err := parseTiming(c.Timing)
	return replay.Options{
		Version: a2a.Version(c.Dialect), Diff: diff.Options{Level: level, Ignore: rules},
		StopAtDifference: c.Stop, Pace: pace, Timeout: c.Timeout, LingerTimeout: console.LingerTime,
	}, err
}

// replay repeats the calls through a tap, and returns ExitFindings if --fail-on-diff says so.
func (c *replayCmd) replay(ctx context.Context, p *stdio.Streams, r *console.Recording, o replay.Options) error {
	header, err := calls.ParseHeaders(c.Header)
	if err != nil {
		return err
	}
	db := c.DB
	if !r.IsFile && db == "" {
		if db, err = console.RecordPath(""); err != nil {
			return err
		}
	}
	way, err := console.OpenRoute(p, db, "replay of "+r.Name)
	if err != nil {
		return err
	}
	o.Transport, o.Logger, o.Exchanges, o.Source, o.OtherCalls = way.Transport, p.Log, r.Exchanges, r.Store, r.OtherAgents
	same, err := c.runReplay(ctx, p, way, header, o)
	if err = errors.Join(err, way.Close()); err != nil {
		return err
	}
	if c.FailOnDiff && !same {
		return stdio.ExitFindings
	}
	return nil
}

func (c *replayCmd) runReplay(ctx context.Context, p *stdio.Streams, way console.Route, header http.Header, o replay.Options) (same bool, err error) {
	out := print.NewDiffPrinter(p)
	if err := c.PrepareAuth(ctx, p, way.Wallet, c.To, header); err != nil {
		return false, err
	}
	co := way.Options(p)
	co.Header = header
	o.Transport = way.AuthorizedTransport()
	client := console.NewCaller(inspector.New(co), way.Cards)
	note := func(text string) { p.Note("note: %s", text) }
	if o.Target, err = console.ReplayTargets(ctx, client, console.ReplayOptions{URL: c.To, Dialect: a2a.Version(c.Dialect), Header: header, OnCard: c.CompleteAuth}, note); err != nil {
		return false, err
	}
	bar, steps := p.Bar(), 0
	o.OnProgress = func(n replay.Progress) {
		if n.Phase != replay.Done {
			return
		}
		bar.Clear()
		out.PrintPair(*n.Pair)
		bar.Update("replaying", int64(n.Step)+1, int64(steps), false)
	}
	run, err := replay.New(ctx, o)
	if err != nil {
		return false, err
	}
	steps = len(run.Steps())
	played := run.Play(ctx)
	bar.Clear()
	report := run.Report()
	out.PrintTotals(report)
	if errors.Is(played, replay.ErrStopped) {
		p.Note("note: stopped at the first difference, after %d of %d steps", len(report.Pairs), len(run.Steps()))
		played = nil
	}
	return report.Equal() && report.OtherCalls == 0, errors.Join(played, out.Err, c.writeReports(report))
}

func (c *replayCmd) writeReports(r *diff.Report) error {
	name := "replay of " + c.Recording
	return errors.Join(
		print.Report(c.JUnit, func(f *os.File) error { return replay.WriteJUnit(f, name, r) }),
		print.Report(c.MD, func(f *os.File) error { return replay.WriteMarkdown(f, name, r) }),
	)
}
