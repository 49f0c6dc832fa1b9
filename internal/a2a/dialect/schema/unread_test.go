package schema

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// many returns an array with more elements than are read of a document, if each contains some values.
func many(one string) string { return "[" + strings.Repeat(one+",", 49_999) + one + "]" }

// TestUnreadParts: parts that are not read stay as written. That is reported once, and nothing that they
// lack.
func TestUnreadParts(t *testing.T) {
	for _, c := range []struct{ table, message, part string }{
		{"v01", `"role":"user"`, `{"type":"text","text":"x","metadata":{"a":1,"b":2,"c":3}}`},
		{"v03", `"kind":"message","messageId":"m","role":"user"`, `{"kind":"text","text":"x","metadata":{"a":1,"b":2,"c":3}}`},
		{"v10", `"messageId":"m","role":"ROLE_USER"`, `{"text":"x","metadata":{"a":1,"b":2,"c":3}}`},
	} {
		call, problems := table(t, c.table).ReadParams(a2a.SendMessage, []byte(`{"id":"t","sessionId":"s","message":{`+c.message+`,"parts":`+many(c.part)+`}}`))
		parts, read := call.Message.Parts, 0
		for _, p := range parts {
			if p.Kind == a2a.TextPart && p.Text == "x" {
				read++
			} else if p.Kind != a2a.UnknownPart || string(p.Raw) != c.part {
				t.Fatalf("%s: %+v", c.table, p)
			}
		}
		if len(parts) != 50_000 || read < 10_000 || read > 45_000 {
			t.Errorf("%s: %d parts, of which %d are read", c.table, len(parts), read)
		}
		if len(problems) != 1 || problems[0].Check != "READ-02" {
			t.Errorf("%s: %.500s", c.table, found(problems))
		}
	}
}

// TestUnreadObjects: artifacts that are not read cause no other findings, either.
func TestUnreadObjects(t *testing.T) {
	for _, c := range []struct{ table, task, state string }{
		{"v01", `"id":"t","sessionId":"s"`, "working"},
		{"v03", `"kind":"task","id":"t","contextId":"c"`, "working"},
		{"v03p", `"id":"t","contextId":"c"`, "TASK_STATE_WORKING"},
		{"v10", `"id":"t","contextId":"c"`, "TASK_STATE_WORKING"},
	} {
		artifact := `{"artifactId":"a","parts":[{"text":"x"}]}`
		switch c.table {
		case "v01":
			artifact = `{"index":0,"parts":[{"type":"text","text":"x"}]}`
		case "v03":
			artifact = `{"artifactId":"a","parts":[{"kind":"text","text":"x"}]}`
		}
		s := table(t, c.table, table(t, "v03"))
		r, problems := s.ReadResult(a2a.GetTask, []byte(`{`+c.task+`,"status":{"state":"`+c.state+`"},"artifacts":`+many(artifact)+`}`))
		if len(r.Task.Artifacts) != 50_000 || len(r.Task.Artifacts[100].Parts) != 1 || len(r.Task.Artifacts[49_999].Parts) != 0 {
			t.Errorf("%s: %d artifacts, %+v", c.table, len(r.Task.Artifacts), r.Task.Artifacts[49_999])
		}
		for _, p := range problems {
			if p.Check != "READ-02" {
				t.Errorf("%s: %.200s", c.table, found([]a2a.Problem{p}))
			}
		}
	}
}
