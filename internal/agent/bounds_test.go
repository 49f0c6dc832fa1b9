package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestMemberNamesHaveACase: JSON member names are case-sensitive, including JSON-RPC's.
func TestMemberNamesHaveACase(t *testing.T) {
	a := newAgent(t, Options{})
	for body, code := range map[string]int{
		`{"jsonrpc":"2.0","id":1,"Method":"tasks/get","params":{"id":"x"}}`:      -32600,
		`{"JSONRPC":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`:        -32600,
		`{"jsonrpc":"2.0","id":1,"ID":2,"method":"tasks/get","params":{"id":3}}`: -32602,
	} {
		var r response
		if err := json.Unmarshal(post(a, "/", body, "A2A-Version", "1.0").Body.Bytes(), &r); err != nil || r.Error == nil || r.Error.Code != code || string(r.ID) != "1" {
			t.Errorf("%s: id %s, %+v, %v", body, r.ID, r.Error, err)
		}
	}
}

// TestBadParamsNameTheFields: 1.0 §9.5 requires them as a google.rpc.BadRequest.
func TestBadParamsNameTheFields(t *testing.T) {
	a := newAgent(t, Options{})
	got := post(a, "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x","historyLength":-1}}`, "A2A-Version", "1.0").Body.String()
	want := `"data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"historyLength","description":"historyLength is -1; it must not be negative."}]}]}}`
	if !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant at its end %s", got, want)
	}
}

// 1.0 refuses bytes that are not base64; earlier versions do not, because examples of their
// specifications have them. A field is named once, however much is wrong with it.
func TestBadBytesAndFields(t *testing.T) {
	a := newAgent(t, Options{})
	const modern, older = `"role":"ROLE_USER","parts":[{"raw":"<bytes>"}]`, `"kind":"message","role":"user","parts":[{"kind":"file","file":{"bytes":"<bytes>"}}]`
	for _, c := range []struct{ path, method, params, want string }{
		{"/v1.0", "SendMessage", `{"message":{"messageId":"m",` + modern + `}}`, `"field":"message.parts[0]"`},
		{"/v0.3", "message/send", `{"message":{"messageId":"m",` + older + `}}`, `"state":"completed"`},
		{"/v1.0", "ListTasks", `{"pageToken":"?"}`, `"field":"pageToken"`},
		{"/v1.0", "ListTasks", `{"status":99}`, `"fieldViolations":[{"field":"status","description":"No version has the state 99."}]`},
	} {
		got := post(a, c.path, `{"jsonrpc":"2.0","id":1,"method":"`+c.method+`","params":`+c.params+`}`, "A2A-Version", strings.TrimPrefix(c.path, "/v")).Body.String()
		if !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s\nwant in it %s", c.method, c.params, got, c.want)
		}
	}
}

// TestHooksAreBounded: messages may not pile up push configurations on a task, but may replace one.
func TestHooksAreBounded(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		if behaviour(d.Version()).ClientIDs {
			return // it has one configuration for each task
		}
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.send(a2a.SendMessage, "", words("request a new phone for me"))).Task
		ask := func(id string) a2a.ErrorName {
			c := p.send(a2a.SendMessage, task.ID, words("a brick"))
			c.Push = &a2a.PushConfig{ID: id, URL: "http://127.0.0.1:9/"}
			_, e := p.do(c)
			return e
		}
		for i := range maxHooks {
			if e := ask(fmt.Sprint("hook", i)); e != "" {
				t.Fatalf("configuration %d: %s", i, e)
			}
		}
		if e := ask("one too many"); e != a2a.InvalidParams {
			t.Errorf("one too many: %q", e)
		}
		if e := ask("hook3"); e != "" {
			t.Errorf("in place of another: %s", e)
		}
		if _, e := p.do(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, Push: &a2a.PushConfig{ID: "hook4", URL: "http://127.0.0.1:9/"}}); e != "" {
			t.Errorf("in place of another, set: %s", e)
		}
	})
}

// TestDroppedTaskStopsPushing: dropping a task that waits for its client stops its deliveries.
func TestDroppedTaskStopsPushing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAgent(t, Options{MaxTasks: 1})
		d := a.opts.Dialects[0]
		p := rpcPeer{t, a, d}
		c := p.send(a2a.SendMessage, "", words("request a new phone for me"))
		waiting := p.ok(c).Task
		old := a.store.get(waiting.ID)
		done := make(chan struct{})
		ctx, cancel := context.WithCancel(a.ctx)
		h := &hook{config: a2a.PushConfig{ID: "h", TaskID: old.id}, dialect: d, cancel: cancel, done: done, pos: len(old.log)}
		old.mu.Lock()
		old.hooks = append(old.hooks, h)
		old.mu.Unlock()
		a.spawn(func() { defer close(done); a.deliver(ctx, old, h) })
		p.ok(p.send(a2a.SendMessage, "", words("tell me a joke")))
		if a.store.get(waiting.ID) != nil {
			t.Fatal("the task was kept")
		}
		synctest.Wait()
		select {
		case <-done:
		default:
			t.Error("its deliveries go on")
		}
	})
}

// TestDeleteAfterClose: a configuration made while the agent closes has no deliveries to wait for.
func TestDeleteAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(Options{})
		d := a.opts.Dialects[0]
		p := rpcPeer{t, a, d}
		task := p.ok(p.send(a2a.SendMessage, "", words("request a new phone for me"))).Task
		a.Close()
		set := p.ok(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task.ID, Push: &a2a.PushConfig{URL: "http://127.0.0.1:9/"}}).Push
		p.ok(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: task.ID, PushID: set.ID})
	})
}
