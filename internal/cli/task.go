package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

type taskCmd struct {
	Get       taskGetCmd       `cmd:"" help:"Show a task."`
	List      taskListCmd      `cmd:"" help:"List tasks (1.0, and 0.3 over HTTP+JSON)."`
	Cancel    taskCancelCmd    `cmd:"" help:"Cancel a task."`
	Subscribe taskSubscribeCmd `cmd:"" help:"Follow a task's events."`
}

type taskGetCmd struct {
	calls.Flags
	Task          string `arg:"" help:"Id of the task."`
	HistoryLength *int   `aliases:"history" placeholder:"N" help:"Request at most N messages of history."`

	CurrentGeneration *int64 `placeholder:"N" help:"Wait until the task is beyond generation N (draft of 1.1)."`
}

func (taskGetCmd) Help() string {
	return `Example:

    a2a-console task get http://127.0.0.1:7430 TASK --history-length 10`
}

func (c *taskGetCmd) Run(ctx context.Context, p *stdio.Streams) error {
	return c.Call(ctx, p, &a2a.Call{Op: a2a.GetTask, TaskID: c.Task, HistoryLength: c.HistoryLength, CurrentGeneration: c.CurrentGeneration})
}

func parseState(s string) (a2a.State, error) {
	if s == "" {
		return "", nil
	}
	word := strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(s))
	word = strings.TrimPrefix(word, "TASK_STATE_")
	if word == "CANCELLED" {
		word = "CANCELED"
	}
	known := []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected}
	var states []string
	for _, k := range known {
		if string(k) == "TASK_STATE_"+word {
			return k, nil
		}
		states = append(states, strings.ReplaceAll(k.Word(), " ", "-"))
	}
	return "", fmt.Errorf("there is no task state %q; --state must be %s", s, words.JoinOr(states))
}

type taskCancelCmd struct {
	calls.Flags
	Task     string `arg:"" help:"Id of the task."`
	Metadata string `placeholder:"JSON" help:"Metadata of the request, as a JSON object."`
}

func (taskCancelCmd) Help() string {
	return `Example:

    a2a-console task cancel http://127.0.0.1:7430 TASK`
}

func (c *taskCancelCmd) Run(ctx context.Context, p *stdio.Streams) error {
	metadata, err := jsonObject("--metadata", c.Metadata)
	if err != nil {
		return err
	}
	return c.Call(ctx, p, &a2a.Call{Op: a2a.CancelTask, TaskID: c.Task, Metadata: metadata})
}

type taskSubscribeCmd struct {
	calls.Flags
	Task string `arg:"" help:"Id of the task."`
}

func (taskSubscribeCmd) Help() string {
	return `Example:

    a2a-console task subscribe http://127.0.0.1:7430 TASK --json`
}

// Run prints the task's events until the stream ends, or until Ctrl-C.
func (c *taskSubscribeCmd) Run(ctx context.Context, p *stdio.Streams) error {
	return c.Call(ctx, p, &a2a.Call{Op: a2a.SubscribeToTask, TaskID: c.Task})
}
