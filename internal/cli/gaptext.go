package cli

import (
	"cmp"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// printGaps prints a line per gap of a session, below what it is about.
func printGaps(p *program, gaps []wire.Gap) {
	if len(gaps) > 0 {
		fmt.Fprintln(p.stdout)
	}
	for _, g := range gaps {
		if g.Exchange != "" {
			fmt.Fprintf(p.stdout, "%s: ", oneLine(g.Exchange))
		}
		fmt.Fprintln(p.stdout, gapWords(g))
	}
}

// showGaps tells what of an exchange is not on record.
func showGaps(p *program, x wire.Exchange) {
	for _, g := range x.Gaps {
		fmt.Fprintf(p.stdout, "\n%s\n", gapWords(g))
	}
	if len(x.Gaps) == 0 && x.Incomplete {
		fmt.Fprintf(p.stdout, "\nnot all that passed is on record\n")
	}
}

// gapWords says what is not on record, and why, in the words of the pages.
func gapWords(g wire.Gap) string {
	text := part.Missing(g)
	if g.Exchange == "" {
		text = part.Unrecorded(g) + "."
	}
	if g.Problem != "" {
		text += " " + g.Problem
	}
	return oneLine(text)
}

// missingWhy is the end of a sentence that says that bytes of a side are not on
// record.
func missingWhy(x wire.Exchange, side wire.Side) string {
	for _, g := range x.Gaps {
		if g.Side == side {
			return "; the rest is missing: " + oneLine(cmp.Or(g.Problem, g.Reason()))
		}
	}
	return ""
}
