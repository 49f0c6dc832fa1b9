// Package binding runs a made-up binding through the generic code: a call is {"call": METHOD, "with":
// PARAMS}, posted to /calls, and a response or event is {"back": RESULT} or {"fault": {"code", "message"}}.
// It shows what a new binding takes: one value, and a version that lists it.
package binding

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	v19   a2a.Version = "1.9"
	calls a2a.Binding = "calls"
)

// table is 1.0 under another number.
const table = `version 1.9 of 1.0
header A2A-Version 1.9
drop draft
facts
  no WholeMajor
`

func TestMain(m *testing.M) {
	v := schema.Compile("schema.txt", table, v10.Dialect()).VersionOf()
	v.REST, v.GRPC = nil, nil
	v.Dialects = map[a2a.Binding]version.Dialect{calls: v.Dialect}
	registry.Register(v)
	dialect.Register(calls, madeUp{})
	os.Exit(m.Run())
}

// madeUp is the binding: what its folder would contain.
type madeUp struct{ binding.JSON }

func (madeUp) Identify(r *binding.Request, first *document.Envelope) (a2a.Identity, bool) {
	op, versions := registry.MethodOf(r.JSON().Get("call").Text())
	if !strings.HasSuffix(r.Path(), "/calls") || op == "" {
		return a2a.Identity{}, false
	}
	var v evidence.Verdict
	v.Add("path /calls", true, versions...)
	evidence.ResultShape(&v, first.Get("back"))
	binding.WeighVersion(&v, r.Message)
	binding.WeighHint(&v, calls, r.URL, r.Hint)
	return a2a.Identity{Versions: v.Versions, Binding: calls, Op: op, Evidence: v.Evidence}, true
}

func (madeUp) Write(d version.Dialect, endpoint, _ string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	method, _ := d.Method(c.Op)
	params, losses, err := binding.Params(d, c)
	h := binding.Headers(d, binding.Accepts(c.Op))
	h.Set("Content-Type", "application/json")
	body := fmt.Appendf(nil, `{"call":%q,"with":%s}`, method, params)
	return binding.HTTP{Method: http.MethodPost, URL: endpoint + "/calls", Header: h, Body: body}, losses, err
}

func (b madeUp) Fail(d version.Dialect, _ string, streamed bool, e *a2a.Error) (wire.Head, []byte) {
	return b.Failed(http.StatusOK, "application/json", streamed, fmt.Appendf(nil, `{"fault":{"code":%d,"message":%q}}`, d.ErrorCode(e.Name), e.Message))
}

func (madeUp) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out, with := binding.Reading(id, a2a.KindCall, r.Body), r.JSON().Get("with")
	r.Call, out.Problems = registry.Speaker(id).ReadParamsAt(id.Op, with)
	out.Call, out.Problems = r.Call, document.Under("$.with", with, out.Problems)
	return out
}

func (madeUp) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	if binding.Streams(id.Op, resp.Kind()) {
		return binding.Reading(id, a2a.KindNone, nil)
	}
	return answer(id, r, r.Response(resp.Body, "RPC-09", "made up"))
}

func (madeUp) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return binding.ReadFrame(id, f, e, "made up", "answer", func() a2a.Reading { return answer(id, r, e) })
}

func answer(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	if fault := e.Get("fault"); fault.IsKind('{') {
		code, _ := binding.CodeOf(fault)
		out.Kind, out.Error = a2a.KindError, &a2a.Error{Code: code, Name: binding.NameOf(id, code), Message: fault.Get("message").Text()}
		return out
	}
	e.Result, e.Path = e.Get("back"), "$.back"
	out.Problems = binding.ReadResult(id, r, e, &out)
	return out
}

var send = &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}}

// TestWrittenAndRead writes calls of three operations, and reads them back.
func TestWrittenAndRead(t *testing.T) {
	if got := dialect.Bindings(v19); !reflect.DeepEqual(got, []a2a.Binding{a2a.JSONRPC, calls}) {
		t.Errorf("1.9 is spoken over %v", got)
	}
	for _, c := range []*a2a.Call{send, {Op: a2a.GetTask, TaskID: "t"}, {Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 2}}} {
		h, losses, err := dialect.Request(v19, calls, "http://a.test", "", c)
		if err != nil || len(losses) > 0 || h.URL != "http://a.test/calls" {
			t.Fatalf("%s: %v %v %s", c.Op, err, losses, h.URL)
		}
		req := dialect.Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}
		id := dialect.Identify(req, dialect.Message{}, dialect.Hint{})
		if id.Binding != calls || id.Label() != "1.9" || id.Op != c.Op {
			t.Errorf("%s: %+v", c.Op, id)
		}
		if got := dialect.ReadRequest(id, req); got.Kind != a2a.KindCall || got.Call.TaskID != c.TaskID || len(got.Problems) > 0 {
			t.Errorf("%s: %+v", c.Op, got)
		}
	}
	if _, _, err := dialect.Request(a2a.V10, calls, "http://a.test", "", send); err == nil {
		t.Error("1.0 is spoken over it")
	}
}

// TestAnswers reads a response, an error and a stream, piece by piece.
func TestAnswers(t *testing.T) {
	const task = `{"back":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`
	for _, c := range []struct {
		op    a2a.Operation
		media string
		body  string
		want  wire.Labels
	}{
		{a2a.SendMessage, "application/json", task, wire.Labels{Task: "t", Context: "c", State: "TASK_STATE_WORKING"}},
		{a2a.SendMessage, "application/json", `{"fault":{"code":-32001,"message":"no"}}`, wire.Labels{Error: "TaskNotFound"}},
		{a2a.SendStreamingMessage, "text/event-stream", "data: " + task + "\n\ndata: " +
			`{"back":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n", wire.Labels{Task: "t", Context: "c", State: "TASK_STATE_COMPLETED"}},
	} {
		call := *send
		call.Op = c.op
		h, _, _ := dialect.Request(v19, calls, "http://a.test", "", &call)
		r := dialect.NewReader(dialect.Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}, dialect.Hint{})
		resp := dialect.Message{Status: 200, Header: http.Header{"Content-Type": {c.media}}, Body: []byte(c.body)}
		if r.Response(resp); c.op.Streams() {
			for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: resp.Body}}) {
				r.Event(f)
			}
		}
		r.End(wire.ByAgent)
		got := r.Labels()
		c.want.Op, c.want.Binding, c.want.Dialect, c.want.Text = string(c.op), string(calls), "1.9", got.Text
		if got != c.want {
			a, _ := json.Marshal(got)
			t.Errorf("%s: %s", c.body, a)
		}
	}
}

// TestSentElsewhere sends a recorded call to another interface: with JSON it is sent unchanged, except for the ids.
func TestSentElsewhere(t *testing.T) {
	h, _, _ := dialect.Request(v19, calls, "http://a.test", "", &a2a.Call{Op: a2a.GetTask, TaskID: "t"})
	ids := dialect.Renaming{ID: func(_, id string) (string, bool) { return "new-" + id, true }}
	at, err := dialect.RebaseURL(calls, "http://b.test", &dialect.Recorded{Message: dialect.Message{Method: h.Method, URL: h.URL}, Renaming: ids})
	if got := dialect.Rename(h.URL, wire.Request, h.Header, h.Body, ids); err != nil || at != "http://b.test" || !strings.Contains(string(got), `"new-t"`) {
		t.Errorf("%s %v %s", at, err, got)
	}
}
