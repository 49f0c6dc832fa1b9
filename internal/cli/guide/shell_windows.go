package guide

import (
	"context"
	"os/exec"
	"strconv"
)

// shell returns a command for the system's shell. Canceling ctx kills the process tree below it;
// processes whose parent has ended survive.
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

// endRest does nothing: once a command has ended, the processes that it started cannot be found any
// more.
func endRest(*exec.Cmd) {}
