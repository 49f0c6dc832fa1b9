package mock

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// TestRecordedREST plays a conversation over HTTP+JSON to a client of the same binding with its own ids.
func TestRecordedREST(t *testing.T) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		t.Run(string(v), func(t *testing.T) { playREST(t, v) })
	}
}

func playREST(t *testing.T, v a2a.Version) {
	deck := newDeck()
	live := peer.Client{Binding: a2a.REST, T: t, Agent: deck.record(live(t)), Version: v}
	first, events := walkPhone(live)
	config := &a2a.PushConfig{ID: "c1", TaskID: first.ID, URL: "http://127.0.0.1:9/hook"}
	live.Result(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: first.ID, Push: config})
	live.Result(&a2a.Call{Op: a2a.GetTask, TaskID: first.ID})
	live.Result(&a2a.Call{Op: a2a.GetExtendedCard})

	mock := live
	mock.Agent = deck.mock(t, Options{FreshIDs: true, URL: "http://localhost:7999"})
	task, played := walkPhone(mock)
	checkPlayed(t, first, task, events, played)
	config.TaskID = task.ID
	made := mock.Result(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, Push: config}).Push
	if made.TaskID != task.ID {
		t.Errorf("the push config is of task %s", made.TaskID)
	}
	if got := mock.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; got.ID != task.ID || got.Status.State != a2a.Completed {
		t.Errorf("the task is %s %s", got.ID, got.Status.State)
	}
	card := mock.Result(&a2a.Call{Op: a2a.GetExtendedCard}).Card
	for _, f := range card.Interfaces {
		if f.Binding != a2a.GRPC && !strings.HasPrefix(f.URL, "http://localhost:7999/") {
			t.Errorf("the mock's card leads to %s", f.URL)
		}
	}
	if e := mock.Refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}); e.Name != a2a.UnsupportedOperation {
		t.Errorf("what is not on record is %s: %s", e.Name, e.Message)
	}
}
