package guide

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/spelling"
)

// Flags are the flags for the examination of a client.
type Flags struct {
	Client      bool          `help:"Examine a client. The console is the agent that the client calls, at 127.0.0.1, and says step by step what the client should do."`
	Run         string        `placeholder:"COMMAND" help:"Start this command for each step instead of asking a person. Its environment has the agent's address in A2A_URL, the step's name in A2A_STEP and the bearer token in A2A_TOKEN. Exit code 77 means that the client cannot do the step."`
	Step        []string      `placeholder:"NAME" help:"Run only this step. Repeatable. Default: all."`
	StepTimeout time.Duration `placeholder:"DURATION" help:"End a step after this time. Default: 1m, or 30s with --run."`
	Port        int           `placeholder:"N" help:"Port of the agent at 127.0.0.1. Default: a free port."`
}

// RefuseIdle returns an error if a flag is given that has no effect without --client.
func (f *Flags) RefuseIdle() error {
	for _, x := range []struct {
		flag  string
		given bool
	}{{"--run", f.Run != ""}, {"--step", len(f.Step) > 0}, {"--step-timeout", f.StepTimeout != 0}, {"--port", f.Port != 0}} {
		if x.given {
			return fmt.Errorf("%s works only with --client, which examines a client", x.flag)
		}
	}
	return nil
}

// steps returns the steps that --step selects, all without the flag.
func (f *Flags) steps() ([]client.Step, error) {
	if len(f.Step) == 0 {
		return client.Steps(), nil
	}
	var names []string
	for _, s := range client.Steps() {
		names = append(names, s.Name)
	}
	var out []client.Step
	for _, name := range f.Step {
		s, ok := client.Find(name)
		if !ok {
			if near := spelling.Nearest(name, names); len(near) > 0 {
				return nil, fmt.Errorf("--step: there is no step %q; did you mean %s?", name, near[0])
			}
			return nil, fmt.Errorf("--step: there is no step %q; the steps are %s", name, strings.Join(names, ", "))
		}
		out = append(out, s)
	}
	return out, nil
}

func (f *Flags) limit() (time.Duration, error) {
	switch {
	case f.StepTimeout < 0:
		return 0, errors.New("--step-timeout must be greater than 0")
	case f.StepTimeout > 0:
		return f.StepTimeout, nil
	case f.Run != "":
		return client.DefaultTimeLimit / 2, nil
	}
	return client.DefaultTimeLimit, nil
}
