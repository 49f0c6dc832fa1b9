package stream

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// A row shows the beginning of its content, whatever the kind of part; each event of a short run shows its
// own.
func TestRowsSayWhatTheyBring(t *testing.T) {
	part := func(p a2a.Part) Event {
		e := piece(0, "", false, false)
		e.Reading.Result.Artifact.Artifact.Parts = []a2a.Part{{Kind: a2a.TextPart}, p}
		return e
	}
	failed := status(1, a2a.Failed, true)
	failed.Reading.Result.Status.Status.Message = &a2a.Message{Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "no\n  money"}}}
	for want, e := range map[string]Event{
		"once upon a time":            piece(0, " once upon\n\ta time ", false, false),
		strings.Repeat("é", 60) + "…": piece(0, strings.Repeat("é", 5000), false, false),
		"plan.pdf":                    part(a2a.Part{Kind: a2a.FilePart, Filename: "plan.pdf", Bytes: []byte("x")}),
		"image/png":                   part(a2a.Part{Kind: a2a.FilePart, MediaType: "image/png", URL: "http://a/b"}),
		`{"rows": [1]}`:               part(a2a.Part{Kind: a2a.DataPart, Data: []byte(`{"rows":  [1]}`)}),
		"no money":                    failed,
		"":                            status(2, a2a.Working, false),
	} {
		if got := folded(e).Rows[0].Text; got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
	f := folded(piece(0, "a", false, false), piece(1, "b", true, false), piece(2, "c", true, false))
	row := f.Rows[1]
	if few := row.Few(); row.Text != "b" || len(few) != 2 || few[0].Text != "b" || few[1].Text != "c" {
		t.Errorf("%q, %+v", row.Text, few)
	}
}

// A message that was cut off before any content is shown raw, and so is a truncated event.
func TestIncompleteAnswersAreShownRaw(t *testing.T) {
	cut := []a2a.Problem{{CutOff: true, Severity: a2a.SeverityError}}
	answer := Event{At: at(0), Reading: a2a.Reading{Kind: a2a.KindMessage, Result: &a2a.Result{Message: &a2a.Message{}}, Problems: cut}}
	if f := folded(answer); f.Blocks[0].Kind != OtherBlock {
		t.Errorf("an empty message that was cut off is a %s", f.Blocks[0].Kind)
	}
	answer.Reading.Result.Message.Parts = []a2a.Part{{Kind: a2a.TextPart, Text: "so far"}}
	if f := folded(answer); f.Blocks[0].Kind != MessageBlock {
		t.Errorf("a message with parts is a %s", f.Blocks[0].Kind)
	}
	if f := folded(Event{At: at(0), Reading: a2a.Reading{Kind: a2a.KindEmpty, Problems: cut}}); f.Rows[0].Word != "incomplete" {
		t.Errorf("an event that was cut off is %q", f.Rows[0].Word)
	}
}
