package print

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Checks prints checks: as JSON lines, or as a table for people.
func Checks(p *stdio.Streams, list []api.Check) error {
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
