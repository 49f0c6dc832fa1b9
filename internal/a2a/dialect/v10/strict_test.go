package v10

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestStrict: what 1.0 cannot express is approximated, always as valid ProtoJSON, and noted as a loss.
func TestStrict(t *testing.T) {
	task := func(change func(*a2a.Task)) *a2a.Result {
		r := &a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: a2a.Working}}}
		change(r.Task)
		return r
	}
	part := func(p a2a.Part) *a2a.Result {
		return task(func(t *a2a.Task) { t.Artifacts = []a2a.Artifact{{ID: "a", Parts: []a2a.Part{p}}} })
	}
	for _, c := range []struct {
		name       string
		result     *a2a.Result
		want, lost string
	}{
		{"no zone", task(func(t *a2a.Task) { t.Status.Timestamp = "2025-04-02T16:59:25.331844" }), `"timestamp":"2025-04-02T16:59:25.331844Z"`, "task.status.timestamp"},
		{"another zone", task(func(t *a2a.Task) { t.Status.Timestamp = "2025-04-02T16:59:25.30+02:00" }), `"timestamp":"2025-04-02T14:59:25.3Z"`, ""},
		{"UTC", task(func(t *a2a.Task) { t.Status.Timestamp = "2025-04-02T16:59:25.300Z" }), `"timestamp":"2025-04-02T16:59:25.300Z"`, ""},
		{"no time", task(func(t *a2a.Task) { t.Status.Timestamp = "yesterday" }), `{"state":"TASK_STATE_WORKING"}`, "task.status.timestamp"},
		{"metadata", task(func(t *a2a.Task) { t.Metadata = raw(`[1]`) }), `{"state":"TASK_STATE_WORKING"}}`, "task.metadata"},
		{"state", task(func(t *a2a.Task) { t.Status.State = "napping" }), `"TASK_STATE_UNSPECIFIED"`, "task.status.state"},
		{"role", task(func(t *a2a.Task) { t.History = []a2a.Message{{ID: "m", Role: "robot"}} }), `"ROLE_UNSPECIFIED"`, "task.history[0].role"},
		{"no base64", part(a2a.Part{Kind: a2a.FilePart, Encoded: "<content>"}), `"raw":"PGNvbnRlbnQ+"`, "task.artifacts[0].parts[0].bytes"},
	} {
		got, losses, err := Dialect().EncodeResult(a2a.GetTask, c.result)
		if err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
		lost := ""
		for _, l := range losses {
			lost += l.Path
		}
		if lost != c.lost {
			t.Errorf("%s: lost %q, want %q", c.name, lost, c.lost)
		}
	}
}

func TestErrorDataOfOurs(t *testing.T) {
	for _, c := range []struct {
		err  a2a.Error
		want string
	}{
		{a2a.Error{Name: a2a.TaskNotFound, Data: raw(`[]`)}, `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]`},
		{a2a.Error{Name: a2a.InvalidParams, Fields: []a2a.Violation{{Field: "message.parts", Reason: "It is \"empty\"."}}},
			`[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts","description":"It is \"empty\"."}]}]`},
		{a2a.Error{Name: a2a.InvalidParams}, ``},
	} {
		if got := string(Dialect().EncodeErrorData(&c.err)); got != c.want {
			t.Errorf("%s: %s, want %s", c.err.Name, got, c.want)
		}
	}
}
