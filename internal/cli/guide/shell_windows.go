package guide

import (
	"context"
	"os/exec"
)

// shell is a command line as the system's shell runs it.
func shell(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/C", command)
}

// endRest does nothing: there is no group to end.
func endRest(*exec.Cmd) {}
