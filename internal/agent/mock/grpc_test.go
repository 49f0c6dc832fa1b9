package mock

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// TestRecordedGRPC plays a conversation over gRPC to a client of the same binding with its own ids:
// messages, statuses and the card's addresses.
func TestRecordedGRPC(t *testing.T) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		t.Run(string(v), func(t *testing.T) { playGRPC(t, v) })
	}
}

func playGRPC(t *testing.T, v a2a.Version) {
	deck := newDeck()
	live := peer.Client{Binding: a2a.GRPC, T: t, Agent: deck.record(live(t)), Version: v}
	first, events := walkPhone(live)
	live.Result(&a2a.Call{Op: a2a.GetTask, TaskID: first.ID})
	live.Refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: first.ID})
	live.Result(&a2a.Call{Op: a2a.GetExtendedCard})

	mock := live
	mock.Agent = deck.mock(t, Options{FreshIDs: true, URL: "http://127.0.0.1:7999"})
	task, played := walkPhone(mock)
	checkPlayed(t, first, task, events, played)
	if got := mock.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; got.ID != task.ID || got.Status.State != a2a.Completed {
		t.Errorf("the task is %s %s", got.ID, got.Status.State)
	}
	if e := mock.Refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}); e.Name != a2a.TaskNotCancelable || e.Code != 9 {
		t.Errorf("%+v", e)
	}
	card := mock.Result(&a2a.Call{Op: a2a.GetExtendedCard}).Card
	for _, f := range card.Interfaces {
		if !strings.HasPrefix(strings.TrimPrefix(f.URL, "http://"), "127.0.0.1:7999") {
			t.Errorf("the mock's card leads to %s", f.URL)
		}
	}
	if e := mock.Refusal(&a2a.Call{Op: a2a.GetTask, TaskID: "other"}); e.Name != a2a.TaskNotFound {
		t.Errorf("what is not on record is %s: %s", e.Name, e.Message)
	}
}
