package draft

import (
	"net/url"
	"testing"
)

// "Not sent" stays while the form is the same as when it was sent: the change event of the last
// keys arrives after the send.
func TestProblemStaysUntilTheFormChanges(t *testing.T) {
	d := &Draft{}
	d.Add(Part{Kind: "text"})
	form := func(text string) url.Values { return url.Values{d.Parts[0].ID() + "-text": {text}} }
	d.Take(form("hello"), false)
	d.Problem = "the agent is away"
	d.Take(form("hello"), true)
	if d.Problem == "" || d.Parts[0].Text != "hello" {
		t.Errorf("after the same form: problem %q, text %q", d.Problem, d.Parts[0].Text)
	}
	d.Take(form("hello again"), true)
	if d.Problem != "" || d.Parts[0].Text != "hello again" {
		t.Errorf("after another form: problem %q, text %q", d.Problem, d.Parts[0].Text)
	}
	d.Problem = "the agent is away"
	d.Take(form("hello again"), false) // sent again
	if d.Problem != "" {
		t.Errorf("after it was sent again: problem %q", d.Problem)
	}
}
