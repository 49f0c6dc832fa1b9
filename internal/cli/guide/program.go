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

// Unable is the exit code by which a program says that its client cannot do a step.
const Unable = 77

// notFound are exit codes by which a shell says that it could not start a command.
const notFound, notStarted = 127, 126

// ErrNoCommand says that there is no such command, or none that can be run.
var ErrNoCommand = errors.New("the command could not be started, see above")

// endTime is how long a program may take to end when the step is over.
const endTime = 2 * time.Second

// run starts the client's program for a step, and waits for its end.
func run(ctx context.Context, p *stdio.Streams, command, url string, s client.Step) (client.Said, error) {
	return Program(ctx, p, command, "A2A_URL="+url, "A2A_STEP="+s.Name, "A2A_TOKEN="+client.Token)
}

// program is what of a command is kept on record: its first words, up to the first flag or
// assignment, since what follows may be secret.
func program(command string) string {
	var out []string
	for _, word := range strings.Fields(command) {
		if len(out) == 3 || strings.HasPrefix(word, "-") || strings.ContainsAny(word, "=@") {
			break
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// Program starts a client's program with variables of the environment, and waits for its end
// or that of ctx. What it started ends with it, by its group. An error says that it could not be
// started.
func Program(ctx context.Context, p *stdio.Streams, command string, env ...string) (client.Said, error) {
	cmd := shell(ctx, command)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = p.Stderr, p.Stderr // stdout is the report's
	cmd.WaitDelay = endTime
	err := cmd.Run()
	endRest(cmd)
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return client.Said{Note: "its program was stopped"}, nil
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // it ended well, and left others with its output
		return client.Said{}, nil
	case !errors.As(err, &exit):
		return client.Said{}, fmt.Errorf("--run %s: %w", command, err)
	case exit.ExitCode() == notFound, exit.ExitCode() == notStarted:
		return client.Said{}, fmt.Errorf("--run %s: %w", command, ErrNoCommand)
	case exit.ExitCode() == Unable:
		return client.Said{Unable: true}, nil
	}
	return client.Said{Note: "its program ended with " + exit.String()}, nil
}
