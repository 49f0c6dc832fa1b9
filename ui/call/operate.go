package call

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/agents"
)

func taskOperation(do string) a2a.Operation {
	switch do {
	case "cancel":
		return a2a.CancelTask
	case "get":
		return a2a.GetTask
	case "subscribe":
		return a2a.SubscribeToTask
	}
	return ""
}

// OperateTask calls OperateOn for a task known only by its id.
func (s *Sender) OperateTask(ctx context.Context, origin string, as agents.Protocol, task, do string) (string, error) {
	return s.OperateOn(ctx, origin, as, &a2a.Call{TaskID: task}, do)
}

// OperateOn starts the operation do ("cancel", "get" or "subscribe") on the task of c, which may
// name a tenant, and returns the exchange's id. as is the protocol used for the task so far; if the
// agent's card does not offer it, another binding of that version is used.
func (s *Sender) OperateOn(ctx context.Context, origin string, as agents.Protocol, c *a2a.Call, do string) (string, error) {
	c.Op = taskOperation(do)
	if c.Op == "" || c.TaskID == "" {
		return "", fmt.Errorf("there is no task to %s yet", do)
	}
	a, _ := s.Agents.Agent(ctx, origin)
	t, err := s.TargetAs(a, as)
	if err != nil {
		return "", err
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return "", err
	}
	return s.Send(origin, p, nil)
}
