package fold

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// TaskOf is the id of the task a result is about.
func TaskOf(r *a2a.Result) string {
	task, _ := about(r)
	return task
}

// about is a2a.Result.About, and the task of a push notification config.
func about(r *a2a.Result) (task, context string) {
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
	switch {
	case r == nil:
	case r.Task != nil:
		return r.Task.Status.State
	case r.Status != nil:
		return r.Status.Status.State
	}
	return ""
}
