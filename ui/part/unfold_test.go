package part

import (
	"bytes"
	"strings"
	"testing"
)

// TestReferencesThatUnfold: a long address that is defined once and referenced thousands of times
// would give more HTML than one text may have. It is drawn completely, as plain text.
func TestReferencesThatUnfold(t *testing.T) {
	text := "[a]: mailto:" + strings.Repeat("y", 280) + "\n\n" + strings.Repeat("[a]\n\n", 5000)
	if isCostly(text) {
		t.Fatal("the text is not parsed at all")
	}
	var b bytes.Buffer
	err := Draw(t.Context(), Markdown(text, "/all"), &b)
	got := b.String()
	if err != nil || strings.Contains(got, `class="prose"`) || !strings.Contains(got, `<div class="text"`) || len(got) > 2*len(text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
