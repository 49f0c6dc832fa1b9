package verdict

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// JUnitCases are the test cases of a report, one for every check. A case fails where the check does at
// a level or above.
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

// details is what was found, the findings that are shown one after the other.
func details(c *Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n%s (%s)\n", c.Level, c.Severity, c.FrequencyText(), c.Fix(), c.Section())
	for _, f := range c.Shown {
		fmt.Fprintf(&b, "%s %s %s\n", f.Exchange, f.Path, f.Message)
	}
	return b.String()
}
