package print

import (
	"fmt"
	"io"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

// FailureCause is why an exchange failed. A nil FailureCause means that it did not fail, or that it
// is open and has no error status.
type FailureCause struct {
	cause.Cause
	Question string              // question that the cause answers
	Good     *cause.GoodExchange // a similar exchange that succeeded; nil if none was found
}

// CauseLine is a FailureCause in the JSON output.
type CauseLine struct {
	Kind        string   `json:"kind"`
	Cause       string   `json:"cause"`
	Proof       string   `json:"proof"`
	Exchange    string   `json:"exchange,omitempty"` // id of the other exchange that is the proof
	Section     string   `json:"section,omitempty"`
	Try         string   `json:"try,omitempty"`
	Good        string   `json:"last_good,omitempty"` // id of Good
	Differences []string `json:"differs,omitempty"`   // from Good
}

func (w *FailureCause) Line() *CauseLine {
	if w == nil {
		return nil
	}
	l := &CauseLine{Kind: string(w.Kind), Cause: w.Cause.Text, Proof: w.Proof.Text, Exchange: w.Proof.Exchange, Section: w.Spec, Try: w.Advice}
	if w.Good != nil {
		l.Good, l.Differences = w.Good.Exchange.ID, w.Good.Differences
	}
	return l
}

func (w *FailureCause) Text(out io.Writer) {
	if w == nil {
		return
	}
	fmt.Fprintln(out, "\n"+w.Question+"\n"+stdio.Wrap(out, "  ", words.OneLine(w.Cause.Text)))
	rows := [][]string{{"  proof", words.OneLine(w.Proof.Text)}}
	if w.Proof.Exchange != "" {
		rows = append(rows, []string{"  exchange", w.Proof.Exchange})
	}
	if w.Spec != "" {
		rows = append(rows, []string{"  section", w.Spec})
	}
	if w.Advice != "" {
		rows = append(rows, []string{"  try", words.OneLine(w.Advice)})
	}
	if w.Good != nil {
		at := w.Good.Exchange.ID + ", " + words.Stamp(w.Good.Exchange.Started)
		if w.Good.HasOtherURL {
			at += ", sent to another address"
		}
		rows = append(rows, []string{"  last good", at})
		for _, d := range w.Good.Differences {
			rows = append(rows, []string{"  differs", words.OneLine(d)})
		}
	}
	printPairs(out, rows)
}
