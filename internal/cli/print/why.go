package print

import (
	"fmt"
	"io"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Why is why an exchange failed. A nil Why is of one that did not.
type Why struct {
	cause.Cause
	Asks string      // the question that it answers
	Good *cause.Good // nil: none was found
}

// WhyLine is what scripts get of a Why.
type WhyLine struct {
	Kind    string   `json:"kind"`
	Cause   string   `json:"cause"`
	Proof   string   `json:"proof"`
	Section string   `json:"section,omitempty"`
	Try     string   `json:"try,omitempty"`
	Good    string   `json:"last_good,omitempty"` // id of an exchange
	Differs []string `json:"differs,omitempty"`   // from it
}

// Line is the cause as scripts get it.
func (w *Why) Line() *WhyLine {
	if w == nil {
		return nil
	}
	l := &WhyLine{Kind: string(w.Kind), Cause: w.Says, Proof: w.Proof.Says, Section: w.Spec, Try: w.Try}
	if w.Good != nil {
		l.Good, l.Differs = w.Good.X.ID, w.Good.Differs
	}
	return l
}

// Text prints the cause for people.
func (w *Why) Text(out io.Writer) {
	if w == nil {
		return
	}
	fmt.Fprintln(out, "\n"+w.Asks+"\n"+stdio.Wrap(out, "  ", words.OneLine(w.Says)))
	rows := [][]string{{"  proof", words.OneLine(w.Proof.Says)}}
	if w.Spec != "" {
		rows = append(rows, []string{"  section", w.Spec})
	}
	if w.Try != "" {
		rows = append(rows, []string{"  try", words.OneLine(w.Try)})
	}
	if w.Good != nil {
		at := w.Good.X.ID + ", " + words.Stamp(w.Good.X.Started)
		if w.Good.Elsewhere {
			at += ", sent to another address"
		}
		rows = append(rows, []string{"  last good", at})
		for _, d := range w.Good.Differs {
			rows = append(rows, []string{"  differs", words.OneLine(d)})
		}
	}
	pairs(out, rows)
}
