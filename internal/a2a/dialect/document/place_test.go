package document

import (
	"strings"
	"testing"
)

// A path leads to the byte of the value it names, or of the nearest enclosing one.
func TestPlace(t *testing.T) {
	const doc = `{"id":1,"result":{"task":{"id":"t","parts":[{"a":1},{"b":2}]}}}`
	for path, at := range map[string]string{
		"$": `{"id":1`, "$.result": `{"task"`, "$.result.task.id": `"t"`, "$.result.id": `"t"`, "$.result.parts[1].b": `2}`,
		"$.result.contextId": `{"task"`, "$.result.parts[7]": `[{"a"`, "$.error.code": `{"id":1`,
	} {
		if got := Place([]byte(doc), path); got != int64(strings.Index(doc, at)) {
			t.Errorf("%s is at %d, want %d", path, got, strings.Index(doc, at))
		}
	}
	for _, c := range [][2]string{{"", "$.a"}, {"text", "$.a"}, {doc, "request.header"}, {doc, ""}} {
		if got := Place([]byte(c[0]), c[1]); got != -1 {
			t.Errorf("%s in %q is at %d", c[1], c[0], got)
		}
	}
}
