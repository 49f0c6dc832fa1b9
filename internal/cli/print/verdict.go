package print

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

// checkLine is what scripts get of a check.
type checkLine struct {
	Check     string   `json:"check"`
	Level     string   `json:"level"` // must, should or info
	Result    string   `json:"result"`
	Severity  string   `json:"severity,omitempty"` // the worst found: error, warning or info
	Message   string   `json:"message"`
	Path      string   `json:"path,omitempty"`
	Spec      string   `json:"spec"`
	Rule      string   `json:"rule"`
	Fix       string   `json:"fix"`
	Times     int      `json:"times"`     // findings that break it
	Notes     int      `json:"notes"`     // findings that are only worth knowing
	Applied   int      `json:"applied"`   // exchanges of its version, binding and operation
	Met       int      `json:"met"`       // of these, those that could show it
	Exchanges []string `json:"exchanges"` // that show what was found
	More      int      `json:"more,omitempty"`
	Muted     string   `json:"muted,omitempty"` // why it is muted: nothing fails for it
}

// Verdict prints a report: a line for each check, or what was found, for people.
func Verdict(p *stdio.Streams, name string, r *verdict.Report) error {
	if p.JSON {
		for i := range r.Checks {
			if err := p.Line(checkLineOf(&r.Checks[i])); err != nil {
				return err
			}
		}
		return nil
	}
	if _, err := fmt.Fprintf(p.Stdout, "%s\n%s\n", stdio.Wrap(p.Stdout, "", words.OneLine(name)), stdio.Wrap(p.Stdout, "", r.Summary())); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	for _, g := range verdict.Groups() {
		found := r.Found(g.Severity)
		if len(found) > 0 {
			fmt.Fprintf(p.Stdout, "\n%s\n", stdio.Wrap(p.Stdout, "", g.Title))
		}
		for i := range found {
			checkText(p, &found[i])
		}
	}
	return nil
}

func checkLineOf(c *verdict.Check) checkLine {
	l := checkLine{
		Check: c.ID, Level: strings.ToLower(string(c.Level)), Result: string(c.Result), Severity: string(c.Severity), Message: c.Says(), Spec: c.Where(),
		Rule: c.Rule, Fix: c.Fix, Times: c.Times, Notes: c.Notes, Applied: c.Applied, Met: c.Met, Exchanges: []string{}, More: c.More, Muted: c.Muted,
	}
	if len(c.Shown) > 0 {
		l.Path, l.Exchanges = c.Shown[0].Path, c.Exchanges
	}
	return l
}

// checkText prints a check with what was found.
func checkText(p *stdio.Streams, c *verdict.Check) {
	paint := stdio.PaintFor(p.Stdout)
	sign := signOf(c.Severity)
	colour := signColour(sign)
	if c.Severity == a2a.SeverityInfo {
		colour = stdio.Faint
	}
	head := stdio.Fold(p.Stdout, fmt.Sprintf("%s %s · %s · %s · %s", sign, c.ID, c.Level, words.OneLine(c.Where()), c.HowOften()))
	fmt.Fprintf(p.Stdout, "\n%s%s\n", paint.Text(colour, sign), strings.TrimPrefix(head, sign))
	if c.Muted != "" {
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", "Muted: "+words.OneLine(c.Muted)))
	}
	fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", c.Rule))
	fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", "Fix: "+c.Fix))
	rows := make([][]string, len(c.Shown))
	for i, f := range c.Shown {
		rows[i] = []string{"    " + shownID(p, f.Exchange), words.OneLine(f.Message), words.OneLine(f.Path)}
	}
	stdio.Table{Rows: rows, Shorten: []int{1, 2}, Drop: []int{2}}.Write(p.Stdout)
	if rest := len(c.Exchanges) + c.More - distinct(c); rest > 0 {
		fmt.Fprintf(p.Stdout, "    and in %s\n", words.Plural(rest, "more exchange"))
	}
}

// distinct is how many exchanges are shown.
func distinct(c *verdict.Check) int {
	seen := map[string]bool{}
	for _, f := range c.Shown {
		seen[f.Exchange] = true
	}
	return len(seen)
}
