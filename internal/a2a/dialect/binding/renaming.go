package binding

import (
	"encoding/json"
	"strings"
)

// Renaming says what becomes of the ids in a document. A nil function leaves
// its ids alone.
type Renaming struct {
	// Call takes the id of a JSON-RPC message as JSON and returns what shall
	// stand there.
	Call func(id json.RawMessage) json.RawMessage
	// ID takes any other id (of a task, context, message or push config, or a
	// page token) with the name of its member, and returns the new one, or
	// false to leave it.
	ID func(member, id string) (string, bool)
}

// IsID reports whether a member of this name holds an id.
func IsID(name string) bool {
	switch name {
	case "id", "taskId", "task_id", "configId", "config_id", "contextId", "context_id", "sessionId", "session_id", "messageId", "message_id",
		"referenceTaskIds", "reference_task_ids", "pushNotificationConfigId", "pageToken", "page_token", "nextPageToken", "next_page_token":
		return true
	}
	return false
}

// Renamed is an id's new name, or its own.
func (r Renaming) Renamed(member, id string) string {
	if r.ID == nil || id == "" {
		return id
	}
	if to, ok := r.ID(member, id); ok {
		return to
	}
	return id
}

// Resource renames the ids in a resource name of 0.3's ProtoJSON,
// tasks/{task}/pushNotificationConfigs/{config}, and reports whether it is one.
func (r Renaming) Resource(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, "tasks/")
	if !ok {
		return s, false
	}
	task, config, nested := strings.Cut(rest, "/pushNotificationConfigs/")
	s = "tasks/" + r.Renamed("taskId", task)
	if nested {
		s += "/pushNotificationConfigs/" + r.Renamed("id", config)
	}
	return s, true
}
