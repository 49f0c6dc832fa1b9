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

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
	"github.com/a2a-console/a2a-console/agent"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/wire"
)

// tape is a recording in memory.
type tape struct {
	diff.Memory
	list []wire.Exchange
	n    int
	name string
}

func newTape(name string) *tape { return &tape{Memory: diff.Memory{}, name: name} }

func (t *tape) side() diff.Side { return diff.Side{Exchanges: t.list, From: t.Memory} }

// put records an exchange that is over.
func (t *tape) put(x wire.Exchange, req, resp []byte) {
	t.n++
	if x.ID == "" {
		x.ID = fmt.Sprintf("%s-%03d", t.name, t.n)
	}
	x.Seq, x.Outcome = int64(t.n), wire.ByAgent
	x.Started, x.Ended = time.Unix(int64(t.n), 0), time.Unix(int64(t.n), 0)
	x.Labels = label(x, req, resp)
	t.Put(x.ID, wire.Request, req)
	t.Put(x.ID, wire.Response, resp)
	t.list = append(t.list, x)
}

// label is what the recorder would say of an exchange.
func label(x wire.Exchange, req, resp []byte) wire.Labels {
	r := dialect.NewLabeller(dialect.RequestOf(&x, req), dialect.Hint{})
	m := dialect.ResponseOf(&x, resp)
	r.Response(m)
	if wire.FramingOf(x.Response.Header) == wire.SSE {
		for _, f := range dialect.FramesOf(m, time.Time{}) {
			r.Event(f)
		}
	}
	return r.Labels()
}

// client talks to a handler in one version and records what crosses.
type client struct {
	t       *testing.T
	d       a2a.Dialect
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
	method, ok := c.d.Method(call.Op)
	if !ok {
		c.t.Fatalf("%s has no %s", c.d.Version(), call.Op)
	}
	params, _, err := c.d.EncodeParams(call)
	if err != nil {
		c.t.Fatal(err)
	}
	body := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"%s-call-%d","method":%q,"params":%s}`, c.prefix, c.calls, method, params)
	url := "http://" + c.host + "/v" + string(c.d.Version())
	r := httptest.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for k, v := range c.d.Headers() {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	c.h.ServeHTTP(w, r)
	x := wire.Exchange{Origin: wire.Client, Agent: "http://" + c.host, Method: "POST", URL: url}
	x.Request.Header, x.Response.Header, x.Response.Status = r.Header, w.Header(), w.Code
	x.RequestBytes, x.ResponseBytes = int64(len(body)), int64(w.Body.Len())
	c.tape.put(x, body, w.Body.Bytes())
	return c.learn(x, body, w.Body.Bytes())
}

func (c *client) learn(x wire.Exchange, req, resp []byte) *a2a.Task {
	l := label(x, req, resp)
	if l.Task != "" {
		c.task, c.context = l.Task, l.Context
	}
	return nil
}

// say sends parts, in a new task unless on is set.
func (c *client) say(op a2a.Operation, on bool, parts ...a2a.Part) {
	c.t.Helper()
	call := &a2a.Call{Op: op, Message: &a2a.Message{ID: fmt.Sprintf("%s-message-%d", c.prefix, c.calls), Role: a2a.User, Parts: parts}}
	old := c.d.Version() == a2a.V01
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

// record plays a story with a fresh reference agent, in a bubble where time
// costs nothing.
func record(t *testing.T, name string, v a2a.Version, s story) *tape {
	t.Helper()
	out := newTape(name)
	synctest.Test(t, func(t *testing.T) {
		a := agent.New(agent.Options{})
		defer a.Close()
		d, _ := dialect.For(v)
		s(&client{t: t, d: d, h: a, tape: out, host: "127.0.0.1:7430", prefix: wire.NewID()})
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

// show is a report in short.
func show(r *diff.Report) string {
	var b bytes.Buffer
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "%s %s %s|%s", p.Verdict, p.Op, p.A, p.B)
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
