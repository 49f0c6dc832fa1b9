package fold

import (
	"cmp"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// Asks is the ids of the task and of the context that a call names.
func Asks(c *a2a.Call) (task, context string) {
	task = c.TaskID
	if c.Message != nil {
		task, context = cmp.Or(task, c.Message.TaskID), c.Message.ContextID
	}
	if c.List != nil {
		context = cmp.Or(context, c.List.ContextID)
	}
	return task, context
}

// About is a2a.Result.About, and the task of a push notification config.
func About(r *a2a.Result) (task, context string) {
	if r != nil && r.Push != nil {
		return r.Push.TaskID, ""
	}
	return r.About()
}

// TaskPlace is where in a result's JSON a task id stands, in any version.
func TaskPlace(e *document.Envelope, id string) (document.Value, string) {
	for _, path := range [][]string{
		{"id"}, {"taskId"}, {"task", "id"}, {"statusUpdate", "taskId"}, {"artifactUpdate", "taskId"}, {"message", "taskId"},
	} {
		v := e.Result.Get(path...)
		if v.Text() == id || string(v.Raw) == id {
			return v, e.Where + "." + strings.Join(path, ".")
		}
	}
	return document.Value{}, e.Where
}

// stateOf is the state a result reports, "" when it reports none.
func stateOf(r *a2a.Result) a2a.State {
	if status := r.TaskStatus(); status != nil {
		return status.State
	}
	return ""
}
