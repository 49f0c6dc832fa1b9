package guide

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestSessionsOfTheirOwnEnd: what a program started in a session of its own ends with it,
// when it ends and when its time is over.
func TestSessionsOfTheirOwnEnd(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("needs setsid")
	}
	for name, command := range map[string]string{
		"left":         "setsid sleep 1000 & echo started",
		"waited for":   "echo started; setsid -w sleep 1000",
		"twice forked": "(setsid sh -c 'sleep 1000 & sleep 1000' &) ; echo started; sleep 1000",
	} {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan client.Said, 1)
		go func() {
			said, _ := Program(ctx, &stdio.Streams{Stderr: in}, command)
			ended <- said
		}()
		read := make([]byte, len("started\n"))
		if _, err := io.ReadFull(out, read); err != nil {
			t.Fatal(err)
		}
		if name != "left" {
			cancel()
		}
		<-ended
		in.Close()
		if err := out.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 { // to the end: nobody has it open any more
			t.Errorf("%s: %q, %v", name, rest, err)
		}
		out.Close()
		cancel()
	}
}
