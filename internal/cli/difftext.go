package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// diffPrinter prints pairs as they are compared: JSON Lines, or text for
// people, in colour on a terminal.
type diffPrinter struct {
	p     *program
	paint bool
	err   error // of the first write that failed
}

func newDiffPrinter(p *program) *diffPrinter { return &diffPrinter{p: p, paint: paints(p.stdout)} }

// paints reports whether colours may go to w.
func paints(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

const (
	red    = "31"
	green  = "32"
	yellow = "33"
	faint  = "2"
)

func (d *diffPrinter) colour(code, s string) string {
	if !d.paint || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (d *diffPrinter) pair(p diff.Pair) {
	if d.p.json {
		if d.err == nil {
			d.err = d.p.line(p)
		}
		return
	}
	sign, code := verdictLook(p.Verdict)
	op := visible(string(p.Op))
	if op == "" {
		op = "call"
	}
	head := fmt.Sprintf("%s %-8s %s", sign, p.Verdict, op)
	if p.Says != "" {
		head += " · " + oneLine(p.Says)
	}
	d.print("%s%s\n", d.colour(code, head), d.colour(faint, pairIDs(p)))
	for _, x := range p.Differences {
		d.difference(x)
	}
	if p.More > 0 {
		d.print("    and %s\n", plural(p.More, "more difference"))
	}
	for _, n := range p.Notes {
		d.print("%s\n", d.colour(faint, "    note: "+oneLine(n)))
	}
}

func verdictLook(v diff.Verdict) (sign, code string) {
	switch v {
	case diff.Same:
		return "=", faint
	case diff.Missing:
		return "-", red
	case diff.Extra:
		return "+", green
	case diff.Stopped:
		return "⊘", faint
	}
	return "≠", yellow
}

// pairIDs names the exchanges, and how often a task was polled.
func pairIDs(p diff.Pair) string {
	out := ""
	if p.A+p.B != "" {
		out = "  " + strings.TrimSpace(p.A+" "+p.B)
	}
	if p.PollsA+p.PollsB > 0 {
		out += fmt.Sprintf("  asked %d and %d times", max(1, p.PollsA), max(1, p.PollsB))
	}
	return out
}

// difference prints the place and both values; of two texts only what differs,
// with some words around it.
func (d *diffPrinter) difference(x diff.Difference) {
	d.print("    %s  %s\n", oneLine(x.Path), d.colour(faint, string(x.Kind)))
	if spans := x.Words(); spans != nil {
		d.print("      - %s\n      + %s\n", d.words(spans, diff.Removed, red), d.words(spans, diff.Added, green))
		return
	}
	if x.A != nil {
		d.print("      - %s\n", d.colour(red, valueText(x.A)))
	}
	if x.B != nil {
		d.print("      + %s\n", d.colour(green, valueText(x.B)))
	}
}

// words is one of two texts, with its own words in brackets.
func (d *diffPrinter) words(spans []diff.Span, own diff.Change, code string) string {
	var b strings.Builder
	for i, s := range spans {
		switch s.Change {
		case own:
			b.WriteString(d.colour(code, "["+flat(clip(s.Text, 400))+"]"))
		case diff.Kept:
			b.WriteString(flat(around(s.Text, i == 0, i == len(spans)-1)))
		}
	}
	return b.String()
}

// around shortens what two texts have in common to the words near a change.
func around(s string, first, last bool) string {
	const near = 40
	r := []rune(s)
	switch {
	case len(r) <= 2*near+20:
		return s
	case first:
		return "…" + string(r[len(r)-near:])
	case last:
		return string(r[:near]) + "…"
	}
	return string(r[:near]) + " … " + string(r[len(r)-near:])
}

// flat is text on one line, with its line ends visible.
func flat(s string) string { return visible(strings.NewReplacer("\n", "⏎", "\t", " ").Replace(s)) }

// valueText is a value for people: a text without its quotes, else JSON.
func valueText(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return flat(clip(s, 400))
	}
	return flat(clip(string(v), 400))
}

// end prints the totals, and a level that would find nothing.
func (d *diffPrinter) end(r *diff.Report) {
	if d.p.json {
		return
	}
	words := []string{}
	for _, c := range []struct {
		n    int
		word string
	}{{r.Same, "same"}, {r.Differs, differWord(r.Differs)}, {r.Missing, "missing"}, {r.Extra, "extra"}, {r.Stopped, "stopped"}, {r.Ignored, "ignored by rules"}} {
		if c.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", c.n, c.word))
		}
	}
	if len(words) == 0 {
		words = []string{"nothing to compare"}
	}
	d.print("%s at level %s\n", strings.Join(words, " · "), r.Level)
	if l, ok := r.Suggest(); ok {
		d.print("nothing differs with --level %s\n", l)
	}
}

// differWord fits the verb to how many pairs there are.
func differWord(n int) string {
	if n == 1 {
		return "differs"
	}
	return "differ"
}

func (d *diffPrinter) print(format string, args ...any) {
	if d.err != nil {
		return
	}
	if _, err := fmt.Fprintf(d.p.stdout, format, args...); err != nil {
		d.err = fmt.Errorf("write to stdout: %w", err)
	}
}
