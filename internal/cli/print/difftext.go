package print

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Diff prints pairs as they are compared: JSON Lines, or text for
// people, in colour on a terminal.
type Diff struct {
	p     *stdio.Streams
	paint stdio.Paint
	Err   error // of the first write that failed
}

// NewDiff prints to stdout, in colour where that is a terminal.
func NewDiff(p *stdio.Streams) *Diff { return &Diff{p: p, paint: stdio.PaintFor(p.Stdout)} }

// Between says, to people, which two sessions are compared.
func (d *Diff) Between(a, b string) {
	if !d.p.JSON {
		d.Printf("%s\n%s\n", d.paint.Text(stdio.Faint, "A: "+words.OneLine(a)), d.paint.Text(stdio.Faint, "B: "+words.OneLine(b)))
	}
}

// Pair prints one pair.
func (d *Diff) Pair(p diff.Pair) {
	if d.p.JSON {
		if d.Err == nil {
			d.Err = d.p.Line(p)
		}
		return
	}
	head, code := pairHead(p)
	ids := d.pairIDs(p)
	if width := stdio.Width(d.p.Stdout); width > 0 {
		head = stdio.Shorten(head, max(width-utf8.RuneCountInString(ids), 24))
	}
	d.Printf("%s%s\n", d.paint.Text(code, head), d.paint.Text(stdio.Faint, ids))
	for _, x := range p.Differences {
		d.difference(x)
	}
	if p.More > 0 {
		d.Printf("    and %s\n", words.Plural(p.More, "more difference"))
	}
	for _, n := range p.Notes {
		d.Printf("%s\n", d.paint.Text(stdio.Faint, stdio.Hang(d.p.Stdout, "    note: ", "      ", words.OneLine(n))))
	}
}

// pairHead is how a pair stands and what was called, and its colour.
func pairHead(p diff.Pair) (head string, code stdio.Colour) {
	sign, code := outcomeLook(p)
	op := words.Visible(string(p.Op))
	if op == "" {
		op = "call"
	}
	outcome := string(p.Outcome)
	if p.Outcome == diff.Same && p.Failed != "" {
		outcome = words.OneLine(p.Failed) + " ·"
	}
	head = fmt.Sprintf("%s %-8s %s", sign, outcome, op)
	if p.Says != "" {
		head += " · " + words.OneLine(p.Says)
	}
	return head, code
}

func outcomeLook(p diff.Pair) (sign, code stdio.Colour) {
	switch p.Outcome {
	case diff.Same:
		if p.Failed != "" {
			return "✕", stdio.Red
		}
		return "=", stdio.Faint
	case diff.Missing:
		return "-", stdio.Red
	case diff.Extra:
		return "+", stdio.Green
	case diff.Stopped:
		return "⊘", stdio.Faint
	}
	return "≠", stdio.Yellow
}

// pairIDs names the exchanges, and how often a task was polled.
func (d *Diff) pairIDs(p diff.Pair) string {
	out := ""
	if p.A+p.B != "" {
		out = "  " + strings.TrimSpace(shownID(d.p, p.A)+" "+shownID(d.p, p.B))
	}
	if p.PollsA+p.PollsB > 0 {
		out += fmt.Sprintf("  asked %d and %d times", max(1, p.PollsA), max(1, p.PollsB))
	}
	return out
}

// difference prints the place and both values; of two texts only what differs,
// with some words around it.
func (d *Diff) difference(x diff.Difference) {
	d.Printf("    %s  %s\n", words.OneLine(x.Path), d.paint.Text(stdio.Faint, string(x.Kind)))
	x = x.Quoted()
	if spans := x.Words(); spans != nil {
		d.Printf("      - %s\n      + %s\n", d.words(spans, diff.Removed, stdio.Red), d.words(spans, diff.Added, stdio.Green))
		return
	}
	if x.A != nil {
		d.value("      - ", valueText(x.A), stdio.Red)
	}
	if x.B != nil {
		d.value("      + ", valueText(x.B), stdio.Green)
	}
}

// value prints a value after its sign; at a terminal what has no room stands below.
func (d *Diff) value(sign, text string, code stdio.Colour) {
	for i, l := range stdio.Lines(d.p.Stdout, len(sign), text) {
		if i > 0 {
			sign = strings.Repeat(" ", len(sign))
		}
		d.Printf("%s%s\n", sign, d.paint.Text(code, l))
	}
}

// words is one of two texts, with its own words in brackets.
func (d *Diff) words(spans []diff.Span, own diff.Change, code stdio.Colour) string {
	var b strings.Builder
	for i, s := range spans {
		switch s.Change {
		case own:
			b.WriteString(d.paint.Text(code, "["+flat(clip.Runes(s.Text, 400))+"]"))
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
func flat(s string) string {
	return words.Visible(strings.NewReplacer("\n", "⏎", "\t", " ").Replace(s))
}

// valueText is a value on one line.
func valueText(v json.RawMessage) string { return flat(clip.Runes(diff.Plain(v), 400)) }

// End prints the totals, and a level that would find nothing.
func (d *Diff) End(r *diff.Report) {
	if d.p.JSON {
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
	failed := ""
	if r.Failed > 0 {
		failed = " · " + d.paint.Text(stdio.Red, fmt.Sprintf("%d of %d failed on both sides", r.Failed, len(r.Pairs)))
	}
	d.Printf("%s at level %s%s\n", strings.Join(words, " · "), r.Level, failed)
	if said := r.NotCompared(); said != "" {
		d.Printf("%s\n", d.paint.Text(stdio.Yellow, said))
	}
	if l, ok := r.Suggest(); ok {
		d.Printf("nothing differs with --level %s\n", l)
	}
}

// differWord fits the verb to how many pairs there are.
func differWord(n int) string {
	if n == 1 {
		return "differs"
	}
	return "differ"
}

// Printf prints text for people.
func (d *Diff) Printf(format string, args ...any) {
	if d.Err != nil {
		return
	}
	if _, err := fmt.Fprintf(d.p.Stdout, format, args...); err != nil {
		d.Err = fmt.Errorf("write to stdout: %w", err)
	}
}
