package print

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Session prints one session: as a JSON line, or as a line for people.
func Session(p *stdio.Streams, s wire.Session) error {
	if p.JSON {
		return p.Line(api.SessionOf(s, nil))
	}
	text := s.ID + " · " + words.ExchangeCount(s.Exchanges, s.Probes)
	if name := words.SessionName(s); name != "" {
		text += " · " + words.OneLine(name)
	}
	for _, t := range s.Tags {
		text += " #" + t
	}
	if s.Pinned {
		text += " · pinned"
	}
	_, err := fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, text))
	return err
}

// Sessions prints a table of sessions for people. On a terminal, ids are shortened and agents are
// shown by name.
func Sessions(p *stdio.Streams, list []wire.Session, names Names) {
	const exchanges, size, errs, wrong, agents, name = 2, 3, 4, 5, 6, 7
	brief, now := stdio.IsTerminal(p.Stdout), time.Now()
	rows := [][]string{{"SESSION", "STARTED", "EXCHANGES", "SIZE", "FAILED", "WRONG", "NAME", "AGENTS"}}
	if brief {
		rows[0][agents], rows[0][name] = rows[0][name], rows[0][agents]
	}
	for i := range list {
		s := &list[i]
		row := []string{shortID(p, s.ID), s.Started.Local().Format(time.DateTime), exchangesOf(s), words.Bytes(s.Bytes), fmt.Sprint(s.Errors), fmt.Sprint(s.Wrong),
			words.OneLine(words.SessionName(*s)), words.OneLine(strings.Join(s.Agents, " "))}
		if brief {
			row[1], row[agents], row[name] = words.Moment(s.Started, now), agentsOf(s, names), row[agents]
		}
		rows = append(rows, row)
	}
	t := stdio.Table{Rows: rows, Colour: func(row, column int) stdio.Colour {
		switch {
		case row == 0:
			return stdio.Faint
		case column == errs && list[row-1].Errors > 0, column == wrong && list[row-1].Wrong > 0:
			return stdio.Red
		}
		return stdio.Plain
	}}
	if brief {
		t.Shorten, t.Drop, t.MinWidths = []int{agents, name}, []int{size, wrong, errs, exchanges}, map[int]int{agents: 12, name: 12}
	}
	t.Write(p.Stdout)
}

func exchangesOf(s *wire.Session) string {
	if s.Probes == 0 {
		return words.Count(s.Exchanges)
	}
	return words.Count(s.Exchanges) + " (" + words.Count(s.Probes) + " by the console)"
}

// agentsOf returns the name of a session's agent, or the number of agents if there are several.
func agentsOf(s *wire.Session, names Names) string {
	switch len(s.Agents) {
	case 0:
		return ""
	case 1:
		return names.nameOf(s.Agents[0])
	}
	return words.Plural(len(s.Agents), "agent")
}
