package print

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Examination prints the report of an examination, or of a recording if session is "": as JSON
// lines, or for people, what failed and what was not tested.
func Examination(p *stdio.Streams, name, session string, r *examine.Report) error {
	if p.JSON {
		for l := range r.Lines(name, session) {
			if err := p.Line(l); err != nil {
				return err
			}
		}
		return nil
	}
	out := stdio.Wrap(p.Stdout, "", words.OneLine(name)) + "\n"
	if session != "" {
		out += "session " + session + "\n"
	}
	for _, line := range r.Summary() {
		out += stdio.Wrap(p.Stdout, "", line) + "\n"
	}
	if r.Stopped != "" {
		out += stdio.Wrap(p.Stdout, "", "The examination ended early: "+r.Stopped+".") + "\n"
	}
	if _, err := fmt.Fprint(p.Stdout, out); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	printFailedRows(p, r)
	for _, g := range verdict.Groups() {
		found := r.Checks.ChecksWith(g.Severity)
		if len(found) > 0 {
			fmt.Fprintf(p.Stdout, "\n%s\n", stdio.Wrap(p.Stdout, "", g.Title))
		}
		for i := range found {
			checkText(p, &found[i])
		}
	}
	printUntestedRows(p, r)
	return nil
}

// printFailedRows prints the failed probes, grouping those of several interfaces with the same reason.
func printFailedRows(p *stdio.Streams, r *examine.Report) {
	groups := rowGroups(r, verdict.Fail, func(row *examine.Row) string {
		return row.Probe + "\x00" + row.Expectation + row.Message + string(row.Level)
	})
	if len(groups) > 0 {
		fmt.Fprintf(p.Stdout, "\n%s\n", map[bool]string{false: "Probes that failed", true: "Steps that failed"}[r.Client])
	}
	for _, g := range groups {
		sign := map[check.Level]string{check.Must: "✕", check.Should: "!", check.Info: "·"}[g[0].Level]
		fmt.Fprintf(p.Stdout, "\n%s %s · %s\n", stdio.PaintFor(p.Stdout).Text(signColour(sign), sign), words.OneLine(g[0].Probe), g[0].Level)
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", g[0].Expectation))
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", atInterfaces(r, g)+words.OneLine(g[0].Message)))
		for _, row := range g {
			if len(row.Exchanges) > 0 {
				fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", strings.Join(row.Exchanges, " ")))
			}
		}
	}
}

func printUntestedRows(p *stdio.Streams, r *examine.Report) {
	groups := rowGroups(r, verdict.Skip, func(row *examine.Row) string { return row.Message })
	if len(groups) > 0 {
		fmt.Fprintf(p.Stdout, "\nNot tested\n")
	}
	for _, g := range groups {
		var probes []string
		for _, row := range g {
			if name := words.OneLine(row.Probe); !slices.Contains(probes, name) {
				probes = append(probes, name)
			}
		}
		fmt.Fprintf(p.Stdout, "\n%s\n", stdio.Wrap(p.Stdout, "", "– "+words.OneLine(g[0].Message)))
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", rowsText(r, probes)+interfacesText(r, g)))
	}
}

func rowsText(r *examine.Report, names []string) string {
	if len(names) <= maxNames+1 {
		return strings.Join(names, ", ")
	}
	return words.Plural(len(names), r.Noun()) + " (" + namesText(names) + "; --md names all)"
}

// ExaminationVerdict prints, for people, whether the agent fails at a level.
func ExaminationVerdict(p *stdio.Streams, r *examine.Report, level check.Level) {
	if p.JSON {
		return
	}
	var probes []string
	for i := range r.Rows {
		if row := &r.Rows[i]; row.FailsAt(level) && !slices.Contains(probes, row.Probe) {
			probes = append(probes, row.Probe)
		}
	}
	var checks []string
	for i := range r.Checks.Checks {
		if c := &r.Checks.Checks[i]; c.FailsAt(level) {
			checks = append(checks, c.ID)
		}
	}
	if r.Stopped != "" && len(probes)+len(checks) == 0 {
		printNoVerdict(p, level, r)
		return
	}
	printVerdict(p, level, r.Noun(), probes, checks, r.Count(verdict.Skip))
}

// printNoVerdict prints the last line for an examination that ended early without a failure so far.
func printNoVerdict(p *stdio.Streams, level check.Level, r *examine.Report) {
	text := fmt.Sprintf("the examination ended early after %s (%s); nothing has failed at level %s so far, %s not tested", words.Plural(r.Calls, "call"), words.OneLine(r.Stopped),
		strings.ToLower(string(level)), words.Plural(r.Count(verdict.Skip), r.Noun()))
	line := stdio.WrapHanging(p.Stdout, "! No verdict: ", "  ", text)
	fmt.Fprintf(p.Stdout, "\n%s%s\n", stdio.PaintFor(p.Stdout).Text(signColour("!"), "!"), strings.TrimPrefix(line, "!"))
}

// interfacesText names the interfaces of untested rows. It returns "" for a client, which chooses
// its interfaces itself.
func interfacesText(r *examine.Report, rows []*examine.Row) string {
	if r.Client {
		return ""
	}
	return " of " + interfacesOf(rows)
}

// atInterfaces returns the names of the rows' interfaces as a prefix; "" for a client's step
// without a call.
func atInterfaces(r *examine.Report, rows []*examine.Row) string {
	if r.Client && rows[0].Interface == "" {
		return ""
	}
	return interfacesOf(rows) + ": "
}

func interfacesOf(rows []*examine.Row) string {
	var at []string
	for _, row := range rows {
		if name := cmp.Or(row.Interface, "the agent"); !slices.Contains(at, name) {
			at = append(at, name)
		}
	}
	return words.OneLine(strings.Join(at, ", "))
}

// rowGroups groups the rows with the result is by a key, in the order of their first rows.
func rowGroups(r *examine.Report, is verdict.Result, key func(*examine.Row) string) [][]*examine.Row {
	var out [][]*examine.Row
	at := map[string]int{}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Result != is {
			continue
		}
		n, known := at[key(row)]
		if !known {
			n = len(out)
			at[key(row)], out = n, append(out, nil)
		}
		out[n] = append(out[n], row)
	}
	return out
}

type changeLine struct {
	Change  string `json:"change"` // broke, repaired, lost or untested
	Name    string `json:"what"`   // the check, or the probe with its interface
	Result  string `json:"result"`
	Message string `json:"message"`
}

// Changes prints the results that differ from an earlier report.
func Changes(p *stdio.Streams, before string, c examine.Changes) error {
	if !p.JSON {
		said := "\nSince " + words.OneLine(before)
		if c.IsEmpty() {
			said += ": nothing broke, and nothing was repaired"
		}
		if n := len(c.Untested); n > 0 {
			said += fmt.Sprintf("\n– passed before, not tested now: %d. The first is %s: %s", n, words.OneLine(c.Untested[0].Name()), words.OneLine(c.Untested[0].Text))
		}
		if _, err := fmt.Fprintln(p.Stdout, said); err != nil {
			return fmt.Errorf("write to stdout: %w", err)
		}
	}
	for _, g := range []struct {
		change, sign, title string
		all                 examine.Results
	}{{"broke", "✕", "broke", c.Broke}, {"repaired", "✓", "was repaired", c.Repaired}, {"lost", "–", "failed before, and was not tested now", c.Lost}, {"untested", "–", "", c.Untested}} {
		for _, o := range g.all {
			if !p.JSON && g.title == "" {
				break // already counted
			}
			if p.JSON {
				if err := p.Line(changeLine{g.change, o.Name(), string(o.Result), o.Text}); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(p.Stdout, "%s %s %s\n", stdio.PaintFor(p.Stdout).Text(signColour(g.sign), g.sign), words.OneLine(o.Name()), g.title)
			fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", words.OneLine(o.Text)))
		}
	}
	return nil
}
