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

// stepMark is how a step stands.
type stepMark struct{ Glyph, Word, Class string }

func stepMarkOf(l rerun.Look, t rerun.Step) stepMark {
	switch {
	case t.Pair != nil && t.Pair.Outcome == diff.Missing && t.New == "":
		return stepMark{"−", "not sent", "missing"}
	case t.Pair != nil:
		return outcomeOf(*t.Pair)
	case l.Over():
		return stepMark{"−", "not sent", "waiting"}
	case t.Sends > 0:
		return stepMark{"◐", "running", "running"}
	}
	return stepMark{"○", "to come", "waiting"}
}

func outcomeOf(p diff.Pair) stepMark {
	switch v := p.Outcome; v {
	case diff.Same:
		if p.Failed != "" {
			word, _ := failedAlike(p)
			return stepMark{"✕", word, "failed"}
		}
		return stepMark{"=", "same", string(v)}
	case diff.Differs:
		return stepMark{"≠", "differs", string(v)}
	case diff.Missing:
		return stepMark{"−", "missing", string(v)}
	case diff.Stopped:
		return stepMark{"⊘", "stopped", string(v)}
	}
	return stepMark{"+", "extra", string(p.Outcome)}
}

// failedAlike is in how far both sides of a pair failed: "same failure", and which.
func failedAlike(p diff.Pair) (word, which string) {
	word, which, _ = strings.Cut(p.Failed, ": ")
	return word, which
}

// pick is the word for one or for several.
func pick(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// listed are the places of the steps that the page lists.
func listed(l rerun.Look) (out []int) {
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
