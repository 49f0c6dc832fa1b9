package dialect

import (
	"strings"
	"testing"
)

// TestIndentedIsBounded: a deep document is not indented, since each line would start with blanks for its
// depth.
func TestIndentedIsBounded(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if got, ok := Indented(deep(5000)); ok {
		t.Errorf("%d bytes for 10,000", len(got))
	}
	if _, ok := Indented(deep(indentDepth)); !ok {
		t.Error("a document that nests as deep as may be is not laid out")
	}
	if got, ok := Indented([]byte(`{"a":"[[[\"[","b":[1]}`)); !ok || string(got) != "{\n  \"a\": \"[[[\\\"[\",\n  \"b\": [\n    1\n  ]\n}" {
		t.Errorf("%s, %v", got, ok)
	}
	if _, ok := Indented([]byte("{")); ok {
		t.Error("no JSON was laid out")
	}
}
