package v03p

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

const (
	tasks   = "tasks/"
	configs = "/pushNotificationConfigs"
)

func taskName(id string) string { return tasks + id }

func configName(task, id string) string { return tasks + task + configs + "/" + id }

// readTaskName is the task that a resource name names: tasks/{id}. A bare id is
// taken for the task's.
func readTaskName(n shape.Node, message string) string {
	task, _ := splitName(n, message)
	return task
}

// splitName is the task and the push config, "" when there is none, of
// tasks/{task}/pushNotificationConfigs/{config}.
func splitName(n shape.Node, message string) (task, config string) {
	name := n.Text(form(message))
	if name == "" {
		return "", ""
	}
	rest, ok := strings.CutPrefix(name, tasks)
	if !ok {
		n.Report(fault("REST-12", message), "A resource name is tasks/{id}, with /pushNotificationConfigs/{id} behind it for a push config; here stands a bare id.")
	}
	task, config, _ = strings.Cut(rest, configs)
	return task, strings.TrimPrefix(config, "/")
}
