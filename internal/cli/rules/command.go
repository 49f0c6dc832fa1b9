package rules

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Command is the command "rules", which manages the rules of a running console or tap.
type Command struct {
	List    listCmd    `cmd:"" default:"withargs" help:"List the rules in force, or those of a session (the default)."`
	Add     addCmd     `cmd:"" help:"Put rules in force."`
	Remove  removeCmd  `cmd:"" aliases:"rm" help:"Remove rules."`
	On      onCmd      `cmd:"" help:"Switch rules on again."`
	Off     offCmd     `cmd:"" help:"Switch rules off, but keep them in the list."`
	Check   checkCmd   `cmd:"" help:"Say what is wrong with the text of a rule."`
	Presets presetsCmd `cmd:"" help:"List the presets: what each does, and how a good client reacts."`
	Held    heldCmd    `cmd:"" help:"List what rules hold, or show one item."`
	Release releaseCmd `cmd:"" help:"Release what rules hold: forward, edit or drop it."`
}

// recordFlag finds the running program by the record that it writes.
type recordFlag struct {
	DB string `name:"db" placeholder:"PATH" help:"The record that the console or tap records into. Default: record.db in the user's data folder."`
}

// findProgram finds the program that records: a console, else a tap.
func (a recordFlag) findProgram(ctx context.Context) (console.Announcement, error) {
	path, err := console.RecordPath(a.DB)
	if err != nil {
		return console.Announcement{}, err
	}
	for _, f := range []console.RuntimeFile{console.RuntimeFileFor(path), console.ControlFileFor(path)} {
		if said, ok := f.Running(ctx); ok {
			return said, nil
		}
	}
	return console.Announcement{}, fmt.Errorf("no console or tap is recording into %s; start one with: a2a-console serve, or a2a-console tap URL. To use another record, give --db. To list the rules of a recorded session: rules list --session SESSION", path)
}

type listCmd struct {
	recordFlag
	Session string `placeholder:"SESSION" help:"List the rules that were in force in this session, given by its id or name. No console needs to be running."`
	Text    bool   `help:"Write only the texts, one per line, as --rules reads them. Rules that are off or removed are comments."`
}

func (listCmd) Help() string {
	return `A rule is WHEN => ACTION; docs/rules.md describes the language. FIRED is how often a rule acted in the session.

Examples:

    a2a-console rules
    a2a-console rules add 'event:artifact nth:2 => duplicate'
    a2a-console rules add --preset lose-terminal-event
    a2a-console rules list --session demo --text > demo.rules
    a2a-console rules held
    a2a-console rules release --all`
}

func (c *listCmd) Run(ctx context.Context, p *stdio.Streams) error {
	list, err := c.read(ctx, p)
	if err != nil {
		return err
	}
	if c.Text {
		return printTexts(p, list)
	}
	if len(list) == 0 && !p.JSON {
		p.Note("no rules; add one with: a2a-console rules add 'WHEN => ACTION'")
		return nil
	}
	return printRules(p, list)
}

func (c *listCmd) read(ctx context.Context, p *stdio.Streams) (_ []api.Rule, err error) {
	if c.Session == "" {
		_, list, err := c.rules(ctx)
		return list, err
	}
	store, err := console.OpenRecord(p, c.DB)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	s, err := console.FindSession(ctx, store, c.Session)
	if err != nil {
		return nil, err
	}
	kept, err := store.RulesOf(ctx, s.ID)
	return api.RulesOf(kept).Rules, err
}

// rules returns the running program and the rules in force there.
func (a recordFlag) rules(ctx context.Context) (console.Announcement, []api.Rule, error) {
	said, err := a.findProgram(ctx)
	if err != nil {
		return said, nil, err
	}
	var got api.Rules
	err = said.CallAPI(ctx, http.MethodGet, "/api/rules", nil, &got)
	return said, got.Rules, err
}

type addCmd struct {
	recordFlag
	Texts []string `arg:"" optional:"" name:"rule" help:"WHEN => ACTION."`
	Flags `embed:""`
}

// Run adds the rules, after checking all of them.
func (c *addCmd) Run(ctx context.Context, p *stdio.Streams) error {
	c.Rule = append(c.Texts, c.Rule...)
	list, err := c.Read()
	if err == nil && len(list) == 0 {
		err = errors.New("no rule is given; give a rule such as 'event:artifact nth:2 => duplicate', or --preset or --rules")
	}
	if err != nil {
		return err
	}
	said, err := c.findProgram(ctx)
	if err != nil {
		return err
	}
	added, err := Add(ctx, said, list)
	if err != nil {
		return err
	}
	return printRules(p, added)
}

// Add puts rules in force at a running program, and returns them with their ids.
func Add(ctx context.Context, said console.Announcement, list []wire.Rule) (added []api.Rule, err error) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Preset == list[0].Preset {
			n++
		}
		in := api.NewRules{Preset: list[0].Preset}
		for _, r := range list[:n] {
			in.Texts = append(in.Texts, r.Text)
		}
		var got api.Rules
		if err := said.CallAPI(ctx, http.MethodPost, "/api/rules", in, &got); err != nil {
			return added, err
		}
		added, list = append(added, got.Rules...), list[n:]
	}
	return added, nil
}

type ruleArgs struct {
	recordFlag
	IDs []string `arg:"" name:"rule" help:"The rules' ids, or their last characters, as rules list shows them."`
}

// each calls do for each of the rules, but for none if an id is wrong.
func (c *ruleArgs) each(ctx context.Context, do func(said console.Announcement, r api.Rule) error) error {
	said, list, err := c.rules(ctx)
	if err != nil {
		return err
	}
	var found []api.Rule
	for _, id := range c.IDs {
		r, err := findRule(list, id)
		if err != nil {
			return err
		}
		found = append(found, r)
	}
	for _, r := range found {
		if err := do(said, r); err != nil {
			return err
		}
	}
	return nil
}

func findRule(list []api.Rule, id string) (found api.Rule, err error) {
	n := 0
	for _, r := range list {
		if r.ID == id || wire.ParseShortID(id).Matches(r.ID) {
			found = r
			n++
		}
	}
	switch n {
	case 0:
		return found, fmt.Errorf("no rule in force has the id %.40q; \"a2a-console rules\" lists them", id)
	case 1:
		return found, nil
	}
	return found, fmt.Errorf("%d rules have an id like %.40q; give more characters", n, id)
}

type removeCmd struct {
	recordFlag
	IDs    []string `arg:"" optional:"" name:"rule" help:"The rules' ids, or their last characters."`
	All    bool     `help:"Remove all rules."`
	Preset string   `placeholder:"NAME" complete:"presets" help:"Remove the rules of this preset."`
}

func (c *removeCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if !c.All && c.Preset == "" && len(c.IDs) > 0 {
		s := ruleArgs{c.recordFlag, c.IDs}
		return s.each(ctx, func(said console.Announcement, r api.Rule) error {
			return said.CallAPI(ctx, http.MethodDelete, "/api/rules/"+url.PathEscape(r.ID), nil, nil)
		})
	}
	if c.All == (c.Preset != "") || len(c.IDs) > 0 {
		return errors.New("give the ids of rules, or --all, or --preset NAME")
	}
	said, err := c.findProgram(ctx)
	if err != nil {
		return err
	}
	var got struct{ Removed int }
	path := "/api/rules"
	if !c.All {
		path += "?preset=" + url.QueryEscape(c.Preset)
	}
	if err := said.CallAPI(ctx, http.MethodDelete, path, nil, &got); err != nil {
		return err
	}
	p.Note("removed %s", words.Plural(got.Removed, "rule"))
	return nil
}

type onCmd struct{ ruleArgs }

func (c *onCmd) Run(ctx context.Context, p *stdio.Streams) error { return c.switchRules(ctx, p, true) }

type offCmd struct{ ruleArgs }

func (c *offCmd) Run(ctx context.Context, p *stdio.Streams) error {
	return c.switchRules(ctx, p, false)
}

func (c *ruleArgs) switchRules(ctx context.Context, p *stdio.Streams, on bool) error {
	return c.each(ctx, func(said console.Announcement, r api.Rule) error {
		var now api.Rule
		if err := said.CallAPI(ctx, http.MethodPatch, "/api/rules/"+url.PathEscape(r.ID), map[string]bool{"on": on}, &now); err != nil {
			return err
		}
		if p.JSON {
			return p.Line(now)
		}
		return nil
	})
}

// ignoredRecord accepts --db, which scripts may pass to all commands of rules, for those that need
// no record.
type ignoredRecord struct {
	DB string `name:"db" placeholder:"PATH" hidden:""`
}

type checkCmd struct {
	ignoredRecord
	Text string `arg:"" help:"WHEN => ACTION."`
}

// Run checks the rule and prints its canonical form, or what is wrong with it.
func (c *checkCmd) Run(p *stdio.Streams) error {
	r, err := parse(c.Text)
	switch {
	case p.JSON && err != nil:
		if err := p.Line(checkOf(err)); err != nil {
			return err
		}
		return stdio.ExitCode(1)
	case err != nil:
		p.Note("%v", pointAtError("the rule", c.Text, err))
		return stdio.ExitCode(1)
	case p.JSON:
		return p.Line(api.RuleCheck{OK: true, Text: r.String()})
	}
	_, err = fmt.Fprintln(p.Stdout, words.Visible(r.String()))
	return err
}

type presetsCmd struct{ ignoredRecord }

func (presetsCmd) Run(p *stdio.Streams) error {
	for i, x := range preset.All() {
		if p.JSON {
			if err := p.Line(api.Preset{Kind: "preset", Name: x.Name, Title: x.Title, Does: x.Does, Expect: x.Expect, Rules: x.Rules}); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(p.Stdout)
		}
		fmt.Fprintln(p.Stdout, x.Name)
		for _, line := range append([]string{x.Does, "A good client: " + x.Expect}, x.Rules...) {
			fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, "  "+line))
		}
	}
	return nil
}
