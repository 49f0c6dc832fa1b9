package print

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/reportfile"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Insights holds the figures of the exchanges that a filter selects.
type Insights struct {
	Filter string `json:"filter"`
	insight.Figures
	Models  []modelcall.Figure `json:"models,omitempty"`
	Changes []insight.Change   `json:"changes,omitempty"` // compared with the first filter
}

// Figures prints figures as tables, in Markdown if md is set; with --json it prints one line per
// filter. With two filters, rows with the same name are adjacent.
func Figures(p *stdio.Streams, all []Insights, names Names, md bool) error {
	if len(all) == 2 {
		all[1].Changes = insight.Changes(all[0].Tally, all[1].Tally)
	}
	if p.JSON {
		for i := range all {
			if err := p.Line(&all[i]); err != nil {
				return err
			}
		}
		return nil
	}
	write := writeTable
	if md {
		write = writeMarkdown
	}
	total := func(f *Insights) []insight.Group {
		return []insight.Group{{Name: cmp.Or(f.Filter, "all"), Tally: f.Tally}}
	}
	for _, t := range []struct {
		head string
		of   func(*Insights) []insight.Group
	}{
		{"CALLS", total},
		{"AGENT", func(f *Insights) []insight.Group { return nameAgents(f.Agents, names) }},
		{"OPERATION", func(f *Insights) []insight.Group { return f.Operations }},
		{"VERSION", func(f *Insights) []insight.Group { return f.Versions }},
		{"CLIENT", func(f *Insights) []insight.Group { return f.Clients }},
	} {
		write(p, groupRows(t.head, all, t.of))
	}
	write(p, failureRows(all))
	write(p, modelRows(all))
	write(p, changeRows(all))
	return nil
}

// modelRows returns the head and the rows of models and tools, nil if none was called.
func modelRows(all []Insights) (rows [][]string) {
	for i := range all {
		for _, m := range all[i].Models {
			if rows == nil {
				rows = [][]string{{"MODEL OR TOOL", "CALLS", "FAILED", "TOKENS IN", "OUT", "TOTAL P50", "P95"}}
			}
			rows = append(rows, []string{words.OneLine(clip.Runes(m.Name, 60)), words.Count(m.Calls), words.Count(m.Failed), words.Count(int(m.Input)), words.Count(int(m.Output)), words.FormatDuration(m.P50), words.FormatDuration(m.P95)})
		}
	}
	return rows
}

func nameAgents(agents []insight.Group, names Names) []insight.Group {
	agents = slices.Clone(agents)
	for i, g := range agents {
		agents[i].Name = names.nameOf(g.Name)
	}
	return agents
}

// groupRows returns the head and the rows of groups, those with the same name adjacent.
func groupRows(head string, all []Insights, of func(*Insights) []insight.Group) [][]string {
	rows := [][]string{{head, "EXCHANGES", "FAILED", "WRONG", "FIRST P50", "P95", "TOTAL P50", "P95", "MAX", "FINDINGS"}}
	var done []string
	for i := range all {
		for _, g := range of(&all[i]) {
			if slices.Contains(done, g.Name) {
				continue
			}
			done = append(done, g.Name)
			for j := range all {
				for _, same := range of(&all[j]) {
					if same.Name == g.Name {
						rows = append(rows, groupRow(letter(all, j), &same))
					}
				}
			}
		}
	}
	return rows
}

// letter returns the suffix that identifies one of two filters; "" if there is only one.
func letter(all []Insights, i int) string {
	if len(all) == 1 {
		return ""
	}
	return " · " + string(rune('A'+i))
}

func groupRow(letter string, g *insight.Group) []string {
	share := func(n int) string {
		if n == 0 {
			return "0"
		}
		return fmt.Sprintf("%s (%.1f %%)", words.Count(n), 100*float64(n)/float64(g.Count))
	}
	row := []string{words.OneLine(clip.Runes(g.Name, 80)) + letter, words.Count(g.Count), share(g.Failed), share(g.Wrong), "–", "–", "–", "–", "–", words.Count(g.Findings)}
	if g.First.Count > 0 {
		row[4], row[5] = words.FormatDuration(g.First.P50), words.FormatDuration(g.First.P95)
	}
	if g.Total.Count > 0 {
		row[6], row[7], row[8] = words.FormatDuration(g.Total.P50), words.FormatDuration(g.Total.P95), words.FormatDuration(g.Total.Max)
	}
	return row
}

func failureRows(all []Insights) [][]string {
	rows := [][]string{{"FAILED WITH", "EXCHANGES", "FILTER"}}
	for i := range all {
		for _, f := range all[i].Failures {
			rows = append(rows, []string{words.OneLine(clip.Runes(f.Name, 80)) + letter(all, i), words.Count(f.Count), words.OneLine(f.Term)})
		}
	}
	return rows
}

func changeRows(all []Insights) [][]string {
	rows := [][]string{{"FIGURE", "A", "B", "CHANGE"}}
	for _, c := range all[len(all)-1].Changes {
		rows = append(rows, []string{c.Name, c.Value(c.A), c.Value(c.B), c.Difference()})
	}
	return rows
}

func writeTable(p *stdio.Streams, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	stdio.Table{Rows: rows, Shorten: []int{0}, Drop: []int{9, 8, 3}, Colour: func(row, _ int) stdio.Colour {
		if row == 0 {
			return stdio.Faint
		}
		return stdio.Plain
	}}.Write(p.Stdout)
	fmt.Fprintln(p.Stdout)
}

func writeMarkdown(p *stdio.Streams, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = reportfile.Cell(cell)
		}
		fmt.Fprintf(p.Stdout, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			fmt.Fprintln(p.Stdout, "|"+strings.Repeat("---|", len(row)))
		}
	}
	fmt.Fprintln(p.Stdout)
}
