package agent

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// counted makes ids that are the same in every run.
func counted() func() string {
	var n atomic.Int64
	return func() string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", n.Add(1)) }
}

func newAgent(t testing.TB, o Options) *Agent {
	t.Helper()
	if o.NewID == nil {
		o.NewID = counted()
	}
	a := New(o)
	t.Cleanup(a.Close)
	return a
}

// post sends a body to an agent and returns the complete response.
func post(a *Agent, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:7430"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

// rpcPeer calls an agent over JSON-RPC in one version and requires that every response is valid.
type rpcPeer struct {
	t     testing.TB
	agent *Agent
	d     a2a.Dialect
}

// each runs f as a subtest for every version.
func each(t *testing.T, f func(t *testing.T, d a2a.Dialect)) {
	for _, d := range dialect.All() {
		t.Run(string(d.Version()), func(t *testing.T) { f(t, d) })
	}
}

// from runs f as a subtest for the version and those after it.
func from(t *testing.T, v a2a.Version, f func(t *testing.T, d a2a.Dialect)) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		if d.Version() >= v {
			f(t, d)
		}
	})
}

func (p rpcPeer) body(c *a2a.Call) string {
	p.t.Helper()
	method, ok := p.d.Method(c.Op)
	if !ok {
		p.t.Fatalf("version %s has no %s", p.d.Version(), c.Op)
	}
	params, _, err := p.d.EncodeParams(c)
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":%s}`, method, params)
}

func (p rpcPeer) headers() (h []string) {
	for k, v := range p.d.Headers() {
		h = append(h, k, v)
	}
	return h
}

func (p rpcPeer) post(c *a2a.Call) *httptest.ResponseRecorder {
	p.t.Helper()
	return post(p.agent, "/v"+string(p.d.Version()), p.body(c), p.headers()...)
}

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// do makes a call and reads the response, which must be valid.
func (p rpcPeer) do(c *a2a.Call) (*a2a.Result, a2a.ErrorName) {
	p.t.Helper()
	return p.read(c.Op, p.post(c).Body.Bytes())
}

func (p rpcPeer) read(op a2a.Operation, body []byte) (*a2a.Result, a2a.ErrorName) {
	p.t.Helper()
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		p.t.Fatalf("%v in %s", err, body)
	}
	if r.JSONRPC != "2.0" || string(r.ID) != "7" || (r.Error == nil) == (r.Result == nil) {
		p.t.Fatalf("no proper envelope: %s", body)
	}
	if r.Error != nil {
		p.clean(p.d.CheckErrorData(r.Error.Code, r.Error.Data), body)
		return nil, p.d.ErrorName(r.Error.Code)
	}
	res, problems := p.d.ReadResult(op, r.Result)
	p.clean(problems, body)
	return res, ""
}

func (p rpcPeer) clean(problems []a2a.Problem, body []byte) {
	p.t.Helper()
	for _, q := range problems {
		if q.Severity != a2a.SeverityInfo {
			p.t.Errorf("%s %s at %s: %s\nin %.600s", q.Severity, q.Check, q.Path, q.Message, body)
		}
	}
}

// ok is do for calls that must succeed.
func (p rpcPeer) ok(c *a2a.Call) *a2a.Result {
	p.t.Helper()
	res, e := p.do(c)
	if e != "" {
		p.t.Fatalf("%s answered %s", c.Op, e)
	}
	return res
}

// stream calls and reads all events to the stream's end.
func (p rpcPeer) stream(c *a2a.Call) []*a2a.Result {
	p.t.Helper()
	w := p.post(c)
	if got := w.Header().Get("Content-Type"); got != "text/event-stream" {
		p.t.Fatalf("%s answered %s: %s", c.Op, got, w.Body)
	}
	out := p.events(c.Op, w.Body.Bytes())
	for i, r := range out {
		whole := len(out) == 1 && r.Message != nil // a stream that is a message
		if p.d.Version() < a2a.V10 && !whole && (r.Status != nil && r.Status.Final) != (i == len(out)-1) {
			p.t.Errorf("final belongs to the last event and no other; event %d of %d is %s", i, len(out), told(r))
		}
	}
	return out
}

func (p rpcPeer) events(op a2a.Operation, body []byte) (out []*a2a.Result) {
	p.t.Helper()
	s := bufio.NewScanner(bytes.NewReader(body))
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		if data, ok := strings.CutPrefix(s.Text(), "data: "); ok {
			res, e := p.read(op, []byte(data))
			if e != "" {
				p.t.Fatalf("the stream has an error: %s", data)
			}
			out = append(out, res)
		}
	}
	return out
}

// say is a call that sends a text, in a new task unless task is given.
func (p rpcPeer) say(op a2a.Operation, text, task string) *a2a.Call {
	return p.send(op, task, a2a.Part{Kind: a2a.TextPart, Text: text})
}

func (p rpcPeer) send(op a2a.Operation, task string, parts ...a2a.Part) *a2a.Call {
	c := &a2a.Call{Op: op, Message: &a2a.Message{ID: "m1", Role: a2a.User, Parts: parts}}
	if behaviour(p.d.Version()).ClientIDs {
		if c.TaskID = task; task == "" {
			c.TaskID = "made-by-client-" + p.agent.opts.NewID()
		}
	} else {
		c.Message.TaskID = task
	}
	return c
}

// told is a result in brief: "working", "artifact", "+".
func told(r *a2a.Result) string {
	switch {
	case r.Task != nil:
		return "task " + r.Task.Status.State.Word()
	case r.Message != nil:
		return "message"
	case r.Status != nil:
		return r.Status.Status.State.Word()
	case r.Artifact != nil && r.Artifact.Append:
		return "+"
	case r.Artifact != nil:
		return "artifact"
	}
	return "nothing"
}

func tale(rs []*a2a.Result) string {
	var s []string
	for _, r := range rs {
		s = append(s, told(r))
	}
	return strings.Join(s, ", ")
}
