package task

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// otherTask is another agent's task with the same id.
type otherTask struct{ Agent, Name string }

// agentFilter returns the filter for an agent's task, and the other agents that have a task of its
// id. Without an agent it takes the one with the newest exchanges.
func (s *Screen) agentFilter(ctx context.Context, id, agent string) (wire.Filter, []otherTask, error) {
	f := wire.Filter{Task: id}
	all, err := s.Library.TasksByID(ctx, wire.Filter{}, []string{id})
	if err != nil {
		return f, nil, fmt.Errorf("read the agents of task %s: %w", id, err)
	}
	if len(all) < 2 {
		return f, nil, nil // pushes about it may be recorded with another agent
	}
	slices.SortFunc(all, func(a, b wire.TaskExchanges) int { return int(b.NewestSeq - a.NewestSeq) })
	at := 0
	if agent != "" {
		at = slices.IndexFunc(all, func(t wire.TaskExchanges) bool { return t.Agent == agent })
	}
	if at < 0 {
		return f, nil, web.Fail(http.StatusNotFound, "No exchange of this task with "+part.Short(agent, 60)+" is on record.",
			"Other agents have a task of this id.", "Look for it in Traffic.")
	}
	f.Agents = []string{all[at].Agent}
	var others []otherTask
	for i, t := range all {
		if i != at {
			e, _ := s.Agents.Find(ctx, t.Agent)
			others = append(others, otherTask{Agent: t.Agent, Name: e.Title()})
		}
	}
	return f, others, nil
}

func (v *taskView) filterText() string {
	terms := []string{link.Term("task", v.ID)}
	if len(v.OtherTasks) > 0 {
		terms = append(terms, link.Term("agent", v.Agent))
	}
	return strings.Join(terms, " ")
}
