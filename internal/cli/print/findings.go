package print

import (
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

func signOf(s a2a.Severity) string {
	return map[a2a.Severity]string{a2a.SeverityError: "✕", a2a.SeverityWarning: "!", a2a.SeverityInfo: "·"}[s]
}

// printProblems prints findings for people, each with its place in where, or that there are none.
// On a terminal, it wraps the text of a finding and prints the place below.
func printProblems(w io.Writer, list []a2a.Problem, where []string) {
	if len(list) == 0 {
		fmt.Fprintln(w, "\nNo findings")
		return
	}
	fmt.Fprintln(w, "\nFindings")
	rows := make([][]string, len(list))
	for i, f := range list {
		rows[i] = []string{"  " + signOf(f.Severity) + " " + string(f.Severity), f.Check, words.OneLine(f.Message), words.OneLine(f.Path), f.Spec, where[i]}
	}
	if !stdio.IsTerminal(w) {
		stdio.Table{Rows: rows}.Write(w)
		return
	}
	paint := stdio.PaintFor(w)
	for _, row := range rows {
		head := fmt.Sprintf("%-11s  %-7s  ", row[0], row[1])
		blank := strings.Repeat(" ", 22)
		text := stdio.WrapHanging(w, head, blank, row[2])
		colour := signColour(strings.TrimSpace(row[0]))
		fmt.Fprintln(w, paint.Text(colour, row[0])+text[len(row[0]):])
		if place := joinDots(row[5], row[3], row[4]); place != "" {
			fmt.Fprintln(w, paint.Text(stdio.Faint, stdio.Wrap(w, blank, place)))
		}
	}
}

func joinDots(list ...string) string {
	var there []string
	for _, s := range list {
		if s != "" {
			there = append(there, s)
		}
	}
	return strings.Join(there, " · ")
}

// printPairs prints names and values, and wraps each value on a terminal.
func printPairs(w io.Writer, rows [][]string) {
	wide := 0
	for _, row := range rows {
		wide = max(wide, len(row[0])+2)
	}
	for _, row := range rows {
		fmt.Fprintln(w, stdio.WrapHanging(w, fmt.Sprintf("%-*s", wide, row[0]), strings.Repeat(" ", wide), row[1]))
	}
}
