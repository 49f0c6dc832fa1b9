package agent

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// eachREST runs f for every version that has HTTP+JSON.
func eachREST(t *testing.T, f func(t *testing.T, p peer.Client)) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		t.Run(string(v), func(t *testing.T) {
			f(t, peer.Client{Binding: a2a.REST, T: t, Agent: newAgent(t, Options{PushBackoff: time.Millisecond}), Version: v})
		})
	}
}

func TestRESTOperations(t *testing.T) {
	eachREST(t, func(t *testing.T, p peer.Client) {
		task := p.Result(peer.NewCall(a2a.SendMessage, "tell me a joke")).Task
		if task == nil || task.Status.State != a2a.Completed || len(task.Artifacts) != 1 || len(task.History) == 0 {
			t.Fatalf("the answer is %+v", task)
		}
		same := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task
		if same.ID != task.ID || len(same.History) != len(task.History) {
			t.Errorf("got %+v", same)
		}
		one := 1
		if short := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID, HistoryLength: &one}).Task; len(short.History) != 1 {
			t.Errorf("with historyLength 1 there are %d messages", len(short.History))
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}); e.Name != a2a.TaskNotCancelable {
			t.Errorf("canceling a finished task is %s", e.Name)
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.GetTask, TaskID: "a/b:cancel?c"}); e.Name != a2a.TaskNotFound || !strings.Contains(e.Message, `"a/b:cancel?c"`) {
			t.Errorf("%s: %s", e.Name, e.Message)
		}
		if card := p.Result(&a2a.Call{Op: a2a.GetExtendedCard}).Card; card == nil || len(card.Skills) == 0 {
			t.Errorf("the extended card is %+v", card)
		}
	})
}

func TestRESTStreams(t *testing.T) {
	eachREST(t, func(t *testing.T, p peer.Client) {
		got := p.Readings(peer.NewCall(a2a.SendStreamingMessage, "slow 3 chunks every 1ms"))
		last := got[len(got)-1].Result
		if got[0].Kind != a2a.KindTask || last.Status == nil || last.Status.Status.State != a2a.Completed {
			t.Errorf("first %s, last %+v", got[0].Kind, last)
		}
		wait := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
		if wait.Status.State.Terminal() {
			t.Fatalf("the task is %s", wait.Status.State)
		}
		h := p.Request(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: wait.ID})
		other, ok := rest.Retry(h)
		if !ok || other.Method != http.MethodGet {
			t.Fatalf("the other way to subscribe is %s %s", other.Method, other.URL)
		}
		for _, h := range []dialect.HTTP{h, other} {
			if e := p.Subscribed(h); !strings.HasPrefix(e, "data: {") || !strings.Contains(e, wait.ID) {
				t.Error(e)
			}
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: "none"}); e.Name != a2a.TaskNotFound {
			t.Errorf("%s", e.Name)
		}
	})
}

func TestRESTListsTasks(t *testing.T) {
	eachREST(t, func(t *testing.T, p peer.Client) {
		for range 3 {
			p.Result(peer.NewCall(a2a.SendMessage, "tell me a joke"))
		}
		call := &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 2, State: a2a.Completed, IncludeArtifacts: true}}
		first := p.Result(call)
		if len(first.Tasks) != 2 || first.Next == "" || len(first.Tasks[0].Artifacts) == 0 {
			t.Fatalf("%d tasks, next %q", len(first.Tasks), first.Next)
		}
		call.List.PageToken, call.List.IncludeArtifacts = first.Next, false
		rest := p.Result(call)
		if len(rest.Tasks) != 1 || rest.Next != "" || rest.Tasks[0].Artifacts != nil {
			t.Errorf("%d tasks, next %q", len(rest.Tasks), rest.Next)
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageToken: "nonsense"}}); e.Name != a2a.InvalidParams {
			t.Errorf("a bad page token is %s", e.Name)
		}
		none := p.Result(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{State: a2a.Failed}})
		if len(none.Tasks) != 0 {
			t.Errorf("%d failed tasks", len(none.Tasks))
		}
	})
}

func TestRESTPushConfigs(t *testing.T) {
	eachREST(t, func(t *testing.T, p peer.Client) {
		task := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
		config := &a2a.PushConfig{ID: "c/1", TaskID: task.ID, URL: "http://127.0.0.1:9/hook", Token: "t"}
		made := p.Result(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, Push: config}).Push
		if made == nil || made.ID != "c/1" || made.TaskID != task.ID || made.URL != config.URL {
			t.Fatalf("made %+v", made)
		}
		got := p.Result(&a2a.Call{Op: a2a.GetPushConfig, TaskID: task.ID, PushID: "c/1"}).Push
		if got == nil || got.URL != config.URL {
			t.Errorf("got %+v", got)
		}
		if list := p.Result(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: task.ID}).Pushes; len(list) != 1 {
			t.Errorf("listed %+v", list)
		}
		p.Result(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: task.ID, PushID: "c/1"})
		if list := p.Result(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: task.ID}).Pushes; len(list) != 0 {
			t.Errorf("after the delete %+v", list)
		}
	})
}

func TestRESTTenant(t *testing.T) {
	p := peer.Client{Binding: a2a.REST, T: t, Agent: newAgent(t, Options{}), Version: a2a.V10, Tenant: "acme/eu"}
	h := p.Request(&a2a.Call{Op: a2a.GetTask, TaskID: "x"})
	if h.URL != "http://127.0.0.1:7430/rest/v1.0/acme%2Feu/tasks/x" {
		t.Errorf("the address is %s", h.URL)
	}
	if task := p.Result(peer.NewCall(a2a.SendMessage, "tell me a joke")).Task; task == nil {
		t.Error("no task")
	}
}

// TestRESTStatus checks the statuses and bodies of errors.
func TestRESTStatus(t *testing.T) {
	const v10, v03 = "/rest/v1.0", "/rest/v0.3"
	say := `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}],"taskId":"none"}}`
	for _, tt := range []struct {
		method, path, body string
		header             []string
		status             int
		want               string
	}{
		{"GET", v10 + "/tasks/none", "", nil, 400, "VERSION_NOT_SUPPORTED"},
		{"GET", v10 + "/tasks/none?A2A-Version=1.0", "", nil, 404, `"status":"NOT_FOUND"`},
		{"GET", v10 + "/tasks/none", "", []string{"A2A-Version", "9.9"}, 400, `"domain":"a2a-protocol.org"`},
		{"POST", v10 + "/message:send?A2A-Version=1.0", "{", nil, 400, "INVALID_ARGUMENT"},
		{"POST", v10 + "/message:send?A2A-Version=1.0", "[]", nil, 400, "INVALID_ARGUMENT"},
		{"POST", v10 + "/message:send?A2A-Version=1.0", "{}", nil, 400, `"field":"message"`},
		{"POST", v10 + "/message:send?A2A-Version=1.0", say, nil, 404, "TASK_NOT_FOUND"},
		{"POST", v10 + "/message:send?A2A-Version=1.0", say, []string{"Content-Type", "text/plain"}, 415, `"code":415`},
		{"GET", v10 + "/message:send", "", nil, 405, `"code":405`},
		{"GET", v10 + "/tasks?A2A-Version=1.0&pageSize=1000", "", nil, 400, `"field":"pageSize"`},
		{"GET", v10 + "/tasks?A2A-Version=1.0&pageSize=many", "", nil, 400, `"field":"pageSize"`},
		{"GET", v10 + "/a/b/tasks", "", nil, 404, "A2A 1.0 has no method at"},
		{"GET", v03 + "/v1/tasks/none", "", nil, 404, `{"code":-32001,"message":"`},
		{"GET", v03 + "/tasks/none", "", nil, 404, "A2A 0.3 has no method at"},
		{"POST", v03 + "/v1/tasks/none:cancel", "", nil, 404, "-32001"},
		{"POST", v03 + "/v1/tasks/none:cancel", "null", nil, 404, "-32001"},
	} {
		a := newAgent(t, Options{})
		r := httptest.NewRequest(tt.method, "http://127.0.0.1:7430"+tt.path, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(tt.header); i += 2 {
			r.Header.Set(tt.header[i], tt.header[i+1])
		}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s %s: %d %s, want %d with %s", tt.method, tt.path, tt.body, w.Code, w.Body, tt.status, tt.want)
		}
	}
}
