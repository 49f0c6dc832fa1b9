package replay

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// verdict returns the result of a replay in a sentence, without words while it is unknown.
func verdict(l rerun.Snapshot) comparison.Mark {
	r, of := l.Report, part.Plural(len(l.Steps), "call")
	switch {
	case r.DifferentCount > 0:
		return comparison.Mark{Glyph: "≠", Word: part.Count(r.DifferentCount) + " of " + part.Plural(len(l.Steps), "answer") + pick(r.DifferentCount, " differs", " differ") + outcomeChanges(l) + progressSummary(l), Class: "differs"}
	case r.MissingCount > 0:
		return comparison.Mark{Glyph: "−", Word: part.Count(r.MissingCount) + " of " + of + pick(r.MissingCount, " has", " have") + " no answer to compare" + progressSummary(l), Class: "missing"}
	case !l.IsOver() || l.Finished == 0:
		return comparison.Mark{}
	case !r.Equal():
		return comparison.Mark{Glyph: "⊘", Word: "Stopped before the end: " + part.Count(r.SameCount) + " of " + of + " answered as recorded", Class: "waiting"}
	case unsent(l) > 0:
		return comparison.Mark{Glyph: "=", Word: part.Count(l.Finished) + " of " + of + " answered as recorded; the others were not sent", Class: "waiting"}
	case r.FailedCount > 0:
		return comparison.Mark{Glyph: "=", Word: "Answered as recorded, failures included: " + strconv.Itoa(r.FailedCount) + " of " + of + pick(r.FailedCount, " fails", " fail") + " on both sides", Class: "failed"}
	}
	return comparison.Mark{Glyph: "=", Word: "The agent answers as recorded: " + of + ", no difference at level " + l.Level.String(), Class: "same"}
}

// outcomeChanges says how many calls succeed now that failed on record, and the reverse; "" for none.
func outcomeChanges(l rerun.Snapshot) string {
	fixed, broken := 0, 0
	for _, t := range l.Steps {
		switch {
		case !t.Differing():
		case t.Pair.IsFixed:
			fixed++
		case t.Pair.IsBroken:
			broken++
		}
	}
	var out []string
	if fixed > 0 {
		out = append(out, part.Plural(fixed, "call")+" now "+pick(fixed, "succeeds", "succeed"))
	}
	if broken > 0 {
		out = append(out, part.Plural(broken, "call")+" now "+pick(broken, "fails", "fail"))
	}
	if len(out) == 0 {
		return ""
	}
	return ": " + strings.Join(out, ", ")
}

func progressSummary(l rerun.Snapshot) string {
	if l.IsOver() {
		return ""
	}
	return " so far"
}

// unsent counts the calls that a finished replay never made.
func unsent(l rerun.Snapshot) (n int) {
	if !l.IsOver() {
		return 0
	}
	for _, t := range l.Steps {
		if t.Pair == nil {
			n++
		}
	}
	return n
}

// missingWord returns the word for calls without a response to compare: "not sent" if that holds
// for all.
func missingWord(l rerun.Snapshot) string {
	for _, t := range l.Steps {
		if t.Pair != nil && t.Pair.Outcome == diff.OutcomeMissing && t.NewExchange != "" {
			return "missing"
		}
	}
	return "not sent"
}

func kinds(l rerun.Snapshot) []comparison.KindCount {
	pairs := make([]diff.Pair, len(l.Steps))
	for i, t := range l.Steps {
		if t.Pair != nil {
			pairs[i] = *t.Pair
		}
	}
	return comparison.KindsOf(pairs, stepsShown(l), maxDifferences)
}
