package verdict

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// Sections writes a report for people: the findings, worst first, then a table of all applicable checks.
func Sections(b *strings.Builder, r *Report) {
	for _, g := range Groups() {
		found := r.ChecksWith(g.Severity)
		if len(found) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n## %s\n", g.Title)
		for i := range found {
			section(b, &found[i])
		}
	}
	b.WriteString("\n## All checks\n\n| check | level | result | why |\n|---|---|---|---|\n")
	for i := range r.Checks {
		c := &r.Checks[i]
		if c.Result != NotApplicable {
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", c.ID, c.Level, strings.ReplaceAll(string(c.Result), "_", " "), reportfile.Cell(c.Reason()))
		}
	}
}

func section(b *strings.Builder, c *Check) {
	fmt.Fprintf(b, "\n### %s (%s): %s\n\n%s *%s*\n\nHow to fix it: %s\n\n| exchange | place | found |\n|---|---|---|\n",
		c.ID, c.Level, c.FrequencyText(), reportfile.Cell(c.Rule), reportfile.Cell(c.Section()), reportfile.Cell(c.Fix()))
	for _, f := range c.Shown {
		fmt.Fprintf(b, "| %s | %s | %s |\n", reportfile.Code(f.Exchange), reportfile.Code(f.Path), reportfile.Cell(f.Message))
	}
}
