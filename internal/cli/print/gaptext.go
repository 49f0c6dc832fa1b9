package print

import (
	"cmp"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Gaps prints a line for each gap of a session.
func Gaps(p *stdio.Streams, gaps []wire.Gap) {
	if len(gaps) > 0 {
		fmt.Fprintln(p.Stdout)
	}
	for _, g := range gaps {
		if g.Exchange != "" {
			fmt.Fprintf(p.Stdout, "%s: ", words.OneLine(g.Exchange))
		}
		fmt.Fprintln(p.Stdout, gapWords(g))
	}
}

// ExchangeGaps prints what is missing from the record of an exchange.
func ExchangeGaps(p *stdio.Streams, x wire.Exchange) {
	for _, g := range x.Gaps {
		fmt.Fprintf(p.Stdout, "\n%s\n", gapWords(g))
	}
	if len(x.Gaps) == 0 && x.Incomplete {
		fmt.Fprintf(p.Stdout, "\nThe record is incomplete: some bytes that passed are missing.\n")
	}
}

// gapWords describes a gap and its reason, in the words of the pages.
func gapWords(g wire.Gap) string {
	text := words.DescribeGap(g)
	if g.Exchange == "" {
		text = words.DescribeSessionGap(g) + "."
	}
	if g.Problem != "" {
		text += " " + g.Problem
	}
	return words.OneLine(text)
}

// MissingReason returns the end of a sentence that says why bytes of a side are not on record; ""
// if unknown.
func MissingReason(x wire.Exchange, side wire.Side) string {
	for _, g := range x.Gaps {
		if g.Side == side {
			return "; the rest is missing: " + words.OneLine(cmp.Or(g.Problem, g.Reason()))
		}
	}
	return ""
}
