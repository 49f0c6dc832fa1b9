package agent

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func eachGRPC(t *testing.T, f func(t *testing.T, p peer.Client)) {
	for _, d := range dialect.All() {
		if d.GRPC != nil {
			t.Run(string(d.Version()), func(t *testing.T) {
				f(t, peer.Client{Binding: a2a.GRPC, T: t, Agent: newAgent(t, Options{PushBackoff: time.Millisecond}), Version: d.Version()})
			})
		}
	}
}

func TestGRPCOperations(t *testing.T) {
	eachGRPC(t, func(t *testing.T, p peer.Client) {
		task := p.Result(peer.NewCall(a2a.SendMessage, "tell me a joke")).Task
		if task == nil || task.Status.State != a2a.Completed || len(task.Artifacts) != 1 {
			t.Fatalf("the answer is %+v", task)
		}
		if same := p.Result(&a2a.Call{Op: a2a.GetTask, TaskID: task.ID}).Task; same.ID != task.ID {
			t.Errorf("got %+v", same)
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.CancelTask, TaskID: task.ID}); e.Name != a2a.TaskNotCancelable || e.Code != 9 {
			t.Errorf("canceling a finished task is %s, %d", e.Name, e.Code)
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.GetTask, TaskID: "nöne"}); e.Name != a2a.TaskNotFound || e.Code != 5 || !strings.Contains(e.Message, `"nöne"`) {
			t.Errorf("%s %d: %s", e.Name, e.Code, e.Message)
		}
		if card := p.Result(&a2a.Call{Op: a2a.GetExtendedCard}).Card; card == nil || len(card.Skills) == 0 || len(card.Interfaces) == 0 {
			t.Errorf("the extended card is %+v", card)
		}
		wait := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
		push := &a2a.PushConfig{ID: "p", URL: "http://127.0.0.1:9/hook", Token: "t", Schemes: []string{"Bearer"}, Credentials: "c"}
		if made := p.Result(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: wait.ID, PushID: "p", Push: push}).Push; made == nil || made.URL != push.URL {
			t.Errorf("%+v", made)
		}
		if got := p.Result(&a2a.Call{Op: a2a.GetPushConfig, TaskID: wait.ID, PushID: "p"}).Push; got == nil || got.ID != "p" || got.Token != "t" {
			t.Errorf("%+v", got)
		}
		if list := p.Result(&a2a.Call{Op: a2a.ListPushConfigs, TaskID: wait.ID}).Pushes; len(list) != 1 {
			t.Errorf("%+v", list)
		}
		if got := p.Readings(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: wait.ID, PushID: "p"}); len(got) != 1 || got[0].Kind != a2a.KindEmpty {
			t.Errorf("%+v", got)
		}
		if p.Version == a2a.V10 {
			if list := p.Result(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 1}}); len(list.Tasks) != 1 || list.Total != 2 || list.Next == "" {
				t.Errorf("%+v", list)
			}
		}
		if done := p.Result(&a2a.Call{Op: a2a.CancelTask, TaskID: wait.ID}).Task; done.Status.State != a2a.Canceled {
			t.Errorf("%+v", done)
		}
	})
}

func TestGRPCStreams(t *testing.T) {
	eachGRPC(t, func(t *testing.T, p peer.Client) {
		got := p.Readings(peer.NewCall(a2a.SendStreamingMessage, "slow 3 chunks every 1ms"))
		last := got[len(got)-1].Result
		if got[0].Kind != a2a.KindTask || last.Status == nil || last.Status.Status.State != a2a.Completed {
			t.Errorf("first %s, last %+v", got[0].Kind, last)
		}
		if e := p.Refusal(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: "none"}); e.Name != a2a.TaskNotFound {
			t.Errorf("%s", e.Name)
		}
	})
}

// TestGRPCRequests: a malformed request gets gRPC's status for it.
func TestGRPCRequests(t *testing.T) {
	p := peer.Client{Binding: a2a.GRPC, T: t, Agent: newAgent(t, Options{MaxBody: 10 << 10}), Version: a2a.V10}
	good := p.Request(&a2a.Call{Op: a2a.GetTask, TaskID: "x"})
	change := func(f func(h *dialect.HTTP)) dialect.HTTP {
		h := good
		h.Header = good.Header.Clone()
		h.Body = bytes.Clone(good.Body)
		f(&h)
		return h
	}
	pack := func(b []byte) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(b)
		w.Close()
		out := wire.AppendGRPC(nil, z.Bytes())
		out[0] = 1
		return out
	}
	for _, c := range []struct {
		name   string
		h      dialect.HTTP
		status string // grpc-status, or HTTP's
		says   string
	}{
		{"as it should be", good, "5", `no task "x"`},
		{"gzip", change(func(h *dialect.HTTP) { h.Header.Set("Grpc-Encoding", "gzip"); h.Body = pack(h.Body[5:]) }), "5", `no task "x"`},
		{"a gzip bomb", change(func(h *dialect.HTTP) { h.Header.Set("Grpc-Encoding", "gzip"); h.Body = pack(make([]byte, 1<<20)) }), "3", "at most"},
		{"snappy", change(func(h *dialect.HTTP) { h.Header.Set("Grpc-Encoding", "snappy"); h.Body[0] = 1 }), "12", "snappy"},
		{"no such method", change(func(h *dialect.HTTP) { h.URL = strings.Replace(h.URL, "GetTask", "Brew", 1) }), "12", "Brew"},
		{"no version", change(func(h *dialect.HTTP) { h.Header.Del("A2A-Version") }), "9", "names no version"},
		{"half a message", change(func(h *dialect.HTTP) { h.Body = h.Body[:6] }), "3", "one complete message"},
		{"no protobuf", change(func(h *dialect.HTTP) { h.Body = wire.AppendGRPC(nil, []byte{0xff}) }), "3", "byte 0"},
		{"nothing required", change(func(h *dialect.HTTP) { h.Body = wire.AppendGRPC(nil, nil) }), "3", "required"},
		{"odd deadline", change(func(h *dialect.HTTP) { h.Header.Set("Grpc-Timeout", "1 hour") }), "13", "eight digits"},
		{"too large", change(func(h *dialect.HTTP) { h.Body = wire.AppendGRPC(nil, make([]byte, 20<<10)) }), "3", "could not be read completely"},
		{"JSON", change(func(h *dialect.HTTP) { h.Header.Set("Content-Type", "application/json") }), "415", ""},
		{"GET", change(func(h *dialect.HTTP) { h.Method = "GET" }), "405", ""},
	} {
		w := p.Do(t.Context(), c.h)
		got := w.Header.Get("Grpc-Status")
		if w.StatusCode != 200 {
			got = http.StatusText(w.StatusCode)
			c.status = http.StatusText(map[string]int{"415": 415, "405": 405}[c.status])
		}
		if got != c.status || !strings.Contains(w.Header.Get("Grpc-Message"), strings.ReplaceAll(c.says, "%", "%25")) {
			t.Errorf("%s: %s %q, want %s %q", c.name, got, w.Header.Get("Grpc-Message"), c.status, c.says)
		}
	}
	r := httptest.NewRequest("POST", good.URL, bytes.NewReader(good.Body))
	r.Header = good.Header
	one := httptest.NewRecorder()
	p.Agent.ServeHTTP(one, r)
	if one.Code != http.StatusHTTPVersionNotSupported {
		t.Errorf("over HTTP/1 it answers %d", one.Code)
	}
}

// TestGRPCDeadline: a call ends at its deadline, with the status for it.
func TestGRPCDeadline(t *testing.T) {
	eachGRPC(t, func(t *testing.T, p peer.Client) {
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			h := p.Request(peer.NewCall(op, "slow 1000 chunks every 10s"))
			h.Header.Set("Grpc-Timeout", "50m")
			w := p.Do(t.Context(), h)
			if got := w.Header.Get("Grpc-Status") + w.Trailer.Get("Grpc-Status"); got != "4" {
				t.Errorf("%s: grpc-status %q", op, got)
			}
		}
	})
	for said, want := range map[string]time.Duration{"1H": time.Hour, "100m": 100 * time.Millisecond, "99999999H": 1000 * time.Hour, "7n": 7} {
		if got, ok := timeout(said); !ok || got != want {
			t.Errorf("%s is %v", said, got)
		}
	}
}
