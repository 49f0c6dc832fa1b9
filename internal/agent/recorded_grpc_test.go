package agent

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestRecordedGRPC plays a conversation over gRPC to a client that goes the same
// way with ids of its own: messages, statuses and the card's addresses.
func TestRecordedGRPC(t *testing.T) {
	eachGRPC(t, func(t *testing.T, p grpcPeer) {
		deck := newDeck()
		live := p
		live.agent = deck.record(p.agent)
		first, events := walkPhone(live)
		live.result(&a2a.Call{Op: a2a.GetTask, TaskID: first.ID})
		live.refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: first.ID})
		live.result(&a2a.Call{Op: a2a.GetExtendedCard})

		mock := p
		mock.agent = deck.mock(t, RecordedOptions{FreshIDs: true, URL: "http://127.0.0.1:7999"})
		task, played := walkPhone(mock)
		checkPlayed(t, first, task, events, played)
		if got := mock.result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; got.ID != task.ID || got.Status.State != a2a.Completed {
			t.Errorf("the task is %s %s", got.ID, got.Status.State)
		}
		if e := mock.refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}); e.Name != a2a.TaskNotCancelable || e.Code != 9 {
			t.Errorf("%+v", e)
		}
		card := mock.result(&a2a.Call{Op: a2a.GetExtendedCard}).Card
		for _, f := range card.Interfaces {
			if !strings.HasPrefix(strings.TrimPrefix(f.URL, "http://"), "127.0.0.1:7999") {
				t.Errorf("the mock's card leads to %s", f.URL)
			}
		}
		if e := mock.refusal(&a2a.Call{Op: a2a.GetTask, TaskID: "other"}); e.Name != a2a.TaskNotFound {
			t.Errorf("what is not on record is %s: %s", e.Name, e.Message)
		}
	})
}
