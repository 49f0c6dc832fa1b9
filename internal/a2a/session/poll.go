package session

import (
	"reflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Repeats reports whether an exchange only repeats the one before it in their
// conversation, as polls do: how often a client asks is chance. It asks the same agent
// in the same words, and comes to the same end: success, or the same error. What the answers
// say may differ, but for that of a document of which the sum is known.
func Repeats(before, e *Exchange) bool {
	if e.Op != a2a.GetTask && e.Op != a2a.GetCard || before.Op != e.Op || before.Key() != e.Key() {
		return false
	}
	return before.X.Agent == e.X.Agent && before.Version == e.Version && before.Binding == e.Binding && sameParams(before, e) &&
		before.Error == e.Error && before.X.Outcome == e.X.Outcome && before.X.Response.Status == e.X.Response.Status &&
		before.Answer == e.Answer
}

// sameParams compares what two calls about one task ask for. Where neither was read,
// their URLs tell as much as is known.
func sameParams(before, e *Exchange) bool {
	if before.Call == nil || e.Call == nil {
		return before.Call == nil && e.Call == nil && before.X.URL == e.X.URL
	}
	a, b := *before.Call, *e.Call
	if before.Task == e.Task {
		a.TaskID, b.TaskID = "", "" // however each names it
	}
	return reflect.DeepEqual(a, b)
}
