package agent

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// everywhere runs f for every version in each of its bindings, each with a new agent.
func everywhere(t *testing.T, o Options, f func(t *testing.T, p peer.Client)) {
	for _, d := range dialect.All() {
		for _, b := range dialect.Bindings(d.Version()) {
			t.Run(fmt.Sprint(d.Version(), " ", b), func(t *testing.T) {
				f(t, peer.Client{T: t, Agent: newAgent(t, o), Version: d.Version(), Binding: b})
			})
		}
	}
}

// speaks reports whether a version has an operation in a binding.
func speaks(p peer.Client, op a2a.Operation) bool {
	v := versionOf(p.Version)
	d, ok := v.DialectOf(p.Binding)
	if !ok {
		return false
	}
	_, ok = d.Method(op)
	return ok
}

// saying is a call with a text, for an existing task, or for a new one if task is "".
func saying(p peer.Client, op a2a.Operation, task, text string) *a2a.Call {
	c := peer.NewCall(op, text)
	if behaviour(p.Version).ClientIDs {
		if c.TaskID = task; task == "" {
			c.TaskID = "made-by-client"
		}
		return c
	}
	c.Message.TaskID = task
	return c
}

// refused checks the error of a call; "" means success. Over gRPC in 0.3, errors have only numbers.
func refused(p peer.Client, c *a2a.Call, want a2a.ErrorName) {
	p.T.Helper()
	got := p.Readings(c)
	switch {
	case len(got) != 1 || got[0].Error == nil:
		if want != "" {
			p.T.Errorf("%s is not refused with %s: %+v", c.Op, want, got)
		}
	case p.Binding == a2a.GRPC && !versionOf(p.Version).GRPC.ErrorInfo && want != "":
		d, _ := versionOf(p.Version).DialectOf(p.Binding)
		if number := fmt.Sprint(got[0].Error.Code); number != grpc.Trailer(d, &a2a.Error{Name: want}).Get("Grpc-Status") {
			p.T.Errorf("%s is refused with the status %s, which is not that of %s", c.Op, number, want)
		}
	case got[0].Error.Name != want:
		p.T.Errorf("%s is refused with %s, want %q", c.Op, got[0].Error.Name, want)
	}
}

// TestUnknownTask: every operation on a task that does not exist says so.
func TestUnknownTask(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		hook := &a2a.PushConfig{ID: "h", TaskID: "none", URL: "http://127.0.0.1:1/"}
		for _, c := range []*a2a.Call{
			{Op: a2a.GetTask, TaskID: "none"}, {Op: a2a.CancelTask, TaskID: "none"}, {Op: a2a.SubscribeToTask, TaskID: "none"},
			{Op: a2a.CreatePushConfig, TaskID: "none", PushID: "h", Push: hook}, {Op: a2a.GetPushConfig, TaskID: "none", PushID: "h"},
			{Op: a2a.ListPushConfigs, TaskID: "none"}, {Op: a2a.DeletePushConfig, TaskID: "none", PushID: "h"},
		} {
			if speaks(p, c.Op) {
				refused(p, c, a2a.TaskNotFound)
			}
		}
		if behaviour(p.Version).ClientIDs {
			return // a message to an unknown task creates it
		}
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			refused(p, saying(p, op, "none", "tell me a joke"), a2a.TaskNotFound)
		}
	})
}

// TestFinishedTask: a finished task cannot be canceled, sent to or subscribed to; 0.1 reopens it, and
// sends a subscriber its state.
func TestFinishedTask(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		task := p.Result(saying(p, a2a.SendMessage, "", "tell me a joke")).Task
		refused(p, &a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}, a2a.TaskNotCancelable)
		want := a2a.UnsupportedOperation
		if behaviour(p.Version).Reopens {
			want = ""
		}
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			refused(p, saying(p, op, task.ID, "tell me a joke"), want)
		}
		refused(p, &a2a.Call{Op: a2a.SubscribeToTask, TaskID: task.ID}, want)
		if got := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task.Status.State; got != a2a.Completed {
			t.Errorf("it is %s now", got)
		}
	})
}

// TestContexts: the agent keeps a client's context, creates one if the client names none, and refuses the
// context of another task.
func TestContexts(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		made := p.Result(saying(p, a2a.SendMessage, "", "tell me a joke")).Task
		if made.ContextID == "" {
			t.Error("there is no context")
		}
		c := saying(p, a2a.SendMessage, "", "request a new phone for me")
		if c.Message.ContextID = "mine"; c.TaskID != "" {
			c.TaskID = "another"
		}
		kept := p.Result(c).Task
		if kept.ContextID != "mine" {
			t.Errorf("the client's context became %q", kept.ContextID)
		}
		c = saying(p, a2a.SendMessage, kept.ID, "Android")
		c.Message.ContextID = made.ContextID
		refused(p, c, a2a.InvalidParams)
		if got := p.Result(saying(p, a2a.SendMessage, kept.ID, "Android")).Task; got.ID != kept.ID || got.ContextID != "mine" {
			t.Errorf("without a context it goes to %+v", got)
		}
	})
}

// TestHistoryEverywhere: as many messages as requested, the newest ones, and none for 0 where 0 differs
// from unset.
func TestHistoryEverywhere(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		task := p.Result(saying(p, a2a.SendMessage, "", "request a new phone for me")).Task
		p.Result(saying(p, a2a.SendMessage, task.ID, "Android"))
		unset := 3
		if !behaviour(p.Version).History {
			unset = 0
		}
		zero := 0
		if p.Binding != a2a.JSONRPC && !behaviour(p.Version).Rejoins {
			zero = unset // the protobuf of 0.3 cannot leave a number unset
		}
		for asked, want := range map[int]int{-1: unset, 0: zero, 1: 1, 2: 2, 99: 3} {
			c := &a2a.Call{Op: a2a.GetTask, TaskID: task.ID}
			if asked >= 0 {
				c.HistoryLength = &asked
			}
			h := p.Result(c).Task.History
			if len(h) != want {
				t.Errorf("%d asked for, %d come, want %d", asked, len(h), want)
			}
			if want > 0 && len(h) > 0 && h[len(h)-1].Parts[0].Text != "Android" {
				t.Errorf("%d asked for: the last is %q", asked, h[len(h)-1].Parts[0].Text)
			}
		}
	})
}

// TestWaiting: a call returns when its task is finished, or at once if the client does not wait.
func TestWaiting(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		synctest.Test(t, func(t *testing.T) {
			p.T, p.Agent = t, newAgent(t, Options{})
			if got := p.Result(saying(p, a2a.SendMessage, "", "slow 2 every 1s")).Task.Status.State; got != a2a.Completed {
				t.Errorf("waiting: %s", got)
			}
			if behaviour(p.Version).ClientIDs {
				return // 0.1 does not have this choice
			}
			c := saying(p, a2a.SendMessage, "", "slow 2 every 1s")
			c.ReturnImmediately = true
			task := p.Result(c).Task
			if task.Status.State.Terminal() {
				t.Errorf("at once: %s", task.Status.State)
			}
			time.Sleep(2 * time.Second)
			if got := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task.Status.State; got != a2a.Completed {
				t.Errorf("later: %s", got)
			}
		})
	})
}

// TestListsEverywhere: newest status first, in disjoint and complete pages, filtered, without artifacts
// unless requested; a wrong size is refused.
func TestListsEverywhere(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		if !speaks(p, a2a.ListTasks) || p.Binding == a2a.GRPC && !behaviour(p.Version).Rejoins {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			p.T, p.Agent = t, newAgent(t, Options{})
			var newest []string
			for i := range 5 {
				text := []string{"tell me a joke", "request a new phone for me"}[i%2]
				c := saying(p, a2a.SendMessage, "", text)
				c.Message.ContextID = fmt.Sprint("context-", i%3)
				newest = slices.Insert(newest, 0, p.Result(c).Task.ID)
				time.Sleep(time.Second)
			}
			var got []string
			for q := (a2a.ListQuery{PageSize: 2}); ; {
				page := p.Result(&a2a.Call{Op: a2a.ListTasks, List: &q})
				for _, one := range page.Tasks {
					if got = append(got, one.ID); len(one.Artifacts) > 0 {
						t.Error("artifacts come unasked")
					}
				}
				if page.Total != len(newest) && behaviour(p.Version).Rejoins || len(page.Tasks) > 2 {
					t.Errorf("a page of %d, total %d", len(page.Tasks), page.Total)
				}
				if q.PageToken = page.Next; page.Next == "" {
					break
				}
			}
			if !slices.Equal(got, newest) {
				t.Errorf("listed %v\nwant   %v", got, newest)
			}
			for want, q := range map[int]a2a.ListQuery{2: {State: a2a.InputRequired}, 0: {ContextID: "nowhere"}, 1: {ContextID: "context-2"}} {
				if page := p.Result(&a2a.Call{Op: a2a.ListTasks, List: &q}); len(page.Tasks) != want {
					t.Errorf("%+v: %d tasks, want %d", q, len(page.Tasks), want)
				}
			}
			asked := p.Result(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{IncludeArtifacts: true, State: a2a.Completed}})
			if len(asked.Tasks) != 3 || len(asked.Tasks[0].Artifacts) != 1 {
				t.Errorf("artifacts asked for: %+v", asked.Tasks)
			}
			res := p.Do(t.Context(), p.Request(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 101}}))
			body, _ := io.ReadAll(res.Body)
			if said := res.Header.Get("Grpc-Message") + string(body); !strings.Contains(said, "from 1 to 100") {
				t.Errorf("a page of 101: HTTP %d %s", res.StatusCode, said)
			}
		})
	})
}

// TestNotDeclared: the agent refuses what its card does not offer, in every binding.
func TestNotDeclared(t *testing.T) {
	everywhere(t, Options{DisabledCapabilities: OptionalCapabilities()}, func(t *testing.T, p peer.Client) {
		task := p.Result(saying(p, a2a.SendMessage, "", "tell me a joke")).Task
		hook := &a2a.PushConfig{ID: "h", TaskID: task.ID, URL: "http://127.0.0.1:1/"}
		extended := a2a.ExtendedCardNotConfigured
		if behaviour(p.Version).Offers {
			extended = a2a.UnsupportedOperation
		}
		for _, c := range []struct {
			call *a2a.Call
			want a2a.ErrorName
		}{
			{saying(p, a2a.SendStreamingMessage, "", "tell me a joke"), a2a.UnsupportedOperation},
			{&a2a.Call{Op: a2a.SubscribeToTask, TaskID: task.ID}, a2a.UnsupportedOperation},
			{&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, PushID: "h", Push: hook}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.GetPushConfig, TaskID: task.ID, PushID: "h"}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.ListPushConfigs, TaskID: task.ID}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.DeletePushConfig, TaskID: task.ID, PushID: "h"}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.GetExtendedCard}, extended},
		} {
			if !speaks(p, c.call.Op) {
				continue
			}
			refused(p, c.call, c.want)
		}
	})
}

// TestOutputModesEverywhere: a client that accepts none of a skill's output modes gets an error.
func TestOutputModesEverywhere(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		if behaviour(p.Version).ClientIDs {
			return // the schema of 0.1 has no such member
		}
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			c := saying(p, op, "", "tell me a joke")
			c.AcceptedOutputModes = []string{"video/mp4"}
			refused(p, c, a2a.ContentTypeNotSupported)
		}
	})
}

// TestRequiredExtension: without an extension that the card requires, messages are refused; other calls
// work.
func TestRequiredExtension(t *testing.T) {
	everywhere(t, Options{RequireExtension: true}, func(t *testing.T, p peer.Client) {
		if !behaviour(p.Version).Extensions {
			return
		}
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			e := p.Refusal(saying(p, op, "", "tell me a joke"))
			if d, _ := versionOf(p.Version).DialectOf(p.Binding); d.ErrorCode(e.Name) != d.ErrorCode(a2a.ExtensionSupportRequired) {
				t.Errorf("%s is refused with %s", op, e.Name)
			}
		}
		refused(p, &a2a.Call{Op: a2a.GetTask, TaskID: "none"}, a2a.TaskNotFound)
		c := saying(p, a2a.SendMessage, "", "tell me a joke")
		c.Extensions = []string{timestamps}
		if got := p.Result(c).Task; got == nil || got.Status.State != a2a.Completed {
			t.Errorf("with the extension: %+v", got)
		}
	})
}

// TestUnknownVersion: an unknown version is refused before anything is done.
func TestUnknownVersion(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		h := p.Request(saying(p, a2a.SendMessage, "", "tell me a joke"))
		h.Header.Set("A2A-Version", "99.0")
		res := p.Do(t.Context(), h)
		body, _ := io.ReadAll(res.Body)
		said := fmt.Sprint(res.Header, string(body))
		if res.StatusCode == 200 && p.Binding == a2a.REST || !strings.Contains(said, "99.0") {
			t.Errorf("HTTP %d %s", res.StatusCode, said)
		}
		if n := len(p.Agent.(*Agent).store.all()); n != 0 {
			t.Errorf("%d tasks were made", n)
		}
	})
}

// TestDeleteTwice: a deleted configuration is gone, and deleting it again is no error.
func TestDeleteTwice(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		if !speaks(p, a2a.DeletePushConfig) {
			return
		}
		task := p.Result(saying(p, a2a.SendMessage, "", "tell me a joke")).Task
		p.Result(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, PushID: "h", Push: &a2a.PushConfig{ID: "h", TaskID: task.ID, URL: "http://127.0.0.1:1/"}})
		for range 2 {
			refused(p, &a2a.Call{Op: a2a.DeletePushConfig, TaskID: task.ID, PushID: "h"}, "")
		}
		refused(p, &a2a.Call{Op: a2a.GetPushConfig, TaskID: task.ID, PushID: "h"}, a2a.TaskNotFound)
	})
}
