package judge

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const origin = "http://agent.test"

// story is a recording made exchange by exchange, in a version and binding. They are a second or
// more apart.
type story struct {
	testing.TB
	record
	v   a2a.Version
	b   a2a.Binding
	now time.Time

	status int           // of the next answer, 0 for its own
	lasts  time.Duration // duration of the next exchange
	pace   time.Duration // time between the chunks of the next answer, 0 for a millisecond
	how    wire.Outcome  // outcome of the next exchange
	edit   func(x *wire.Exchange)
	swap   [2]string // text of the next request, and its replacement
}

func newStory(t testing.TB, v a2a.Version, b a2a.Binding) *story {
	return &story{TB: t, v: v, b: b, now: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)}
}

// keptBack makes a rule hold the next response: the agent ends it after agent, and the exchange
// ends after ends.
func (s *story) keptBack(ends, agent time.Duration) {
	s.lasts = ends
	s.edit = func(x *wire.Exchange) {
		x.PassageKinds, x.Response.Ended = wire.PassageKindsOf(wire.PassageHeld), x.Started.Add(agent)
	}
}

func (s *story) named() bool { return registry.NamesTask(s.v) }

func (s *story) endpoint() string {
	switch s.b {
	case a2a.REST:
		return origin + "/api"
	case a2a.GRPC:
		return origin
	}
	return origin + "/rpc"
}

// exchange adds an exchange with a request and the chunks of its answer.
func (s *story) exchange(req dialect.HTTP, status int, h, trailer http.Header, pieces ...string) *wire.Exchange {
	s.now = s.now.Add(time.Second)
	x := &wire.Exchange{ID: fmt.Sprintf("x%02d", len(s.list)+1), Session: "s", Origin: wire.Client, Agent: origin, Caller: "test", Method: req.Method, URL: req.URL,
		Started: s.now, RequestDone: s.now, Answered: s.now.Add(time.Millisecond), Outcome: wire.ByAgent}
	x.Request.Header = req.Header
	x.Response = wire.Head{Status: status, Header: h, Trailer: trailer}
	var chunks []wire.Chunk
	for i, p := range pieces {
		chunks = append(chunks, wire.Chunk{At: s.now.Add(time.Duration(i+1) * max(s.pace, time.Millisecond)), Data: []byte(p)})
		x.LastByte = chunks[i].At
	}
	x.Ended = s.now.Add(100*time.Millisecond + s.lasts)
	s.now = x.Ended
	if s.how != "" {
		x.Outcome = s.how
	}
	body := req.Body
	if s.swap[0] != "" {
		body = []byte(strings.Replace(string(body), s.swap[0], s.swap[1], 1))
	}
	if s.edit != nil {
		s.edit(x)
	}
	s.add(x, body, chunks)
	s.status, s.lasts, s.pace, s.how, s.edit, s.swap = 0, 0, 0, "", nil, [2]string{}
	return x
}

// call adds a call with its answer: results, and an error at the end.
func (s *story) call(c *a2a.Call, results []*a2a.Result, e *a2a.Error) *wire.Exchange {
	s.Helper()
	return s.tell(c, c.Op.Streams() && len(results) > 0, results, e)
}

// tell is call with an answer that is a stream or not.
func (s *story) tell(c *a2a.Call, streams bool, results []*a2a.Result, e *a2a.Error) *wire.Exchange {
	s.Helper()
	req, _, err := dialect.Request(s.v, s.b, s.endpoint(), "1", c)
	if err != nil {
		s.Fatal(err)
	}
	d, _ := dialect.Speaks(s.v, s.b)
	v, _ := registry.ByName(s.v)
	status, h, out := 200, http.Header{"Content-Type": {"application/json"}}, []string{}
	if streams {
		h.Set("Content-Type", "text/event-stream")
	}
	put := func(b []byte, err error) {
		if err != nil {
			s.Fatal(err)
		}
		if streams && s.b != a2a.GRPC {
			b = fmt.Appendf(nil, "data: %s\n\n", b)
		}
		out = append(out, string(b))
	}
	var trailer http.Header
	switch s.b {
	case a2a.REST:
		if !streams {
			h.Set("Content-Type", v.REST.MediaType)
		}
		for _, r := range results {
			put(rest.Result(v, c.Op, r))
		}
		if e != nil {
			code, body := rest.Failure(v, e, 0)
			if !streams {
				status = code
			}
			put(body, nil)
		}
	case a2a.GRPC:
		h.Set("Content-Type", "application/grpc")
		for _, r := range results {
			put(grpc.Result(d, c.Op, r))
		}
		trailer = grpc.Trailer(d, e)
	default:
		for _, r := range results {
			put(jsonrpc.Result(d, []byte("1"), c.Op, r))
		}
		if e != nil {
			put(jsonrpc.Failure(d, []byte("1"), e), nil)
		}
	}
	if s.status != 0 {
		status = s.status
	}
	return s.exchange(req, status, h, trailer, out...)
}

// card adds the fetch of a card with the story's interface.
func (s *story) card(edit func(*a2a.Card)) *wire.Exchange {
	s.Helper()
	d, _ := registry.ByName(s.v)
	said := string(s.v)
	if s.v != a2a.V10 {
		said += ".0"
	}
	c := &a2a.Card{
		Name: "a", Description: "d", Version: "1", InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"},
		Skills:       []a2a.Skill{{ID: "s", Name: "s", Description: "s", Tags: []string{"t"}}},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, ExtendedCard: true},
		Interfaces:   []a2a.Interface{{URL: s.endpoint(), Binding: s.b, Version: s.v, DeclaredVersion: said}},
	}
	if edit != nil {
		edit(c)
	}
	raw, _, err := d.EncodeCard(c)
	if err != nil {
		s.Fatal(err)
	}
	req := dialect.HTTP{Method: "GET", URL: origin + d.WellKnown()[0], Header: http.Header{}}
	h := http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"max-age=60"}, "Etag": {`"1"`}}
	return s.exchange(req, 200, h, nil, string(raw))
}

// deliver adds a push notification to a webhook.
func (s *story) deliver(hook string, r *a2a.Result, header ...string) *wire.Exchange {
	s.Helper()
	d, _ := registry.ByName(s.v)
	raw, err := d.EncodePush(r)
	if err != nil {
		s.Fatal(err)
	}
	h := http.Header{"Content-Type": {d.Agent.PushType}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return s.deliverBytes(hook, raw, h)
}

// deliverBytes posts bytes to a webhook.
func (s *story) deliverBytes(hook string, body []byte, h http.Header) *wire.Exchange {
	s.Helper()
	x := s.exchange(dialect.HTTP{Method: "POST", URL: hook, Header: h, Body: body}, 204, nil, nil)
	x.Origin, x.Tap = wire.Push, "http://127.0.0.1:7440"
	return x
}

// stamp returns a time of the story.
func stamp(n int) string {
	return time.Date(2026, 1, 2, 3, 0, n, 0, time.UTC).Format(time.RFC3339)
}

// whole returns a task in a state, with an artifact if it is completed.
func whole(state a2a.State, edit ...func(*a2a.Task)) *a2a.Result {
	t := &a2a.Task{ID: "t1", ContextID: "c1", Status: a2a.Status{State: state, Timestamp: stamp(1)}}
	if state == a2a.Completed {
		t.Artifacts = []a2a.Artifact{text("a1", "hello")}
	}
	if state.Interrupted() {
		t.Status.Message = &a2a.Message{ID: "m9", Role: a2a.Agent, Parts: parts("what?")}
	}
	for _, f := range edit {
		f(t)
	}
	return &a2a.Result{Task: t}
}

func parts(words string) []a2a.Part { return []a2a.Part{{Kind: a2a.TextPart, Text: words}} }

func text(id, words string) a2a.Artifact {
	if id == "a1" {
		id = "0" // 0.1 identifies by index
	}
	return a2a.Artifact{ID: id, Name: "n", Parts: parts(words)}
}

func update(state a2a.State, at int) *a2a.Result {
	u := &a2a.StatusUpdate{TaskID: "t1", ContextID: "c1", Status: a2a.Status{State: state, Timestamp: stamp(at)}, Final: state.Terminal() || state.Interrupted()}
	if state.Interrupted() {
		u.Status.Message = &a2a.Message{ID: "m8", Role: a2a.Agent, Parts: parts("what?")}
	}
	return &a2a.Result{Status: u}
}

func chunk(words string, more, last bool) *a2a.Result {
	return &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t1", ContextID: "c1", Artifact: text("a1", words), Append: more, LastChunk: last}}
}

// send returns a call that sends a message. 0.1's client chooses the task's id with the first one.
func (s *story) send(op a2a.Operation, edit ...func(*a2a.Call)) *a2a.Call {
	s.now = s.now.Add(time.Second)
	c := &a2a.Call{Op: op, Message: &a2a.Message{ID: fmt.Sprintf("m%02d", len(s.list)), Role: a2a.User, Parts: parts(fmt.Sprint("words ", len(s.list)))}}
	if s.named() {
		c.TaskID = "t1"
	}
	for _, f := range edit {
		f(c)
	}
	return c
}

// follow returns a call that sends a message to a task.
func (s *story) follow(id string, edit ...func(*a2a.Call)) *a2a.Call {
	return s.send(a2a.SendMessage, append([]func(*a2a.Call){func(c *a2a.Call) {
		if s.named() {
			c.TaskID = id
		} else {
			c.Message.TaskID = id
		}
	}}, edit...)...)
}

func (s *story) ok(c *a2a.Call, results ...*a2a.Result) *wire.Exchange {
	return s.call(c, results, nil)
}

func (s *story) fail(c *a2a.Call, name a2a.ErrorName) *wire.Exchange {
	return s.call(c, nil, &a2a.Error{Name: name, Message: string(name)})
}

func of(op a2a.Operation, id string) *a2a.Call { return &a2a.Call{Op: op, TaskID: id} }

// done adds a finished task.
func (s *story) done(edit ...func(*a2a.Task)) *wire.Exchange {
	return s.ok(s.send(a2a.SendMessage), whole(a2a.Completed, edit...))
}

// begun adds a task that waits for input.
func (s *story) begun() *wire.Exchange {
	return s.ok(s.send(a2a.SendMessage), whole(a2a.InputRequired))
}

// streamed adds a task with a complete stream.
func (s *story) streamed(edit ...func(*a2a.Call)) *wire.Exchange {
	all := []*a2a.Result{update(a2a.Working, 1), chunk("hel", false, false), chunk("lo", true, true), update(a2a.Completed, 2)}
	if s.v != a2a.V01 {
		all = append([]*a2a.Result{whole(a2a.Submitted)}, all...)
	}
	return s.ok(s.send(a2a.SendStreamingMessage, edit...), all...)
}

func signed(as string) func(*wire.Exchange) {
	return func(x *wire.Exchange) { x.Request.Header.Set("Authorization", "Bearer "+as) }
}

// ask adds a GET that is answered with a status and the text "no".
func (s *story) ask(path string, status int) *wire.Exchange {
	return s.exchange(dialect.HTTP{Method: "GET", URL: origin + path, Header: http.Header{}}, status, http.Header{"Content-Type": {"text/plain"}}, nil, "no")
}

// drafted adds a call of tasks/list over JSON-RPC.
func (s *story) drafted(answer string) *wire.Exchange {
	h := http.Header{"Content-Type": {"application/json"}}
	return s.exchange(dialect.HTTP{Method: "POST", URL: s.endpoint(), Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/list","params":{}}`)},
		200, h, nil, `{"jsonrpc":"2.0","id":1,`+answer+`}`)
}
