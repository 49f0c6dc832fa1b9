package guide

import (
	"context"
	"os/exec"
	"strconv"
)

// shell is a command line as the system's shell runs it. With the context all ends that it
// started and that still has its parent.
func shell(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "cmd", "/C", command)
	cmd.Cancel = func() error {
		if err := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run(); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	return cmd
}

// endRest does nothing: a command that is over has no tree of processes any more by which
// what it left running is found.
func endRest(*exec.Cmd) {}
