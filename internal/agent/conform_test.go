package agent

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// examined runs f for every version with kits in each of its bindings, each in its own synctest bubble,
// with an agent in the profile.
func examined(t *testing.T, f func(t *testing.T, p peer.Client)) {
	for _, d := range dialect.All() {
		if len(d.Kits) == 0 {
			continue
		}
		for _, b := range dialect.Bindings(d.Version()) {
			t.Run(fmt.Sprint(d.Version(), " ", b), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f(t, peer.Client{T: t, Agent: newAgent(t, Options{Conformance: Kits()[0]}), Version: d.Version(), Binding: b})
				})
			})
		}
	}
}

// withID is a call with a message whose id begins with prefix.
func withID(op a2a.Operation, prefix, task string) *a2a.Call {
	c := peer.NewCall(op, "Hello from TCK!")
	c.Message.ID, c.Message.TaskID = prefix+"-0a1b2c3d", task
	return c
}

// shown is a part in brief.
func shown(p a2a.Part) string {
	switch p.Kind {
	case a2a.FilePart:
		return fmt.Sprintf("%s %s %s%s", p.Filename, p.MediaType, p.URL, p.Bytes)
	case a2a.DataPart:
		var v any
		_ = json.Unmarshal(p.Data, &v)
		b, _ := json.Marshal(v)
		return string(b)
	}
	return p.Text
}

// outcome is a result in brief: the message, or the task's state, message and artifacts.
func outcome(r *a2a.Result) string {
	if r.Message != nil {
		return "message: " + shown(r.Message.Parts[0])
	}
	out := r.Task.Status.State.Word()
	if m := r.Task.Status.Message; m != nil {
		out += ": " + shown(m.Parts[0])
	}
	for _, f := range r.Task.Artifacts {
		for _, p := range f.Parts {
			out += " [" + shown(p) + "]"
		}
	}
	return out
}

// TestScenarios: the prefix of a message's id decides, in each binding of every version with kits.
func TestScenarios(t *testing.T) {
	const task, bring = "task submitted, working, ", "task submitted, working, artifact, completed"
	for _, tt := range []struct{ prefix, answer, events string }{
		{"tck-complete-task", "completed: Hello from TCK", task + "completed"},
		{"tck-delayed-complete", "completed: Done after delay", task + "completed"},
		{"tck-artifact-text", "completed [Generated text content]", bring},
		{"tck-artifact-file", "completed [output.txt text/plain tck]", bring},
		{"tck-artifact-file-url", "completed [output.txt text/plain https://example.com/output.txt]", bring},
		{"tck-artifact-data", `completed [{"count":42,"key":"value"}]`, bring},
		{"tck-message-response", "message: Direct message response", "message"},
		{"tck-input-required", "input required: Send another message on this task.", task + "input required"},
		{"tck-auth-required", "auth required: Sign in, then send another message on this task.", task + "auth required"},
		{"tck-reject-task", "rejected: rejected", task + "rejected"},
		{"tck-stream-001", "completed [Stream hello from TCK]", bring},
		{"tck-stream-002", "completed", task + "completed"},
		{"tck-stream-003", "completed [Stream task lifecycle]", bring},
		{"tck-stream-ordering-001", "completed [Ordered output]", bring},
		{"tck-stream-artifact-text", "completed [Streamed text content]", bring},
		{"tck-stream-artifact-file", "completed [output.txt text/plain tck]", bring},
		{"tck-stream-artifact-chunked", "completed [chunk-1 ] [chunk-2]", task + "artifact, +, completed"},
		{"test-resubscribe-message-id", "completed", task + "working, working, working, completed"},
	} {
		t.Run(tt.prefix, func(t *testing.T) {
			examined(t, func(t *testing.T, p peer.Client) {
				if got := outcome(p.Result(withID(a2a.SendMessage, tt.prefix, ""))); got != tt.answer {
					t.Errorf("answered %q, want %q", got, tt.answer)
				}
				var events []*a2a.Result
				for _, r := range p.Readings(withID(a2a.SendStreamingMessage, tt.prefix, "")) {
					events = append(events, r.Result)
				}
				if got := tale(events); got != tt.events {
					t.Errorf("streamed %q, want %q", got, tt.events)
				}
			})
		})
	}
	if n := len(conformance.Scenarios()); n != 18 {
		t.Errorf("there are %d scenarios, 18 are tested", n)
	}
}

// TestResubscribe: the task of the scenario for resubscribing works four seconds.
func TestResubscribe(t *testing.T) {
	examined(t, func(t *testing.T, p peer.Client) {
		began := time.Now()
		p.Readings(withID(a2a.SendStreamingMessage, "test-resubscribe-message-id", ""))
		if d := time.Since(began); d != 4*time.Second {
			t.Errorf("it took %v", d)
		}
	})
}

// TestInterruptedScenarios: a waiting task stays open, and continues as the id of the next message says.
func TestInterruptedScenarios(t *testing.T) {
	examined(t, func(t *testing.T, p peer.Client) {
		for _, first := range []string{"tck-input-required", "tck-auth-required"} {
			for next, want := range map[string]string{
				"tck-complete-task": "completed: Hello from TCK", "tck-infer-ctx": "completed: Continued", "tck-message-response": "completed: Continued",
				"tck-artifact-text": "completed [Generated text content]",
			} {
				id := p.Result(withID(a2a.SendMessage, first, "")).Task.ID
				time.Sleep(time.Hour)
				all := 10
				c := withID(a2a.SendMessage, next, id)
				c.HistoryLength = &all // sends a configuration, which then has blocking set
				if got := p.Result(c); outcome(got) != want || got.Task.ID != id {
					t.Errorf("%s, then %s: %s, want %s", first, next, outcome(got), want)
				}
			}
			id := p.Result(withID(a2a.SendMessage, first, "")).Task.ID
			if got := p.Result(&a2a.Call{Op: a2a.CancelTask, TaskID: id}).Task.Status.State; got != a2a.Canceled {
				t.Errorf("%s, then canceled: %s", first, got)
			}
		}
	})
}

// openly is a call in 0.3 that does not wait.
func openly(p peer.Client, id, task string) *a2a.Call {
	c := withID(a2a.SendMessage, id, task)
	c.ReturnImmediately = p.Binding != a2a.JSONRPC // JSON-RPC may leave it out
	return c
}

// TestOpenTasks: a plain task of 0.3 works for two seconds if nobody waits, can be canceled, and accepts
// messages.
func TestOpenTasks(t *testing.T) {
	examined(t, func(t *testing.T, p peer.Client) {
		if p.Version != a2a.V03 {
			return
		}
		state := func(id string) a2a.State {
			return p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: id}).Task.Status.State
		}
		began := time.Now()
		task := p.Result(openly(p, "text-message-id", "")).Task
		synctest.Wait()
		if d := time.Since(began); d != 0 || state(task.ID) != a2a.Working {
			t.Fatalf("after %v it is %s", d, state(task.ID))
		}
		time.Sleep(1500 * time.Millisecond)
		if again := p.Result(openly(p, "continuation-message-id", task.ID)).Task; again.ID != task.ID || again.Status.State.Terminal() {
			t.Errorf("the next message: %+v", again)
		}
		time.Sleep(1900 * time.Millisecond)
		if got := state(task.ID); got != a2a.Working {
			t.Errorf("1.9 s after the last message it is %s", got)
		}
		time.Sleep(200 * time.Millisecond)
		done := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task
		if done.Status.State != a2a.Completed || len(done.Artifacts) != 1 || len(done.History) != 2 {
			t.Errorf("in the end: %+v", done)
		}
		canceled := p.Result(openly(p, "cancel-test-message-id", "")).Task.ID
		if got := p.Result(&a2a.Call{Op: a2a.CancelTask, TaskID: canceled}).Task.Status.State; got != a2a.Canceled {
			t.Errorf("canceled: %s", got)
		}
		refused(p, &a2a.Call{Op: a2a.CancelTask, TaskID: canceled}, a2a.TaskNotCancelable)
	})
}

// TestWaitingForPlainTasks: a blocking call returns the finished task, and a stream does not take two
// seconds.
func TestWaitingForPlainTasks(t *testing.T) {
	examined(t, func(t *testing.T, p peer.Client) {
		began, one := time.Now(), 1
		c := withID(a2a.SendMessage, "text-message-id", "")
		c.HistoryLength = &one // sends a configuration, which then has blocking set
		if r := p.Result(c); p.Version == a2a.V03 && (r.Task == nil || r.Task.Status.State != a2a.Completed) {
			t.Errorf("%+v", r)
		}
		p.Readings(withID(a2a.SendStreamingMessage, "stream-message-id", ""))
		if d := time.Since(began); d != 0 {
			t.Errorf("it took %v", d)
		}
	})
}
