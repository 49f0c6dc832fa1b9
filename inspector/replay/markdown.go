package replay

import (
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// WriteMarkdown writes a comparison as a report for people: a table of all pairs, then the differences with both values.
func WriteMarkdown(w io.Writer, name string, r *diff.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", reportfile.Cell(name))
	fmt.Fprintf(&b, "Compared at level *%s*: %d same, %d different, %d missing, %d extra", r.Level, r.SameCount, r.DifferentCount, r.MissingCount, r.ExtraCount)
	if r.StoppedCount > 0 {
		fmt.Fprintf(&b, ", %d stopped", r.StoppedCount)
	}
	if r.IgnoredCount > 0 {
		fmt.Fprintf(&b, "; ignored by rules: %d", r.IgnoredCount)
	}
	if said := r.UncomparedText(); said != "" {
		b.WriteString("; " + said)
	}
	b.WriteString(".\n\n| # | call | verdict | differences | recorded | now |\n|--:|---|---|--:|---|---|\n")
	for i := range r.Pairs {
		p := &r.Pairs[i]
		fmt.Fprintf(&b, "| %d | %s | %s | %d | %s | %s |\n", i+1, reportfile.Cell(title(p)), p.Outcome, len(p.Differences)+p.OmittedCount, reportfile.Code(p.A), reportfile.Code(p.B))
	}
	for i := range r.Pairs {
		section(&b, i, &r.Pairs[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// section writes a pair's notes and differences, and nothing for an equal pair without notes.
func section(b *strings.Builder, i int, p *diff.Pair) {
	if p.Outcome == diff.OutcomeSame && len(p.Notes) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %d. %s: %s\n", i+1, reportfile.Cell(title(p)), p.Outcome)
	for _, n := range p.Notes {
		fmt.Fprintf(b, "\n*%s*\n", reportfile.Cell(n))
	}
	for _, d := range p.Differences {
		fmt.Fprintf(b, "\n%s (%s)\n", reportfile.Code(d.Path), d.Kind)
		quoted := d.ForDisplay()
		fence(b, "- ", shortValue(quoted.A), "+ ", shortValue(quoted.B))
	}
	if p.OmittedCount > 0 {
		fmt.Fprintf(b, "\nAnd %d more.\n", p.OmittedCount)
	}
}

// fence writes two values as a diff block that neither of them can close.
func fence(b *strings.Builder, signA, a, signB, c string) {
	ticks := "```"
	for strings.Contains(a, ticks) || strings.Contains(c, ticks) {
		ticks += "`"
	}
	fmt.Fprintf(b, "\n%sdiff\n", ticks)
	for _, v := range []struct{ sign, text string }{{signA, a}, {signB, c}} {
		for line := range strings.Lines(reportfile.Clean(v.text)) {
			b.WriteString(v.sign + strings.TrimRight(line, "\n") + "\n")
		}
	}
	b.WriteString(ticks + "\n")
}
