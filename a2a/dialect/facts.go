package dialect

import "github.com/a2a-console/a2a-console/a2a"

// taskOf is the id of the task a result is about, with where it stands in a
// result of the version's own shape, as near as can be told.
func taskOf(r *a2a.Result) (id string, path []string) {
	switch {
	case r == nil:
	case r.Task != nil:
		return r.Task.ID, []string{"id"}
	case r.Status != nil:
		return r.Status.TaskID, []string{"id"}
	case r.Artifact != nil:
		return r.Artifact.TaskID, []string{"id"}
	case r.Message != nil:
		return r.Message.TaskID, nil
	case r.Push != nil:
		return r.Push.TaskID, []string{"id"}
	}
	return "", nil
}

// contextOf is the id of the context a result is about, "" when it says none.
func contextOf(r *a2a.Result) string {
	switch {
	case r == nil:
	case r.Task != nil:
		return r.Task.ContextID
	case r.Status != nil:
		return r.Status.ContextID
	case r.Artifact != nil:
		return r.Artifact.ContextID
	case r.Message != nil:
		return r.Message.ContextID
	}
	return ""
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
