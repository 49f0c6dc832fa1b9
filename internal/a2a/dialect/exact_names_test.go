package dialect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// TestNamesInOtherLetters: a member whose name differs from the version's only in case has one finding, which
// gives both names; it is not also reported as missing.
func TestNamesInOtherLetters(t *testing.T) {
	parts := map[string]string{"1.0": `[{"text":"x"}]`, "0.3": `[{"kind":"text","text":"x"}]`, "0.2": `[{"kind":"text","text":"x"}]`, "0.1": `[{"type":"text","text":"x"}]`}
	message := map[string]string{
		"1.0": `{"messageId":"m","role":"ROLE_USER","contextId":"c","taskId":"t","parts":`,
		"0.3": `{"kind":"message","messageId":"m","role":"user","contextId":"c","taskId":"t","parts":`,
		"0.2": `{"kind":"message","messageId":"m","role":"user","contextId":"c","taskId":"t","parts":`,
		"0.1": `{"role":"user","parts":`,
	}
	task := map[string]string{
		"1.0": `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"artifacts":[{"artifactId":"a","parts":`,
		"0.3": `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"},"artifacts":[{"artifactId":"a","parts":`,
		"0.2": `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"},"artifacts":[{"artifactId":"a","parts":`,
		"0.1": `{"id":"t","sessionId":"c","status":{"state":"working"},"artifacts":[{"index":0,"parts":`,
	}
	update := map[string]string{
		"1.0": `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`,
		"0.3": `{"kind":"status-update","taskId":"t","contextId":"c","final":false,"status":{"state":"working"}}`,
		"0.2": `{"kind":"status-update","taskId":"t","contextId":"c","final":false,"status":{"state":"working"}}`,
		"0.1": `{"id":"t","final":false,"status":{"state":"working"}}`,
	}
	count := 0
	for _, v := range []string{"0.1", "0.2", "0.3", "1.0"} {
		d := registry.Speaker(a2a.Identity{Versions: []a2a.Version{a2a.Version(v)}})
		request := `{"id":"t","sessionId":"s","message":` + message[v] + parts[v] + `},"metadata":{"a":1}}`
		if v != "0.1" {
			request = `{"message":` + message[v] + parts[v] + `},"configuration":{"historyLength":1,"acceptedOutputModes":["text/plain"]},"metadata":{"a":1}}`
		}
		for doc, read := range map[string]func(string) []a2a.Problem{
			request:                    func(s string) []a2a.Problem { _, ps := d.ReadParams(a2a.SendMessage, []byte(s)); return ps },
			task[v] + parts[v] + `}]}`: func(s string) []a2a.Problem { _, ps := d.ReadResult(a2a.GetTask, []byte(s)); return ps },
			update[v]:                  func(s string) []a2a.Problem { _, ps := d.ReadResult(a2a.SendStreamingMessage, []byte(s)); return ps },
		} {
			if v == "1.0" && strings.HasPrefix(doc, `{"task"`) {
				doc += "}"
				read = func(s string) []a2a.Problem { _, ps := d.ReadResult(a2a.SendMessage, []byte(s)); return ps }
			}
			if ps := read(doc); len(ps) > 0 {
				t.Fatalf("%s: %s: %+v", v, doc, ps)
			}
			for _, name := range strings.Fields("message messageId role parts text contextId taskId configuration historyLength acceptedOutputModes metadata task statusUpdate status state artifacts artifactId final") {
				for _, other := range []string{strings.ToUpper(name[:1]) + name[1:], strings.ToUpper(name), strings.ReplaceAll(name, "Id", "ID"), strings.ToLower(name)} {
					bad := strings.Replace(doc, `"`+name+`":`, `"`+other+`":`, 1)
					if bad == doc {
						continue
					}
					count++
					ps := read(bad)
					if len(ps) != 1 || !strings.Contains(ps[0].Message, fmt.Sprintf("Member %q is spelled %q", other, name)) || ps[0].Cause != "case" || ps[0].Offset != int64(strings.Index(bad, `"`+other+`":`)) {
						t.Errorf("%s: %s\n%+v", v, bad, ps)
					}
				}
			}
			both := strings.Replace(doc, `"contextId":"c"`, `"contextId":"c","contextID":"c","CONTEXTID":"c"`, 1)
			if ps := read(both); len(ps) > 0 {
				t.Errorf("%s: %s: %+v", v, both, ps)
			}
		}
	}
	if count < 100 {
		t.Errorf("%d names", count)
	}
}
