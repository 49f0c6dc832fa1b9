package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestTaskGrows: an artifact from an open stream appears on the task's page, and its state in the
// head, without a reload.
func TestTaskGrows(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	x, _ := f.Exchange(t.Context(), "0195-open-7")
	x.Labels.Task = "t" // its events are in its body
	f.put(x)
	b := openTab(t, s, "/tasks/t", nil)
	b.until(`"_since":8`)
	if page := get(t, s, "/tasks/t").Body.String(); strings.Contains(page, "a second artifact") {
		t.Fatal("the artifact is there already")
	}
	e := `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"b","name":"a second artifact","parts":[{"text":"the text of it"}]}}}}` + "\n\n"
	chunk := wire.Chunk{Side: wire.Response, Offset: x.ResponseBytes, At: x.Started.Add(2 * time.Second), Data: []byte(e), Frame: 3}
	x.Frames, x.ResponseBytes, x.ResponseKept = 4, x.ResponseBytes+int64(len(e)), x.ResponseKept+int64(len(e))
	f.put(x, chunk)
	got := b.until(`"_since":9`)
	for _, want := range []string{"selector #task-artifacts\n", "a second artifact", "the text of it"} {
		if !strings.Contains(got, want) {
			t.Errorf("the artifact did not come; %q is missing from\n%s", want, got)
		}
	}
}

// The head of a task names its state once: the list of states comes with the second one, or while one lasts.
func TestStateOfATaskIsNamedOnce(t *testing.T) {
	for states, want := range map[string]int{"COMPLETED": 0, "WORKING": 1} {
		f := emptyRecord()
		x := sample(1, "x")
		x.Labels.Task, x.Labels.State = "t", "TASK_STATE_"+states
		f.put(x, wire.Chunk{Side: wire.Response, At: x.Started, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_` + states + `"}}}}`)})
		head, _, _ := strings.Cut(mainOf(get(t, newTestServer(t, f, &fakeCaller{}), "/tasks/t").Body.String()), "</header>")
		if got := strings.Count(head, `class="stages"`); got != want {
			t.Errorf("%s: %d lists of states, want %d: %s", states, got, want, head)
		}
	}
}
