package replay

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// shownDifferences is how many differences of a step are listed; comparing the
// two exchanges shows all.
const shownDifferences = 5

type stepMark comparison.Mark

// markOf is how a step stands.
func markOf(l rerun.Look, t rerun.Step) stepMark {
	switch {
	case t.Pair != nil && t.Pair.Outcome == diff.Missing && t.New == "":
		return stepMark{"−", "not sent", "missing"}
	case t.Pair != nil:
		m := stepMark(comparison.MarkOf(*t.Pair, "missing", "extra"))
		m.Word, _, _ = strings.Cut(m.Word, ": ") // how both failed stands at the end
		return m
	case l.IsOver():
		return stepMark{"−", "not sent", "waiting"}
	case t.Sends > 0:
		return stepMark{"◐", "running", "running"}
	}
	return stepMark{"○", "to come", "waiting"}
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

// opWord names the operation of a step; of an unknown one it is the method that was called.
func opWord(t rerun.Step) string {
	if t.Op == "" {
		return t.Says
	}
	return string(t.Op)
}
