package print

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

const maxNames = 8

func namesText(names []string) string {
	if more := len(names) - maxNames; more > 1 {
		return strings.Join(names[:maxNames], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

// printVerdict prints the last line of a report for people: whether it fails at a level, and
// because of what. rows are the failed rows, counted with noun; checks are the failed checks;
// untested counts untested rows.
func printVerdict(p *stdio.Streams, level check.Level, noun string, rows, checks []string, untested int) {
	sign, text := "✓", "passes at level "+strings.ToLower(string(level))
	if len(rows)+len(checks) > 0 {
		sign, text = "✕", "fails at level "+strings.ToLower(string(level))
		var by []string
		for _, g := range []struct {
			noun string
			all  []string
		}{{noun, rows}, {"check", checks}} {
			if len(g.all) > 0 {
				by = append(by, words.Plural(len(g.all), g.noun)+" ("+words.OneLine(namesText(g.all))+")")
			}
		}
		text += ": " + strings.Join(by, ", ")
	}
	if untested > 0 {
		text += "; " + words.Plural(untested, noun) + " not tested"
	}
	line := stdio.WrapHanging(p.Stdout, sign+" Verdict: ", "  ", text)
	fmt.Fprintf(p.Stdout, "\n%s%s\n", stdio.PaintFor(p.Stdout).Text(signColour(sign), sign), strings.TrimPrefix(line, sign))
}

func checkText(p *stdio.Streams, c *verdict.Check) {
	paint := stdio.PaintFor(p.Stdout)
	sign := signOf(c.Severity)
	colour := signColour(sign)
	if c.Severity == a2a.SeverityInfo {
		colour = stdio.Faint
	}
	head := stdio.Fold(p.Stdout, fmt.Sprintf("%s %s · %s · %s · %s", sign, c.ID, c.Level, words.OneLine(c.Section()), c.FrequencyText()))
	fmt.Fprintf(p.Stdout, "\n%s%s\n", paint.Text(colour, sign), strings.TrimPrefix(head, sign))
	if c.Muted != "" {
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", "Muted: "+words.OneLine(c.Muted)))
	}
	fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", c.Rule))
	fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", "Fix: "+c.Fix()))
	printFindings(p, c)
	if rest := len(c.Exchanges) + c.More - exchangeCount(c); rest > 0 {
		fmt.Fprintf(p.Stdout, "    and in %s\n", words.Plural(rest, "more exchange"))
	}
}

// printFindings prints the shown findings. On a terminal, it merges equal ones and prints their
// number.
func printFindings(p *stdio.Streams, c *verdict.Check) {
	if !stdio.IsTerminal(p.Stdout) {
		rows := make([][]string, len(c.Shown))
		for i, f := range c.Shown {
			rows[i] = []string{"    " + words.OneLine(f.Exchange), words.OneLine(f.Message), words.OneLine(f.Path)}
		}
		stdio.Table{Rows: rows}.Write(p.Stdout)
		return
	}
	type says struct{ message, path string }
	times := map[says]int{}
	for _, f := range c.Shown {
		times[says{f.Message, f.Path}]++
	}
	for _, f := range c.Shown {
		n := times[says{f.Message, f.Path}]
		if n == 0 {
			continue // already printed
		}
		delete(times, says{f.Message, f.Path})
		id := shortID(p, f.Exchange)
		if n > 1 {
			id += " and " + strconv.Itoa(n-1) + " more"
		}
		fmt.Fprintln(p.Stdout, stdio.WrapHanging(p.Stdout, "    "+id+"  ", "      ", joinDots(words.OneLine(f.Message), words.OneLine(f.Path))))
	}
}

func exchangeCount(c *verdict.Check) int {
	seen := map[string]bool{}
	for _, f := range c.Shown {
		seen[f.Exchange] = true
	}
	return len(seen)
}
