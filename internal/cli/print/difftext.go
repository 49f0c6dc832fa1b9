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

// DiffPrinter prints pairs as they are compared: as JSON Lines, or as text for people, coloured on
// a terminal.
type DiffPrinter struct {
	streams *stdio.Streams
	paint   stdio.Paint
	Err     error // first write error
}

// NewDiffPrinter returns a printer to p.Stdout, with colours if that is a terminal.
func NewDiffPrinter(p *stdio.Streams) *DiffPrinter {
	return &DiffPrinter{streams: p, paint: stdio.PaintFor(p.Stdout)}
}

// PrintSessions prints, for people, which two sessions are compared.
func (d *DiffPrinter) PrintSessions(a, b string) {
	if !d.streams.JSON {
		d.Printf("%s\n%s\n", d.paint.Text(stdio.Faint, "A: "+words.OneLine(a)), d.paint.Text(stdio.Faint, "B: "+words.OneLine(b)))
	}
}

func (d *DiffPrinter) PrintPair(p diff.Pair) {
	if d.streams.JSON {
		if d.Err == nil {
			d.Err = d.streams.Line(p)
		}
		return
	}
	head, code := pairHead(p)
	ids := d.pairIDs(p)
	if width := stdio.Width(d.streams.Stdout); width > 0 {
		head = stdio.Shorten(head, max(width-utf8.RuneCountInString(ids), 24))
	}
	d.Printf("%s%s\n", d.paint.Text(code, head), d.paint.Text(stdio.Faint, ids))
	for _, x := range p.Differences {
		d.printDifference(x)
	}
	if p.OmittedCount > 0 {
		d.Printf("    and %s\n", words.Plural(p.OmittedCount, "more difference"))
	}
	for _, n := range p.Notes {
		d.Printf("%s\n", d.paint.Text(stdio.Faint, stdio.WrapHanging(d.streams.Stdout, "    note: ", "      ", words.OneLine(n))))
	}
}

func pairHead(p diff.Pair) (head string, code stdio.Colour) {
	sign, code := outcomeLook(p)
	op := words.Visible(string(p.Op))
	if op == "" {
		op = "call"
	}
	outcome := string(p.Outcome)
	if p.Outcome == diff.OutcomeSame && p.FailureText != "" {
		outcome = words.OneLine(p.FailureText) + " ·"
	}
	head = fmt.Sprintf("%s %-8s %s", sign, outcome, op)
	if p.Excerpt != "" {
		head += " · " + words.OneLine(p.Excerpt)
	}
	return head, code
}

func outcomeLook(p diff.Pair) (sign, code stdio.Colour) {
	switch p.Outcome {
	case diff.OutcomeSame:
		if p.FailureText != "" {
			return "✕", stdio.Red
		}
		return "=", stdio.Faint
	case diff.OutcomeMissing:
		return "-", stdio.Red
	case diff.OutcomeExtra:
		return "+", stdio.Green
	case diff.OutcomeStopped:
		return "⊘", stdio.Faint
	}
	return "≠", stdio.Yellow
}

func (d *DiffPrinter) pairIDs(p diff.Pair) string {
	out := ""
	if p.A+p.B != "" {
		out = "  " + strings.TrimSpace(shortID(d.streams, p.A)+" "+shortID(d.streams, p.B))
	}
	if p.PollsA+p.PollsB > 0 {
		out += fmt.Sprintf("  polled %d and %d times", max(1, p.PollsA), max(1, p.PollsB))
	}
	return out
}

// printDifference prints the path of a difference and both values; for two texts, only the
// differing words with some text around them.
func (d *DiffPrinter) printDifference(x diff.Difference) {
	d.Printf("    %s  %s\n", words.OneLine(x.Path), d.paint.Text(stdio.Faint, string(x.Kind)))
	x = x.ForDisplay()
	if spans := x.WordSpans(); spans != nil {
		d.Printf("      - %s\n      + %s\n", d.markWords(spans, diff.Removed, stdio.Red), d.markWords(spans, diff.Added, stdio.Green))
		return
	}
	if x.A != nil {
		d.printValue("      - ", valueText(x.A), stdio.Red)
	}
	if x.B != nil {
		d.printValue("      + ", valueText(x.B), stdio.Green)
	}
}

// printValue prints a value after its sign, wrapped on a terminal.
func (d *DiffPrinter) printValue(sign, text string, code stdio.Colour) {
	for i, l := range stdio.Lines(d.streams.Stdout, len(sign), text) {
		if i > 0 {
			sign = strings.Repeat(" ", len(sign))
		}
		d.Printf("%s%s\n", sign, d.paint.Text(code, l))
	}
}

// markWords returns one of two texts, with the words that only this one has in brackets.
func (d *DiffPrinter) markWords(spans []diff.Span, own diff.Change, code stdio.Colour) string {
	var b strings.Builder
	for i, s := range spans {
		switch s.Change {
		case own:
			b.WriteString(d.paint.Text(code, "["+singleLine(clip.Runes(s.Text, 400))+"]"))
		case diff.Unchanged:
			b.WriteString(singleLine(shortenCommon(s.Text, i == 0, i == len(spans)-1)))
		}
	}
	return b.String()
}

// shortenCommon shortens a common part of two texts to the characters near a change. The parameters
// first and last say whether the part begins or ends the texts.
func shortenCommon(s string, first, last bool) string {
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

func singleLine(s string) string {
	return words.Visible(strings.NewReplacer("\n", "⏎", "\t", " ").Replace(s))
}

func valueText(v json.RawMessage) string { return singleLine(clip.Runes(diff.DisplayText(v), 400)) }

// PrintTotals prints, for people, the totals, and suggests a level at which nothing differs.
func (d *DiffPrinter) PrintTotals(r *diff.Report) {
	if d.streams.JSON {
		return
	}
	words := []string{}
	for _, c := range []struct {
		n    int
		word string
	}{{r.SameCount, "same"}, {r.DifferentCount, differWord(r.DifferentCount)}, {r.MissingCount, "missing"}, {r.ExtraCount, "extra"}, {r.StoppedCount, "stopped"}, {r.IgnoredCount, "ignored by rules"}} {
		if c.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", c.n, c.word))
		}
	}
	if len(words) == 0 {
		words = []string{"nothing to compare"}
	}
	failed := ""
	if r.FailedCount > 0 {
		failed = " · " + d.paint.Text(stdio.Red, fmt.Sprintf("%d of %d failed on both sides", r.FailedCount, len(r.Pairs)))
	}
	d.Printf("%s at level %s%s\n", strings.Join(words, " · "), r.Level, failed)
	if said := r.UncomparedText(); said != "" {
		d.Printf("%s\n", d.paint.Text(stdio.Yellow, said))
	}
	if l, ok := r.SuggestLevel(); ok {
		d.Printf("with --level %s, nothing differs\n", l)
	}
}

func differWord(n int) string {
	if n == 1 {
		return "differs"
	}
	return "differ"
}

// Printf prints text for people.
func (d *DiffPrinter) Printf(format string, args ...any) {
	if d.Err != nil {
		return
	}
	if _, err := fmt.Fprintf(d.streams.Stdout, format, args...); err != nil {
		d.Err = fmt.Errorf("write to stdout: %w", err)
	}
}
