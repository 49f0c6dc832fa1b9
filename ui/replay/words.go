package replay

import (
	"cmp"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// maxDifferences bounds the differences listed at a step. Comparing the two exchanges shows all.
const maxDifferences = 5

func markOf(l rerun.Snapshot, t rerun.Step) comparison.Mark {
	switch {
	case t.Pair != nil && t.Pair.Outcome == diff.OutcomeMissing && t.NewExchange == "":
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

func ranAt(l rerun.Snapshot) diff.Level { return max(l.Options.Diff.Level, l.Level) }

// levelURL returns the address of the replay at a level, or of the form that replays again at a level
// stricter than the one at which it ran.
func levelURL(l rerun.Snapshot, level string) string {
	if at, err := diff.ParseLevel(level); err == nil && at > ranAt(l) {
		return link.NewReplayURL(l.Session.ID) + "&level=" + level
	}
	return link.ReplayLevelURL(l.ID, level, l.OnlyDiffering)
}

func pick(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func stepsShown(l rerun.Snapshot) (out []int) {
	for i, t := range l.Steps {
		if len(out) < comparison.MaxShownPairs && (!l.OnlyDiffering || t.Differing()) {
			out = append(out, i)
		}
	}
	return out
}

// countListed counts the steps that the page lists or would list without its limit.
func countListed(l rerun.Snapshot) int {
	if l.OnlyDiffering {
		return l.CountDiffering()
	}
	return len(l.Steps)
}

// row returns a step as the page draws it. An unknown operation is named by the called method.
func row(l rerun.Snapshot, i int) comparison.Row {
	t := l.Steps[i]
	r := comparison.Row{At: i, Open: t.Pair == nil, Mark: markOf(l, t), Op: part.Short(cmp.Or(string(t.Op), t.Excerpt), 40), Most: maxDifferences, Level: l.Level.String(),
		Keeps: comparison.Keeps{A: "recorded", B: "now", Action: link.ReplayURL(l.ID) + "/ignore", With: "the session"}}
	if t.Pair != nil {
		r.Pair = *t.Pair
	}
	r.Pair.A, r.Pair.B = cmp.Or(r.Pair.A, t.Exchange), cmp.Or(r.Pair.B, t.NewExchange)
	if t.Excerpt != "" && t.Op != "" {
		r.Says = "“" + part.Short(t.Excerpt, 100) + "”"
	}
	switch {
	case t.Events > 1:
		r.Extra = part.Plural(t.Events, "event")
	case t.Polls > 1:
		r.Extra = "asked " + part.Count(t.Polls) + " times on record"
	}
	switch {
	case t.SkipReason != "":
		r.Notes = []string{t.SkipReason}
	case r.Open && l.IsOver():
		r.Notes = []string{"The replay ended before this call."}
	case r.Open && t.Push != "":
		r.Notes = []string{t.Push}
	}
	return r
}
