package agent

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
)

// TestRecordedGRPC plays a conversation over gRPC to a client that goes the same
// way with ids of its own: messages, statuses and the card's addresses.
func TestRecordedGRPC(t *testing.T) {
	eachGRPC(t, func(t *testing.T, p grpcPeer) {
		deck := newDeck()
		live := p
		live.agent = deck.record(p.agent)
		first := live.result(restSay(a2a.SendMessage, "request a new phone for me")).Task
		answer := restSay(a2a.SendStreamingMessage, "Android")
		answer.Message.TaskID = first.ID
		events := live.readings(answer)
		live.result(&a2a.Call{Op: a2a.GetTask, TaskID: first.ID})
		live.refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: first.ID})
		live.result(&a2a.Call{Op: a2a.GetExtendedCard})

		mock := p
		mock.agent = deck.mock(t, RecordedOptions{FreshIDs: true, URL: "http://127.0.0.1:7999"})
		task := mock.result(restSay(a2a.SendMessage, "request a new phone for me")).Task
		if task.ID == first.ID || !strings.HasPrefix(task.ID, "fresh-") || task.Status.State != first.Status.State {
			t.Fatalf("the mock's task is %s %s", task.ID, task.Status.State)
		}
		again := restSay(a2a.SendStreamingMessage, "Android")
		again.Message.TaskID = task.ID
		played := mock.readings(again)
		if len(played) != len(events) {
			t.Errorf("%d events, %d on record", len(played), len(events))
		}
		for i, e := range played {
			if strings.Contains(string(e.Lenient), first.ID) {
				t.Errorf("event %d has the recorded task: %s", i, e.Lenient)
			}
		}
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
