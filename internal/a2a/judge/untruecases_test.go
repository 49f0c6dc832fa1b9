package judge

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// refused adds a call that is answered with a status and a framework's body.
func (s *story) refused(c *a2a.Call, status int, request, answer http.Header) {
	s.Helper()
	s.answered(c, status, request, answer, `{"detail":"no"}`)
}

// bare adds a call that is answered with a status only.
func (s *story) bare(c *a2a.Call, status int) { s.Helper(); s.answered(c, status, nil, nil, "") }

func (s *story) answered(c *a2a.Call, status int, request, answer http.Header, body string) {
	s.Helper()
	req, _, err := dialect.Request(s.v, s.b, s.endpoint(), "1", c)
	if err != nil {
		s.Fatal(err)
	}
	for name, values := range request {
		req.Header[name] = values
	}
	h := http.Header{"Content-Type": {"application/json"}}
	for name, values := range answer {
		h[name] = values
	}
	s.exchange(req, status, h, nil, body)
}

// ownMedia reports whether a version has a media type of its own over HTTP+JSON.
func ownMedia(v a2a.Version) bool { return v != a2a.V03 }

// untrueCases are refusals that the request or the card contradicts.
func untrueCases() []ruleCase {
	const hook = "http://127.0.0.1:7440/hook/1"
	json := func(_ a2a.Version, b a2a.Binding) bool { return b != a2a.GRPC }
	rpc := func(v a2a.Version, b a2a.Binding) bool { return b == a2a.JSONRPC && !registry.NamesTask(v) }
	fails := func(op a2a.Operation, e a2a.ErrorName, edit ...func(*a2a.Call)) func(*story) {
		return func(s *story) { s.card(nil); s.fail(s.send(op, edit...), e) }
	}
	own := func(v a2a.Version, b a2a.Binding) bool { return json(v, b) && !(b == a2a.REST && ownMedia(v)) }
	status := func(code int, request, answer http.Header) func(*story) {
		return func(s *story) { s.refused(s.send(a2a.SendMessage), code, request, answer) }
	}
	edited := func(s *story) {
		s.edit = func(x *wire.Exchange) { x.RequestSent = &x.Request }
	}
	finished := func(s *story) { s.done(); s.fail(s.follow("t1"), a2a.InvalidRequest) }
	return []ruleCase{
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: fails(a2a.SendMessage, a2a.ParseError), good: func(s *story) { edited(s); s.fail(s.send(a2a.SendMessage), a2a.ParseError) }},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: fails(a2a.SendStreamingMessage, a2a.ParseError), good: func(s *story) {
			s.swap = [2]string{`}]`, ``}
			s.fail(s.send(a2a.SendStreamingMessage), a2a.ParseError)
		}},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: func(s *story) { s.begun(); s.fail(of(a2a.GetTask, "t1"), a2a.ParseError) }, good: fails(a2a.SendMessage, a2a.InternalError)},
		{check: "ERR-20", only: rpc, bad: fails(a2a.SendMessage, a2a.InvalidRequest), good: finished},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: func(s *story) { s.begun(); s.fail(of(a2a.GetTask, "t1"), a2a.InvalidRequest) }, good: func(s *story) { s.fail(s.follow("t9"), a2a.InvalidRequest) }},
		{check: "ERR-20", only: rpc, bad: fails(a2a.SendMessage, a2a.TaskNotFound), good: func(s *story) { s.fail(s.follow("t9"), a2a.TaskNotFound) }},
		{check: "ERR-20", only: func(v a2a.Version, b a2a.Binding) bool { return b == a2a.JSONRPC && v == a2a.V10 },
			bad: func(s *story) { s.fail(listed(nil), a2a.TaskNotFound) }, good: func(s *story) { s.fail(listed(nil), a2a.InternalError) }},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: fails(a2a.SendMessage, a2a.PushNotSupported), good: fails(a2a.SendMessage, a2a.PushNotSupported, func(c *a2a.Call) { c.Push = &a2a.PushConfig{URL: hook} })},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: func(s *story) { s.begun(); s.fail(of(a2a.GetTask, "t1"), a2a.TaskNotCancelable) }, good: func(s *story) { s.begun(); s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable) }},
		{check: "ERR-20", only: json, bad: status(415, nil, nil), good: status(415, http.Header{"Content-Type": {"text/plain"}}, nil)},
		{check: "ERR-20", only: own, bad: status(415, http.Header{"Content-Type": {"application/json; charset=UTF-8"}}, nil), good: status(415, http.Header{"Content-Type": {"application/json; charset=utf-16"}}, nil)},
		{check: "ERR-20", severity: a2a.SeverityWarning, only: func(v a2a.Version, b a2a.Binding) bool { return b == a2a.REST && ownMedia(v) },
			bad: status(415, http.Header{"Content-Type": {"application/json"}}, nil), good: status(415, http.Header{"Content-Type": {"application/xml"}}, nil)},
		{check: "ERR-20", only: func(v a2a.Version, b a2a.Binding) bool { return b == a2a.REST && !ownMedia(v) },
			bad: status(415, nil, nil), good: status(415, http.Header{"Content-Type": {"application/a2a+json"}}, nil)},
		{check: "ERR-20", only: own, bad: status(415, http.Header{"Content-Type": {"application/json"}}, nil), good: status(415, http.Header{"Content-Encoding": {"identity"}}, nil)},
		{check: "ERR-20", only: json, bad: status(406, http.Header{"Accept": {"text/event-stream, application/json"}}, nil), good: status(406, http.Header{"Accept": {"text/html"}}, nil)},
		{check: "ERR-20", only: json, bad: func(s *story) { s.refused(s.send(a2a.SendStreamingMessage), 406, nil, nil) }, good: func(s *story) {
			s.refused(s.send(a2a.SendStreamingMessage), 406, http.Header{"Accept": {"application/json"}}, nil)
		}},
		{check: "ERR-20", only: json, bad: status(411, http.Header{"Content-Length": {"9"}}, nil), good: status(411, nil, nil)},
		{check: "ERR-20", only: json, bad: status(412, nil, nil), good: status(412, http.Header{"If-Match": {"a"}}, nil)},
		{check: "ERR-20", only: json, bad: status(417, nil, nil), good: status(417, http.Header{"Expect": {"a"}}, nil)},
		{check: "ERR-20", only: json, bad: status(405, nil, http.Header{"Allow": {"GET, POST"}}), good: status(405, nil, http.Header{"Allow": {"GET"}})},

		{check: "ERR-20", only: over(a2a.JSONRPC), bad: fails(a2a.SendMessage, a2a.ParseError), good: func(s *story) {
			s.edit = func(x *wire.Exchange) { x.Request.Header.Set("Content-Type", "application/json; charset=utf-16") }
			s.fail(s.send(a2a.SendMessage), a2a.ParseError)
		}},
		{check: "ERR-20", only: over(a2a.JSONRPC), bad: fails(a2a.SendMessage, a2a.ParseError), good: func(s *story) {
			s.swap = [2]string{`"id":1`, `"id":1.5`}
			s.fail(s.send(a2a.SendMessage), a2a.ParseError)
		}},
	}
}
