package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Reason says why a check has its result.
func (c *Check) Reason() string {
	switch {
	case len(c.Shown) > 0:
		return c.Shown[0].Message
	case c.Why != "":
		return c.Why
	case c.Result == Pass:
		return "met in " + words.Plural(c.Met, "exchange") + ", broken in none"
	case c.Result == Skip:
		return words.Plural(c.Applied, "exchange") + ", none conclusive"
	}
	return "its version, binding or operation was not recorded"
}

// Section returns the section that the first finding names, or else all sections of the check.
func (c *Check) Section() string {
	if len(c.Shown) > 0 && c.Shown[0].Spec != "" {
		return c.Shown[0].Spec
	}
	return strings.Join(c.Sections, "; ")
}

// Fix returns the advice for the findings, once for each way in which the check is broken.
func (c *Check) Fix() string {
	var all []string
	for _, f := range c.Shown {
		if fix := c.Check.Fix(f.Cause); !slices.Contains(all, fix) {
			all = append(all, fix)
		}
	}
	return cmp.Or(strings.Join(all, " "), c.Check.Fix(""))
}

// FrequencyText says how often a check was broken, and in how many exchanges.
func (c *Check) FrequencyText() string {
	n := c.Times
	if c.Result != Fail {
		n = c.Notes
	}
	return words.Plural(n, "time") + " in " + words.Plural(max(c.In, len(c.Exchanges)+c.More), "exchange")
}

// Summary returns the report in one line.
func (r *Report) Summary() string {
	muted := ""
	n := r.mutedCount()
	if n > 0 {
		muted = fmt.Sprintf(" (and %d muted)", n)
	}
	return fmt.Sprintf("%s, %s: %d failed%s · %d passed · %d not tested · %d not applicable",
		words.ExchangeCount(r.Judged, r.Own), words.Plural(len(r.Checks), "check"), r.Count(Fail)-n, muted, r.Count(Pass), r.Count(Skip), r.Count(NotApplicable))
}

func (r *Report) mutedCount() (n int) {
	for i := range r.Checks {
		if r.Checks[i].Result == Fail && r.Checks[i].Muted != "" {
			n++
		}
	}
	return n
}

// Groups returns the severities with their headings, worst first.
func Groups() []Group {
	return []Group{
		{a2a.SeverityError, "Errors: a MUST is broken"},
		{a2a.SeverityWarning, "Warnings: a SHOULD is broken, or a MUST that examples of the specification break"},
		{a2a.SeverityInfo, "Worth knowing: no failures"},
	}
}

// Group is the heading of the checks whose worst finding has a severity.
type Group struct {
	Severity a2a.Severity
	Title    string
}
