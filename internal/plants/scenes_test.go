package plants

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// scenes are the good traffic that plants edit, each with a separate agent.
var scenes = map[string]struct {
	o    agent.Options
	play func(*tape)
}{
	"main":      {agent.Options{SignCard: true}, mainScene},
	"bare":      {agent.Options{DisabledCapabilities: agent.OptionalCapabilities()}, bareScene},
	"extension": {agent.Options{RequireExtension: true}, extensionScene},
	"secure":    {agent.Options{Require: []string{"bearer"}}, secureScene},
	"wrong":     {agent.Options{}, wrongScene},
}

// say returns a call that sends parts to a task, "" for a new one.
func (p *tape) say(op a2a.Operation, task string, parts ...a2a.Part) *a2a.Call {
	c := &a2a.Call{Op: op, Message: &a2a.Message{ID: fmt.Sprint("m-", p.calls+1), Role: a2a.User, Parts: parts}}
	if !p.named() {
		c.Message.TaskID = task
		return c
	}
	c.Message.ContextID = "session"
	if c.TaskID = task; task == "" {
		c.TaskID = fmt.Sprint("made-by-client-", p.calls+1)
	}
	return c
}

func words(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// id returns the id of the task in a response.
func (p *tape) id(e *entry) string {
	p.t.Helper()
	if len(e.pieces) == 0 {
		p.t.Fatalf("%s has no answer: HTTP %d %v", e.label, e.x.Response.Status, e.x.Response.Trailer)
	}
	in := inner(p.rec.payload(p.rec.answer(p.t, e, 0)))
	for _, k := range []string{"taskId", "id"} {
		if s, ok := in[k].(string); ok {
			return s
		}
	}
	p.t.Fatalf("%s is about no task: %s", e.label, e.pieces[0].data)
	return ""
}

func (p *tape) card() {
	v, _ := registry.ByName(p.rec.v)
	p.raw("card", http.MethodGet, origin+v.WellKnown()[0], "", "A2A-Version", string(p.rec.v))
}

func mainScene(p *tape) {
	p.card()
	v, _ := registry.ByName(p.rec.v)
	if at, ok := dialect.ExtendedCardURL(v, p.endpoint()); ok {
		p.raw("extended", http.MethodGet, at, "")
	} else if p.speaks(a2a.GetExtendedCard) {
		p.call("extended", &a2a.Call{Op: a2a.GetExtendedCard})
	}
	joke := p.id(p.call("send", p.say(a2a.SendMessage, "", words("tell me a joke"))))
	two := 2
	p.call("get", &a2a.Call{Op: a2a.GetTask, TaskID: joke, HistoryLength: &two})
	streamed := p.id(p.call("stream", p.say(a2a.SendStreamingMessage, "", words("slow 3 every 0 size 16"))))
	p.call("get-stream", &a2a.Call{Op: a2a.GetTask, TaskID: streamed})
	phone := p.id(p.call("ask", p.say(a2a.SendMessage, "", words("request a new phone for me"))))
	p.call("get-asked", &a2a.Call{Op: a2a.GetTask, TaskID: phone})
	p.call("follow", p.say(a2a.SendMessage, phone, words("Android")))
	waits := p.id(p.call("wait", p.say(a2a.SendMessage, "", words("request a new phone for me"))))
	p.call("cancel", &a2a.Call{Op: a2a.CancelTask, TaskID: waits})
	p.call("cancel-again", &a2a.Call{Op: a2a.CancelTask, TaskID: waits})
	p.call("unknown", &a2a.Call{Op: a2a.GetTask, TaskID: "none"})
	p.call("cancel-unknown", &a2a.Call{Op: a2a.CancelTask, TaskID: "none"})
	if !p.named() {
		p.call("late", p.say(a2a.SendMessage, joke, words("tell me a joke")))
		p.call("reply", p.say(a2a.SendMessage, "", words("hello")))
		p.call("reply-stream", p.say(a2a.SendStreamingMessage, "", words("hello")))
		c := p.say(a2a.SendMessage, "", words("tell me a joke"))
		c.AcceptedOutputModes = []string{"text/plain"}
		p.call("modes", c)
	}
	p.call("subscribe-late", &a2a.Call{Op: a2a.SubscribeToTask, TaskID: joke})
	p.call("file", p.say(a2a.SendMessage, "", words("echo this"), a2a.Part{Kind: a2a.FilePart, Bytes: []byte("some bytes"), MediaType: "text/plain", Filename: "a.txt"},
		a2a.Part{Kind: a2a.DataPart, Data: []byte(`{"a":1}`)}))
	p.call("sign-in", p.say(a2a.SendMessage, "", words("sign in")))
	p.call("sign-in-stream", p.say(a2a.SendStreamingMessage, "", words("sign in")))
	subscription(p)
	p.contexts()
	p.lists()
	pushes(p)
}

// subscription plays two concurrent streams of one task.
func subscription(p *tape) {
	task := p.id(p.call("ask-2", p.say(a2a.SendMessage, "", words("request a new phone for me"))))
	e, h := p.begin("subscribe", &a2a.Call{Op: a2a.SubscribeToTask, TaskID: task})
	begun, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		p.play(e, h, func() { close(begun) })
	}()
	<-begun
	p.call("follow-stream", p.say(a2a.SendStreamingMessage, task, words("Android")))
	<-over
	p.pass(time.Second)
}

// contexts plays a context that the client continues.
func (p *tape) contexts() {
	first := p.call("context", p.say(a2a.SendMessage, "", words("tell me a joke")))
	in := inner(p.rec.payload(p.rec.answer(p.t, first, 0)))
	c := p.say(a2a.SendMessage, "", words("tell me a joke"))
	for _, k := range []string{"contextId", "sessionId"} {
		if s, ok := in[k].(string); ok {
			c.Message.ContextID = s
		}
	}
	p.call("context-again", c)
}

func (p *tape) lists() {
	if !p.speaks(a2a.ListTasks) || p.rec.v < a2a.V10 {
		return
	}
	p.call("list", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{}})
	p.call("list-artifacts", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{IncludeArtifacts: true}})
	context := inner(p.rec.payload(p.rec.answer(p.t, p.rec.find("context"), 0)))["contextId"].(string)
	p.call("list-context", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: context}})
	p.call("list-state", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{State: a2a.Completed}})
	p.call("list-since", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{StatusTimestampAfter: "2026-01-02T03:00:05Z"}})
	q := a2a.ListQuery{PageSize: 5}
	for n := 1; ; n++ {
		e := p.call(fmt.Sprint("page-", n), &a2a.Call{Op: a2a.ListTasks, List: &q})
		m := p.rec.payload(p.rec.answer(p.t, e, 0))
		if q.PageToken, _ = m["nextPageToken"].(string); q.PageToken == "" {
			e.label = "page-last"
			return
		}
	}
}

// pushes plays a task with notifications, until its configuration is deleted.
func pushes(p *tape) {
	hook, got := receiver(p.t)
	task := p.id(p.call("push-ask", p.say(a2a.SendMessage, "", words("request a new phone for me"))))
	c := &a2a.PushConfig{ID: "h", TaskID: task, URL: hook, Token: "tok-123", Schemes: []string{"Bearer"}, Credentials: "s3cret"}
	p.call("push-set", &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, PushID: "h", Push: c})
	p.call("push-get", &a2a.Call{Op: a2a.GetPushConfig, TaskID: task, PushID: "h"})
	if p.speaks(a2a.ListPushConfigs) {
		p.call("push-list", &a2a.Call{Op: a2a.ListPushConfigs, TaskID: task})
	}
	p.call("push-follow", p.say(a2a.SendMessage, task, words("Android")))
	p.deliveries(hook, got)
	if p.speaks(a2a.DeletePushConfig) {
		p.call("push-delete", &a2a.Call{Op: a2a.DeletePushConfig, TaskID: task, PushID: "h"})
		p.call("push-delete-again", &a2a.Call{Op: a2a.DeletePushConfig, TaskID: task, PushID: "h"})
	}
}

type posted struct {
	header http.Header
	body   []byte
}

func receiver(t testing.TB) (string, chan posted) {
	got := make(chan posted, 1000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- posted{r.Header.Clone(), body}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/hook", got
}

// deliveries records notifications until one says that the task is over.
func (p *tape) deliveries(hook string, got chan posted) {
	for n := 1; ; n++ {
		var one posted
		select {
		case one = <-got:
		case <-time.After(time.Minute):
			p.t.Fatal("no more notifications come")
		}
		e := p.enter(fmt.Sprint("delivery-", n), "")
		e.x.Origin, e.x.Tap, e.x.Method, e.x.URL, e.request = wire.Push, "http://127.0.0.1:7440", http.MethodPost, hook, one.body
		e.x.Started, e.x.RequestDone, e.x.Answered, e.x.Ended = p.pass(time.Second), p.pass(quarter), p.pass(quarter), p.pass(quarter)
		e.x.Request, e.x.Response = wire.Head{Proto: "HTTP/1.1", Header: one.header}, wire.Head{Proto: "HTTP/1.1", Status: http.StatusNoContent}
		if strings.Contains(strings.ToLower(string(one.body)), "completed") {
			e.label = "delivery-last"
			return
		}
	}
}

// bareScene plays an agent that omits everything optional.
func bareScene(p *tape) {
	p.card()
	task := p.id(p.call("send", p.say(a2a.SendMessage, "", words("tell me a joke"))))
	hook := &a2a.PushConfig{ID: "h", TaskID: task, URL: "https://hooks.example.com/"}
	p.call("stream", p.say(a2a.SendStreamingMessage, "", words("tell me a joke")))
	p.call("push-set", &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, PushID: "h", Push: hook})
	for label, op := range map[string]a2a.Operation{"push-get": a2a.GetPushConfig, "push-list": a2a.ListPushConfigs, "push-delete": a2a.DeletePushConfig} {
		if p.speaks(op) {
			p.call(label, &a2a.Call{Op: op, TaskID: task, PushID: "h"})
		}
	}
	if p.speaks(a2a.GetExtendedCard) {
		p.call("extended", &a2a.Call{Op: a2a.GetExtendedCard})
	}
}

// extensionScene plays an agent whose card requires an extension.
func extensionScene(p *tape) {
	p.card()
	c := p.say(a2a.SendMessage, "", words("tell me a joke"))
	c.Extensions = []string{"https://github.com/a2a-console/a2a-console/blob/main/docs/timestamps.md"}
	p.call("send", c)
}

// secureScene plays an agent that requires a token.
func secureScene(p *tape) {
	p.card()
	p.call("refused", p.say(a2a.SendMessage, "", words("tell me a joke")))
	token := func(h *dialect.HTTP) {
		h.Header.Set("Authorization", "Bearer "+agent.Credentials([]string{"bearer"})[0].Secret)
	}
	task := p.id(p.tell("send", p.say(a2a.SendMessage, "", words("tell me a joke")), token))
	p.tell("get", &a2a.Call{Op: a2a.GetTask, TaskID: task}, token)
}

// wrongScene plays an agent that refuses the mistakes of clients: requests have findings, responses have none.
func wrongScene(p *tape) {
	p.card()
	e := p.tell("version", p.say(a2a.SendMessage, "", words("tell me a joke")), func(h *dialect.HTTP) { h.Header.Set("A2A-Version", "99.0") })
	p.call("no-parts", p.say(a2a.SendMessage, ""))
	if !p.named() {
		c := p.say(a2a.SendMessage, "", words("tell me a joke"))
		c.AcceptedOutputModes = []string{"video/mp4"}
		p.call("modes", c)
	}
	if p.rec.v >= a2a.V10 {
		p.call("page-size", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 101}})
	}
	if p.rec.b != a2a.JSONRPC {
		return
	}
	h := []string{"Content-Type", "application/json"}
	if p.rec.v >= a2a.V10 {
		h = append(h, "A2A-Version", "1.0")
	}
	p.raw("broken", http.MethodPost, e.x.URL, `{"jsonrpc":"2.0","id":1,"method":`, h...)
	p.raw("method", http.MethodPost, e.x.URL, `{"jsonrpc":"2.0","id":"q","method":"tasks/dance","params":{}}`, h...)
	v, _ := registry.ByName(p.rec.v)
	get, _ := v.Method(a2a.GetTask)
	p.raw("wrong-id", http.MethodPost, e.x.URL, fmt.Sprintf(`{"jsonrpc":"2.0","id":{},"method":%q,"params":{"id":"none"}}`, get), h...)
	p.raw("drafted", http.MethodPost, e.x.URL, `{"jsonrpc":"2.0","id":"l","method":"tasks/list","params":{}}`, h...)
}
