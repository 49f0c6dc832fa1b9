package print

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestSameFailureIsSaid: the text of a pair that failed on both sides says how, and the totals count such
// pairs; the JSON output does not change.
func TestSameFailureIsSaid(t *testing.T) {
	r := &diff.Report{Level: diff.Meaning}
	r.Add(diff.Pair{A: "1", B: "2", Outcome: diff.OutcomeSame, Op: "SendMessage", Excerpt: "hello", FailureText: "same failure: 500 Server Error"})
	r.Add(diff.Pair{A: "3", B: "4", Outcome: diff.OutcomeSame, Op: "SendMessage", Excerpt: "hi"})
	print := func(json bool) string {
		var out bytes.Buffer
		d := NewDiffPrinter(&stdio.Streams{Stdout: &out, JSON: json})
		for _, p := range r.Pairs {
			d.PrintPair(p)
		}
		d.PrintTotals(r)
		return out.String()
	}
	const text = "✕ same failure: 500 Server Error · SendMessage · hello  1 2\n= same     SendMessage · hi  3 4\n2 same at level meaning · 1 of 2 failed on both sides\n"
	if got := print(false); got != text {
		t.Errorf("says\n%s", got)
	}
	const lines = `{"a":"1","b":"2","verdict":"same","differences":null,"op":"SendMessage","says":"hello"}` + "\n" +
		`{"a":"3","b":"4","verdict":"same","differences":null,"op":"SendMessage","says":"hi"}` + "\n"
	if got := print(true); got != lines {
		t.Errorf("writes\n%s", got)
	}
}

// TestValuesTellTheirTypes: a string that looks like another value has quotes, null is not blank, and a
// missing value has no line.
func TestValuesTellTheirTypes(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`1`, `"1"`, "      - 1\n      + \"1\"\n"},
		{`null`, `"null"`, "      - null\n      + \"null\"\n"},
		{`null`, ``, "      - null\n"},
		{``, `""`, "      + \"\"\n"},
		{`"yes"`, `true`, "      - yes\n      + true\n"},
	} {
		var out bytes.Buffer
		value := func(s string) json.RawMessage {
			if s == "" {
				return nil
			}
			return json.RawMessage(s)
		}
		NewDiffPrinter(&stdio.Streams{Stdout: &out}).printDifference(diff.Difference{Path: "$.v", Kind: diff.KindText, A: value(c.a), B: value(c.b)})
		if got := out.String(); got != "    $.v  text\n"+c.want {
			t.Errorf("%s, %s:\n%s", c.a, c.b, got)
		}
	}
}
