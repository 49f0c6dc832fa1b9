package verdict

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// JUnitCases returns a test case for each check. It fails if the check fails at level or above.
func JUnitCases(name string, r *Report, level check.Level) []reportfile.Case {
	var cases []reportfile.Case
	for i := range r.Checks {
		c := &r.Checks[i]
		one := reportfile.Case{Class: name, Name: c.ID + " " + c.Rule}
		switch {
		case c.FailsAt(level):
			one.Failure = &reportfile.Failure{Message: c.Reason(), Type: string(c.Severity), Text: details(c)}
		case len(c.Shown) > 0:
			one.SystemOut = details(c)
		}
		if one.Failure == nil && (c.Result == Skip || c.Result == NotApplicable) {
			one.Skipped = &reportfile.Skipped{Message: c.Reason()}
		}
		cases = append(cases, one)
	}
	return cases
}

func details(c *Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n%s (%s)\n", c.Level, c.Severity, c.FrequencyText(), c.Fix(), c.Section())
	for _, f := range c.Shown {
		fmt.Fprintf(&b, "%s %s %s\n", f.Exchange, f.Path, f.Message)
	}
	return b.String()
}
