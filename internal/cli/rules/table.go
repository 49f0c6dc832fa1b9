package rules

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
	"github.com/a2a-console/a2a-console/ui/api"
)

func shortID(p *stdio.Streams, whole string) string {
	if stdio.IsTerminal(p.Stdout) {
		return wire.IDSuffix(whole)
	}
	return whole
}

func printRules(p *stdio.Streams, list []api.Rule) error {
	rows := [][]string{{"ID", "IS", "FIRED", "PRESET", "RULE"}}
	for _, r := range list {
		if p.JSON {
			if err := p.Line(r); err != nil {
				return err
			}
			continue
		}
		is := "on"
		switch {
		case r.Removed != "":
			is = "removed"
		case !r.On:
			is = "off"
		}
		text := r.Text
		if r.Problem != "" {
			text += " · " + r.Problem
		}
		rows = append(rows, []string{shortID(p, r.ID), is, strconv.FormatInt(r.Fired, 10), words.OneLine(cmp.Or(r.Preset, "-")), words.OneLine(text)})
	}
	if !p.JSON {
		stdio.Table{Rows: rows, Shorten: []int{4}}.Write(p.Stdout)
	}
	return nil
}

// printTexts prints rules as a file of rules that --rules can read; rules that are off or removed
// are comments.
func printTexts(p *stdio.Streams, list []api.Rule) error {
	for _, r := range list {
		line := strings.Join(strings.Fields(r.Text), " ")
		if !strings.ContainsAny(r.Text, "\r\n") { // keep blanks in quotes
			line = r.Text
		}
		if !r.On || r.Removed != "" {
			line = "# " + line
		}
		if _, err := fmt.Fprintln(p.Stdout, words.Visible(line)); err != nil {
			return err
		}
	}
	return nil
}

func printHeld(p *stdio.Streams, list []api.HeldItem) {
	rows := [][]string{{"ID", "SINCE", "UNTIL", "SIDE", "OPERATION", "WHAT", "TEXT"}}
	for _, h := range list {
		what := cmp.Or(h.Event, string(h.Framing))
		if h.State != "" {
			what += " " + strings.ToLower(strings.TrimPrefix(h.State, "TASK_STATE_"))
		}
		until := "no limit"
		if h.Until != "" {
			until = clock(h.Until) + " " + h.OnTimeout
		}
		rows = append(rows, []string{shortID(p, h.ID), clock(h.Since), until, h.Side, words.OneLine(cmp.Or(h.Op, "?")), words.OneLine(what), words.OneLine(h.Text)})
	}
	stdio.Table{Rows: rows, Shorten: []int{6}, Drop: []int{1}}.Write(p.Stdout)
}

// clock returns a time of the API as local time of day, "?" if it is not a time.
func clock(stamp string) string {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return "?"
	}
	return t.Local().Format("15:04:05")
}

func checkOf(err error) api.RuleCheck {
	var wrong *rule.Error
	if errors.As(err, &wrong) {
		return api.RuleCheck{Offset: wrong.Offset, Reason: wrong.Reason}
	}
	return api.RuleCheck{Reason: err.Error()}
}
