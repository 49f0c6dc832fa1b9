package guide

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// typist presses Enter at each note that mentions it.
type typist struct {
	typed chan struct{}
	read  strings.Builder
}

func (w *typist) Write(b []byte) (int, error) {
	if strings.Contains(strings.ToLower(string(b)), "press enter") {
		w.typed <- struct{}{}
	}
	return w.read.Write(b)
}

// TestEnter: Enter ends a step in which a call came, and has to be pressed twice where none
// did. What was typed before the step ends nothing.
func TestEnter(t *testing.T) {
	for _, called := range []bool{true, false} {
		w := &typist{typed: make(chan struct{}, mostTyped)}
		ask(t.Context(), &stdio.Streams{Stderr: w}, w.typed, func() bool { return called })
		if again := strings.Contains(w.read.String(), "no call came yet"); again == called || len(w.typed) != 0 {
			t.Errorf("with a call: %v, %d unread, said %q", called, len(w.typed), w.read.String())
		}
	}
	typed := make(chan struct{}, mostTyped)
	typed <- struct{}{}
	typed <- struct{}{}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	ask(over, &stdio.Streams{Stderr: io.Discard}, typed, func() bool { return true })
	if len(typed) != 0 {
		t.Errorf("%d lines typed before the step count for it", len(typed))
	}
}

// TestNobodyTypes: a step goes on when no more can be typed.
func TestNobodyTypes(t *testing.T) {
	p := &stdio.Streams{Stdin: strings.NewReader(""), Stderr: io.Discard}
	typed := lines(p)
	<-typed // it is closed
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		ask(ctx, p, typed, func() bool { return false })
		if ctx.Err() == nil {
			t.Error("the step ended before its time")
		}
	}()
	cancel()
	<-done
}
