package v03p

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

const (
	tasks   = "tasks/"
	configs = "/pushNotificationConfigs"
)

func taskName(id string) string { return tasks + id }

func configName(task, id string) string { return tasks + task + configs + "/" + id }

// splitName is the task and the push config, "" when there is none, of
// tasks/{task}/pushNotificationConfigs/{config}. A bare id is taken for the task's.
func splitName(n jsonio.Node, form jsonio.Rule) (task, config string) {
	name := n.Text(form)
	if name == "" {
		return "", ""
	}
	rest, ok := strings.CutPrefix(name, tasks)
	if !ok {
		n.Report(form, "Expected a resource name, tasks/{id}, with /pushNotificationConfigs/{id} behind it for a push config, got a bare id.")
	}
	task, config, _ = strings.Cut(rest, configs)
	return task, strings.TrimPrefix(config, "/")
}
