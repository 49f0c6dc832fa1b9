package guide

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// ExitUnable is the exit code of a program whose client cannot do a step.
const ExitUnable = 77

// Exit codes of a shell that could not find, or could not start, a command.
const exitNotFound, exitNotStarted = 127, 126

// ErrNoCommand means that the shell could not find or start the command.
var ErrNoCommand = errors.New("the command could not be started; see above")

// maxEndTime is how long a program may take to end after the step.
const maxEndTime = 2 * time.Second

// runStep runs the client's program for a step, with A2A_URL, A2A_STEP and A2A_TOKEN in its environment.
func runStep(ctx context.Context, p *stdio.Streams, command, url string, s client.Step) (client.PromptResult, error) {
	return RunProgram(ctx, p, command, "A2A_URL="+url, "A2A_STEP="+s.Name, "A2A_TOKEN="+client.Token)
}

// programName returns the part of a command to record: at most three words, before the first that
// begins with - or contains = or @. The rest may be secret.
func programName(command string) string {
	var out []string
	for _, word := range strings.Fields(command) {
		if len(out) == 3 || strings.HasPrefix(word, "-") || strings.ContainsAny(word, "=@") {
			break
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// RunProgram runs a client's program with additional environment variables, until it ends or ctx
// does. It then kills the program's process group, except on Windows. It returns an error if the
// program could not be started.
func RunProgram(ctx context.Context, p *stdio.Streams, command string, env ...string) (client.PromptResult, error) {
	cmd := shell(ctx, command)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = p.Stderr, p.Stderr // stdout is for the report
	cmd.WaitDelay = maxEndTime
	err := cmd.Run()
	endRest(cmd)
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return client.PromptResult{Note: "the client's program was stopped"}, nil
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // success, although other processes still hold its output
		return client.PromptResult{}, nil
	case !errors.As(err, &exit):
		return client.PromptResult{}, fmt.Errorf("--run %s: %w", command, err)
	case exit.ExitCode() == exitNotFound, exit.ExitCode() == exitNotStarted:
		return client.PromptResult{}, fmt.Errorf("--run %s: %w", command, ErrNoCommand)
	case exit.ExitCode() == ExitUnable:
		return client.PromptResult{Unable: true}, nil
	}
	return client.PromptResult{Note: "the client's program ended with " + exit.String()}, nil
}
