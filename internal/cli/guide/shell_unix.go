//go:build unix

package guide

import (
	"context"
	"os/exec"
	"syscall"
)

// shell returns a command for the system's shell. Canceling ctx kills everything that it started.
func shell(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		endRest(cmd)
		return nil
	}
	return cmd
}

// endRest kills the processes that a command has left running.
func endRest(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // usually nothing is left
	}
}
