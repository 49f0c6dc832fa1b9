package stdio

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// TestQuestions: typed lines answer one question after the other, and Ctrl-C ends a question without an
// answer.
func TestQuestions(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	var shown bytes.Buffer
	p := &Streams{Stdin: r, Stderr: &shown}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { _, _ = io.WriteString(w, "joe\r\nhush hush\n\n") }() // ends with the pipe
	for _, want := range []string{"joe", "hush hush"} {
		if got, err := p.Ask(ctx, "Name", want != "joe"); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if _, err := p.Ask(ctx, "Name", false); err == nil || !strings.Contains(err.Error(), "name: nothing was typed") {
		t.Errorf("an empty line: %v", err)
	}
	cancel()
	if _, err := p.Ask(ctx, "Password", true); err == nil || err.Error() != "password: interrupted" {
		t.Errorf("after Ctrl-C: %v", err)
	}
	if !strings.HasPrefix(shown.String(), "Name: Name: ") || strings.Contains(shown.String(), "hush") {
		t.Errorf("shown %q", shown.String())
	}
}
