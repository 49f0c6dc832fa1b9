package guide

import (
	"context"
	"os/exec"
	"strconv"
)

// shell returns a command for the system's shell. Canceling ctx kills everything that it started and that
// still has its parent.
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

// endRest does nothing: once a command has ended, there is no process tree left to find what it started.
func endRest(*exec.Cmd) {}
