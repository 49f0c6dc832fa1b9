// Package chaosrun implements the command chaos. It puts an agent, or a mock of one, behind a tap
// whose rules inject faults, runs conversations, and reports how the client coped.
package chaosrun

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Command holds the flags of the command chaos.
type Command struct {
	DB              string `name:"db" placeholder:"PATH" help:"The record's file. Default: record.db in the user's data folder."`
	calls.AuthFlags `embed:"" group:"Signing in to the agent"`

	Target  string        `arg:"" complete:"files" name:"session" help:"The URL of an agent; or a session's id, name or file, to send its messages again."`
	Preset  []string      `placeholder:"NAME" complete:"presets" help:"Run only this preset. Repeatable. Default: all; see docs/chaos.md."`
	Rule    []string      `sep:"none" placeholder:"RULE" help:"Run under this rule, WHEN => ACTION. Repeatable: several apply together. Without --preset, no preset is run."`
	Seed    int64         `default:"1" placeholder:"N" help:"Seed for random choices. The same seed gives the same run. Default: 1."`
	Times   int           `default:"1" placeholder:"N" help:"Hold each conversation this many times, each time with the next seed. Default: 1."`
	Rules   []string      `sep:"none" complete:"files" placeholder:"FILE" help:"Also run under the rules in this file, one per line. Repeatable."`
	To      string        `placeholder:"URL" help:"Send a session's messages to this agent. Default: a mock of the session."`
	Client  string        `name:"run" placeholder:"COMMAND" help:"For each conversation, start this command as the client instead of the console's own. Its environment has the agent's address in A2A_URL, the message in A2A_TEXT, and A2A_PRESET, A2A_SEED and A2A_STEP."`
	Dialect string        `placeholder:"VERSION" complete:"versions" help:"Protocol version for the console's own client, which then tries no other: ${dialects}. Default: the card's first."`
	Binding string        `placeholder:"NAME" enum:"${bindings}," default:"" help:"Binding for the console's own client: jsonrpc, rest (HTTP+JSON) or grpc. Default: the card's first."`
	Text    []string      `sep:"none" placeholder:"TEXT" help:"Begin conversations with this message, instead of the card's examples or the session's messages. Repeatable."`
	Limit   time.Duration `default:"30s" placeholder:"DURATION" help:"End a conversation after this time. Default: 30s."`
	JUnit   string        `name:"junit" placeholder:"FILE" help:"Also write a JUnit report."`
	MD      string        `name:"md" placeholder:"FILE" help:"Also write a Markdown report."`
}

func (Command) Help() string {
	return `Holds conversations through a tap whose rules break things: they drop events, cut streams and refuse calls. What the client did about that is read from the record. recovered: the client ended up with everything that the agent sent. resubscribed, retried: the client did so. gave_up: the client was told of the failure, and stopped. hung: the client was still waiting at the limit. lost: the client stopped as if nothing were missing. not_touched: no rule acted, so nothing was tested. not_held: the conversation could not begin, because the message cannot be passed to a program. unseen: the record does not show all that the client did.

The client is the console's own, which shows what the agent makes possible for a good client. With --run, it is your program.

Examples:

    a2a-console chaos http://127.0.0.1:9000
    a2a-console chaos http://127.0.0.1:9000 --preset flaky-network --text hi
    a2a-console chaos bug.jsonl --preset flaky-network --seed 7 --times 20
    a2a-console chaos http://127.0.0.1:9000 --run ./client --junit out.xml
    a2a-console chaos http://127.0.0.1:9000 --dialect 1.0 --binding grpc
    a2a-console chaos SESSION --rule 'event:artifact => drop'

Presets: ` + strings.Join(preset.Names(), ", ") + `.

Exit code: 0; 1 if a client hung, lost something, could not begin or was not seen; 2 if the command could not run, or if no rule touched a conversation.`
}

func (c *Command) Run(ctx context.Context, p *stdio.Streams) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	path, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	s := &testbed{cmd: c, streams: p, began: time.Now()}
	err = s.open(ctx, path)
	var all []chaos.Result
	if err == nil {
		all, err = s.run(ctx, o)
	}
	if err == nil {
		s.save(context.WithoutCancel(ctx), s.reportOf(all, ctx.Err() != nil))
	}
	if err = errors.Join(err, s.close()); err != nil {
		if len(all) > 0 {
			err = errors.Join(err, c.writeReports(s, all))
		}
		return err
	}
	return c.report(ctx, p, s, all)
}

// ownRules names the rules of the flags among the presets.
const ownRules = "rules"

func (c *Command) options() (chaos.Options, error) {
	o := chaos.Options{Seed: c.Seed, Times: c.Times, TimeLimit: c.Limit, Texts: c.Text}
	switch {
	case c.Times < 1 || c.Times > chaos.MaxTimes:
		return o, fmt.Errorf("--times must be from 1 to %d", chaos.MaxTimes)
	case c.Limit <= 0:
		return o, errors.New("--limit must be greater than 0, such as 30s")
	case len(c.Text) > chaos.MaxTexts:
		return o, fmt.Errorf("--text: at most %d messages are allowed", chaos.MaxTexts)
	case console.IsAgent(c.Target) && c.To != "":
		return o, errors.New("--to works only with a session; the agent to call is already given: " + words.OneLine(c.Target))
	case c.Client != "" && (c.HasCredentials() || c.Dialect+c.Binding != ""):
		return o, errors.New("credentials, --dialect and --binding work only with the console's own client; the program of --run signs in and chooses for itself")
	}
	for _, name := range c.Preset {
		one, err := rules.Preset(name)
		if err != nil {
			return o, err
		}
		o.Presets = append(o.Presets, chaos.Preset{Name: one.Name, Rules: one.Rules})
	}
	given, err := (&rules.Flags{Rule: c.Rule, Rules: c.Rules}).Read()
	if err != nil {
		return o, err
	}
	if len(given) > 0 {
		own := chaos.Preset{Name: ownRules}
		for _, r := range given {
			own.Rules = append(own.Rules, r.Text)
		}
		o.Presets = append(o.Presets, own)
	}
	if len(o.Presets) == 0 {
		for _, one := range preset.All() {
			o.Presets = append(o.Presets, chaos.Preset{Name: one.Name, Rules: one.Rules})
		}
	}
	return o, nil
}

func (c *Command) writeReports(s *testbed, all []chaos.Result) error {
	name := "chaos of " + words.OneLine(c.Target) + ", by " + s.client
	r := s.reportOf(all, false)
	return errors.Join(
		print.Report(c.JUnit, func(f *os.File) error { return examine.WriteJUnit(f, name, r, check.Info) }),
		print.Report(c.MD, func(f *os.File) error { return examine.WriteMarkdown(f, name, r) }),
	)
}

// report writes the report files, prints the verdicts by preset, and returns ExitFindings for a bad
// one.
func (c *Command) report(ctx context.Context, p *stdio.Streams, s *testbed, all []chaos.Result) error {
	if err := c.writeReports(s, all); err != nil {
		return err
	}
	if !p.JSON {
		verdictTable(all).Write(p.Stdout)
	}
	p.Note("%s recorded: a2a-console sessions show %s", words.Plural(len(all), "conversation"), s.session)
	if ctx.Err() != nil {
		return errors.New("the command was stopped before all conversations were held")
	}
	for i := range all {
		if all[i].Verdict.IsBad() {
			return stdio.ExitFindings
		}
	}
	if !slices.ContainsFunc(all, func(r chaos.Result) bool { return r.Verdict != chaos.NotTouched }) {
		return errors.New("nothing was tested: no rule touched a conversation")
	}
	return nil
}

func verdictTable(all []chaos.Result) stdio.Table {
	head := []string{"PRESET"}
	for _, v := range chaos.Verdicts() {
		head = append(head, strings.ToUpper(strings.ReplaceAll(string(v), "_", " ")))
	}
	rows := [][]string{head}
	for _, n := range chaos.CountVerdicts(all) {
		row := []string{n.Preset}
		for _, v := range chaos.Verdicts() {
			row = append(row, n.Cell(v))
		}
		rows = append(rows, row)
	}
	return stdio.Table{Rows: rows}
}
