package replay

import (
	"cmp"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// shownDifferences is how many differences of a step are listed; comparing the
// two exchanges shows all.
const shownDifferences = 5

// markOf is how a step stands.
func markOf(l rerun.Look, t rerun.Step) comparison.Mark {
	switch {
	case t.Pair != nil && t.Pair.Outcome == diff.Missing && t.New == "":
		return comparison.Mark{Glyph: "−", Word: "not sent", Class: "missing"}
	case t.Pair != nil:
		return comparison.MarkOf(*t.Pair, "missing", "extra")
	case l.IsOver():
		return comparison.Mark{Glyph: "−", Word: "not sent", Class: "waiting"}
	case t.Sends > 0:
		return comparison.Mark{Glyph: "◐", Word: "running", Class: "running"}
	}
	return comparison.Mark{Glyph: "○", Word: "to come", Class: "waiting"}
}

// pick is the word for one or for several.
func pick(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// stepsShown are the places of the steps that the page lists.
func stepsShown(l rerun.Look) (out []int) {
	for i, t := range l.Steps {
		if len(out) < comparison.ShownPairs && (!l.Only || t.Differing()) {
			out = append(out, i)
		}
	}
	return out
}

// ofListed is how many there are of them.
func ofListed(l rerun.Look) int {
	if l.Only {
		return l.NotSame()
	}
	return len(l.Steps)
}

// row is a step as the page draws it. An operation that is not known has the name of the
// method that was called.
func row(l rerun.Look, i int) comparison.Row {
	t := l.Steps[i]
	r := comparison.Row{At: i, Open: t.Pair == nil, Mark: markOf(l, t), Op: part.Short(cmp.Or(string(t.Op), t.Says), 40), Most: shownDifferences, Level: l.Level.String(),
		Keeps: comparison.Keeps{A: "recorded", B: "now", Action: link.ReplayURL(l.ID) + "/ignore", With: "the session"}}
	if t.Pair != nil {
		r.Pair = *t.Pair
	}
	r.Pair.A, r.Pair.B = cmp.Or(r.Pair.A, t.Exchange), cmp.Or(r.Pair.B, t.New)
	if t.Says != "" && t.Op != "" {
		r.Says = "“" + part.Short(t.Says, 100) + "”"
	}
	switch {
	case t.Events > 1:
		r.Extra = part.Plural(t.Events, "event")
	case t.Polls > 1:
		r.Extra = "asked " + part.Count(t.Polls) + " times on record"
	}
	switch {
	case t.Skip != "":
		r.Notes = []string{t.Skip}
	case r.Open && l.IsOver():
		r.Notes = []string{"The replay ended before this call."}
	case r.Open && t.Push != "":
		r.Notes = []string{t.Push}
	}
	return r
}
