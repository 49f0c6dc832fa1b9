package guide

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestEnter: Enter ends a step, unless it was typed before the step.
func TestEnter(t *testing.T) {
	typed := make(chan struct{}, maxTypedLines)
	typed <- struct{}{}
	waitForPerson(t.Context(), &stdio.Streams{Stderr: typist{typed}}, typed)
	typed <- struct{}{}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	waitForPerson(over, &stdio.Streams{Stderr: io.Discard}, typed)
	if len(typed) != 0 {
		t.Errorf("%d lines typed before the step count for it", len(typed))
	}
}

// typist presses Enter when asked to.
type typist struct{ typed chan struct{} }

func (w typist) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "Press Enter") {
		w.typed <- struct{}{}
	}
	return len(b), nil
}

// TestNobodyTypes: a step continues when no more can be typed.
func TestNobodyTypes(t *testing.T) {
	p := &stdio.Streams{Stdin: strings.NewReader(""), Stderr: io.Discard}
	typed := readLines(p)
	<-typed // the channel is closed
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		waitForPerson(ctx, p, typed)
		if ctx.Err() == nil {
			t.Error("the step ended before its time")
		}
	}()
	cancel()
	<-done
}
