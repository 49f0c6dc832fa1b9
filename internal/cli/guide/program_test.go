//go:build unix

package guide

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestRestEnds: processes that a step's program leaves running end with the step.
func TestRestEnds(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	said, err := runStep(t.Context(), &stdio.Streams{Stderr: in}, "echo started; sleep 1000 &", "", client.Step{Name: "send"})
	if err != nil || said != (client.PromptResult{}) {
		t.Errorf("%+v, %v", said, err)
	}
	in.Close()
	read, err := io.ReadAll(out) // to the end: nobody has it open any more
	if string(read) != "started\n" || err != nil {
		t.Errorf("%q, %v", read, err)
	}
}

// TestProgramThatCannotBegin: the error for a message that the environment cannot hold is not
// ErrNoCommand, because it says nothing about other messages.
func TestProgramThatCannotBegin(t *testing.T) {
	p := &stdio.Streams{Stderr: io.Discard}
	for name, text := range map[string]string{"NUL": "a\x00b", "too long": strings.Repeat("a", 200<<10)} {
		if _, err := RunProgram(t.Context(), p, "true", "A2A_TEXT="+text); err == nil || errors.Is(err, ErrNoCommand) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := RunProgram(t.Context(), p, "/no/such/command"); !errors.Is(err, ErrNoCommand) {
		t.Errorf("no command: %v", err)
	}
}
