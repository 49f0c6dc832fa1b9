package print

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// CheckLine is what scripts get of a check of the list.
type CheckLine struct {
	Check     string     `json:"check"`
	Level     string     `json:"level"` // must, should, info
	Exchanges int        `json:"exchanges"`
	Times     int        `json:"times"`
	Severity  string     `json:"severity,omitempty"` // of the worst that was found
	Rule      string     `json:"rule"`
	Fix       string     `json:"fix"`
	Sections  []string   `json:"sections"`
	Muted     []MuteLine `json:"muted,omitempty"`
}

// MuteLine is where a check is muted, and why.
type MuteLine struct {
	Session string `json:"session,omitempty"` // "" in all
	Reason  string `json:"reason"`
	Created string `json:"created"`
}

// CheckLineOf puts a check in the words scripts rely on.
func CheckLineOf(c check.Check, met wire.Met, mutes []wire.Mute) CheckLine {
	l := CheckLine{
		Check: c.ID, Level: strings.ToLower(string(c.Level)), Exchanges: met.Exchanges, Times: met.Times, Severity: met.Severity,
		Rule: c.Rule, Fix: c.Fix(""), Sections: c.Sections,
	}
	for _, m := range mutes {
		if m.Check == c.ID {
			l.Muted = append(l.Muted, MuteLine{m.Session, m.Reason, stdio.Stamp(m.Created)})
		}
	}
	return l
}

// Checks prints checks: a line each, for people a table.
func Checks(p *stdio.Streams, list []CheckLine) error {
	rows := [][]string{{"CHECK", "LEVEL", "FOUND", "RULE"}}
	for _, l := range list {
		if p.JSON {
			if err := p.Line(l); err != nil {
				return err
			}
			continue
		}
		rule := l.Rule
		for _, m := range l.Muted {
			where := "in all sessions"
			if m.Session != "" {
				where = "in session " + m.Session
			}
			rule = "muted " + where + ": " + words.Visible(m.Reason) + " · " + rule
		}
		rows = append(rows, []string{l.Check, l.Level, strconv.Itoa(l.Exchanges), rule})
	}
	if !p.JSON {
		stdio.Table{Rows: rows, Shorten: []int{3}}.Write(p.Stdout)
	}
	return nil
}
