package diff_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// tape is a recording in memory.
type tape struct {
	diff.Memory
	list []wire.Exchange
	n    int
	name string
}

func newTape(name string) *tape { return &tape{Memory: diff.Memory{}, name: name} }

func (t *tape) side() diff.Side { return diff.Side{Exchanges: t.list, Source: t.Memory} }

// put records a finished exchange.
func (t *tape) put(x wire.Exchange, req, resp []byte) {
	t.n++
	if x.ID == "" {
		x.ID = fmt.Sprintf("%s-%03d", t.name, t.n)
	}
	x.Seq, x.Outcome = int64(t.n), wire.ByAgent
	x.Started, x.Ended = time.Unix(int64(t.n), 0), time.Unix(int64(t.n), 0)
	t.Put(x.ID, wire.Request, req)
	t.Put(x.ID, wire.Response, resp)
	if r, err := reading.Record(context.Background(), t.Memory, &x, reading.Options{Light: true}); err == nil { // what the recorder would store
		x.Labels = r.Labels()
	}
	t.list = append(t.list, x)
}

// way is a version with a binding.
type way struct {
	v a2a.Version
	b a2a.Binding
}

func (w way) String() string { return string(w.v) + " " + string(w.b) }

// ways are all versions in all their bindings.
func ways() (out []way) {
	for _, d := range dialect.All() {
		for _, b := range dialect.Bindings(d.Version()) {
			out = append(out, way{d.Version(), b})
		}
	}
	return out
}

// endpoint returns the reference agent's endpoint for a way.
func (w way) endpoint(host string) string {
	switch w.b {
	case a2a.REST:
		return "http://" + host + "/rest/v" + string(w.v)
	case a2a.GRPC:
		return "http://" + host
	}
	return "http://" + host + "/v" + string(w.v)
}

// client talks to a handler in one way and records the traffic.
type client struct {
	t       *testing.T
	way     way
	h       http.Handler
	tape    *tape
	host    string
	task    string
	context string
	calls   int
	prefix  string // of the ids it makes
}

func (c *client) do(call *a2a.Call) *a2a.Task {
	c.t.Helper()
	c.calls++
	out, _, err := dialect.Request(c.way.v, c.way.b, c.way.endpoint(c.host), fmt.Sprintf(`"%s-call-%d"`, c.prefix, c.calls), call)
	if err != nil {
		c.t.Fatal(err)
	}
	r := httptest.NewRequest(out.Method, out.URL, bytes.NewReader(out.Body))
	r.Header = out.Header.Clone()
	if c.way.b == a2a.GRPC {
		r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/2.0", 2, 0
	}
	w := httptest.NewRecorder()
	c.h.ServeHTTP(w, r)
	got := w.Result()
	body := out.Body
	x := wire.Exchange{Origin: wire.Client, Agent: "http://" + c.host, Method: out.Method, URL: out.URL}
	x.Request.Header, x.Response = r.Header, wire.Head{Status: got.StatusCode, Header: got.Header, Trailer: got.Trailer}
	x.RequestBytes, x.ResponseBytes = int64(len(body)), int64(w.Body.Len())
	c.tape.put(x, body, w.Body.Bytes())
	if l := c.tape.list[len(c.tape.list)-1].Labels; l.Task != "" {
		c.task, c.context = l.Task, l.Context
	}
	return nil
}

// say sends parts in a new task, or in task on if that is set.
func (c *client) say(op a2a.Operation, on bool, parts ...a2a.Part) {
	c.t.Helper()
	call := &a2a.Call{Op: op, Message: &a2a.Message{ID: fmt.Sprintf("%s-message-%d", c.prefix, c.calls), Role: a2a.User, Parts: parts}}
	old := c.way.v == a2a.V01
	switch {
	case old && on:
		call.TaskID = c.task
	case old:
		call.TaskID = fmt.Sprintf("%s-task-%d", c.prefix, c.calls)
	case on:
		call.Message.TaskID, call.Message.ContextID = c.task, c.context
	}
	c.do(call)
}

func (c *client) get() { c.do(&a2a.Call{Op: a2a.GetTask, TaskID: c.task}) }

func words(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

func picture() a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, Bytes: []byte("\x89PNG not really"), Filename: "cat.png", MediaType: "image/png"}
}

// plain10 and plain01 are the ways for tests that need no others.
func plain10() way { return way{a2a.V10, a2a.JSONRPC} }

func plain01() way { return way{a2a.V01, a2a.JSONRPC} }

// story is a conversation with the reference agent.
type story func(c *client)

func phone(c *client) {
	c.say(a2a.SendMessage, false, words("order a new phone"))
	c.get()
	c.say(a2a.SendMessage, true, a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(`{"phone":"Android"}`)})
	c.get()
}

func paper(c *client) {
	c.say(a2a.SendStreamingMessage, false, words("write a long paper describing the attached pictures"), picture())
	c.get()
}

func many(c *client) {
	phone(c)
	paper(c)
	for _, s := range []string{"tell me a joke", "hello", "gallery", "fail", "hostile", "list the IT tickets"} {
		c.say(a2a.SendMessage, false, words(s))
		c.say(a2a.SendStreamingMessage, false, words(s))
	}
	c.do(&a2a.Call{Op: a2a.GetTask, TaskID: "nobody"})
	c.do(&a2a.Call{Op: a2a.CancelTask, TaskID: c.task})
}

// record plays a story with a new reference agent, in a synctest bubble where time costs nothing.
func record(t *testing.T, name string, w way, s story) *tape {
	t.Helper()
	out := newTape(name)
	synctest.Test(t, func(t *testing.T) {
		a := agent.New(agent.Options{})
		defer a.Close()
		s(&client{t: t, way: w, h: a, tape: out, host: "127.0.0.1:7430", prefix: wire.NewID()})
	})
	return out
}

func compare(t testing.TB, a, b *tape, o diff.Options) *diff.Report {
	t.Helper()
	r, err := diff.Sessions(context.Background(), a.side(), b.side(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func show(r *diff.Report) string {
	var b bytes.Buffer
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "%s %s %s|%s", p.Outcome, p.Op, p.A, p.B)
		if p.PollsA+p.PollsB > 0 {
			fmt.Fprintf(&b, " polls %d|%d", p.PollsA, p.PollsB)
		}
		fmt.Fprintln(&b)
		for _, d := range p.Differences {
			fmt.Fprintf(&b, "  %s %s %s: %.300s | %.300s\n", d.Level, d.Kind, d.Path, d.A, d.B)
		}
	}
	return b.String()
}
