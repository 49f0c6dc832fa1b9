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

	Target  string        `arg:"" complete:"files" name:"session" help:"The URL of an agent, or a session's id, name or file, whose messages are sent again."`
	Preset  []string      `placeholder:"NAME" complete:"presets" help:"Run this preset only. Repeatable. Default: all; see docs/chaos.md."`
	Rule    []string      `sep:"none" placeholder:"RULE" help:"Run under this rule, WHEN => ACTION; several are in force together. Without --preset no preset is run."`
	Seed    int64         `default:"1" placeholder:"N" help:"Seed of random choices. The same seed gives the same run. Default: 1."`
	Times   int           `default:"1" placeholder:"N" help:"Hold each conversation this many times, each time with the next seed. Default: 1."`
	Rules   []string      `sep:"none" complete:"files" placeholder:"FILE" help:"Run under the rules of a file, one a line, too. Repeatable."`
	To      string        `placeholder:"URL" help:"The agent to which a session's messages are sent. Default: a mock of the session."`
	Client  string        `name:"run" placeholder:"COMMAND" help:"Start this command for each conversation as the client, in place of the console's own. It finds the agent's address in A2A_URL and the message in A2A_TEXT, and A2A_PRESET, A2A_SEED and A2A_STEP."`
	Dialect string        `placeholder:"VERSION" complete:"versions" help:"Protocol version that the console's own client speaks, without trying another: ${dialects}. Default: the card's first."`
	Binding string        `placeholder:"NAME" enum:"${bindings}," default:"" help:"Its binding: jsonrpc, rest (HTTP+JSON) or grpc. Default: the card's first."`
	Text    []string      `sep:"none" placeholder:"TEXT" help:"Begin conversations with this message, in place of the examples of the card or the messages of the session. Repeatable."`
	Limit   time.Duration `default:"30s" placeholder:"DURATION" help:"End a conversation after this long. Default: 30s."`
	JUnit   string        `name:"junit" placeholder:"FILE" help:"Write a JUnit report, too."`
	MD      string        `name:"md" placeholder:"FILE" help:"Write a Markdown report, too."`
}

func (Command) Help() string {
	return `Conversations are held through a tap whose rules break things: events that never come, streams that are cut, refusals. What the client did about it is read from the record: recovered (it has all that the agent said), resubscribed, retried, gave_up (it was told, and stopped), hung (it still waited at the limit), lost (it stopped as if all were well), not_touched (no rule did anything, so nothing was tested), not_held (it could not begin: no program takes such a message), unseen (what it did is not all on record).

The client is the console's own, which shows what an agent lets a good client do. With --run it is yours.

Examples:

    a2a-console chaos http://127.0.0.1:9000
    a2a-console chaos http://127.0.0.1:9000 --preset flaky-network --text hi
    a2a-console chaos bug.jsonl --preset flaky-network --seed 7 --times 20
    a2a-console chaos http://127.0.0.1:9000 --run ./client --junit out.xml
    a2a-console chaos http://127.0.0.1:9000 --dialect 1.0 --binding grpc
    a2a-console chaos SESSION --rule 'event:artifact => drop'

Presets: ` + strings.Join(preset.Names(), ", ") + `.

Exit code: 0, or 1 when a client hung, lost something, could not begin or was not seen; 2 when it could not run, or no rule touched any conversation.`
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
	if err = errors.Join(err, s.close()); err != nil {
		if len(all) > 0 {
			err = errors.Join(err, c.writeReports(s, all))
		}
		return err
	}
	return c.report(ctx, p, s, all)
}

func (c *Command) options() (chaos.Options, error) {
	o := chaos.Options{Seed: c.Seed, Times: c.Times, TimeLimit: c.Limit, Texts: c.Text}
	switch {
	case c.Times < 1 || c.Times > chaos.MaxTimes:
		return o, fmt.Errorf("--times: each conversation is held from 1 to %d times", chaos.MaxTimes)
	case c.Limit <= 0:
		return o, errors.New("--limit: a conversation needs some time, such as 30s")
	case len(c.Text) > chaos.MaxTexts:
		return o, fmt.Errorf("--text: at most %d messages can be given", chaos.MaxTexts)
	case console.IsAgent(c.Target) && c.To != "":
		return o, errors.New("--to: it is for the messages of a session; the agent is given as " + words.OneLine(c.Target))
	case c.Client != "" && (c.HasCredentials() || c.Dialect+c.Binding != ""):
		return o, errors.New("credentials, --dialect and --binding are for the console's own client; a program given by --run signs in and chooses by itself")
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
		own := chaos.Preset{Name: "rules"}
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
	r := &examine.Report{Chaos: true, Took: time.Since(s.began)}
	for i := range all {
		r.Calls += len(all[i].Exchanges)
		r.Rows = append(r.Rows, examine.ConversationRow(all[i].Step, "", c.Times).WithResult(all[i]))
	}
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
		return errors.New("it was stopped before all conversations were held")
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
