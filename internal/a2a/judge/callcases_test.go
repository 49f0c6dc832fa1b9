package judge

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func errorCases() []ruleCase {
	plain := func(c *a2a.Card) { c.Capabilities = a2a.Capabilities{} }
	coded := func(code int, words string) *a2a.Error {
		return &a2a.Error{Name: a2a.ExtendedCardNotConfigured, Code: code, Message: words}
	}
	image := func(c *a2a.Call) {
		c.Message.Parts = []a2a.Part{{Kind: a2a.FilePart, Bytes: []byte("x"), MediaType: "image/png"}}
	}
	stream := []ruleCase{}
	for _, id := range []string{"ERR-03", "ERR-04"} {
		stream = append(stream,
			ruleCase{check: id,
				bad:  func(s *story) { s.card(plain); s.streamed() },
				good: func(s *story) { s.card(nil); s.streamed() }},
			ruleCase{check: id,
				bad:  func(s *story) { s.card(plain); s.fail(s.send(a2a.SendStreamingMessage), a2a.InternalError) },
				good: func(s *story) { s.card(plain); s.fail(s.send(a2a.SendStreamingMessage), a2a.UnsupportedOperation) }})
	}
	return append(stream,
		ruleCase{check: "ERR-05",
			bad: func(s *story) {
				s.card(plain)
				s.begun()
				s.fail(config("t1", "h", "http://127.0.0.1:7440/hook/1"), a2a.InternalError)
			},
			good: func(s *story) {
				s.card(plain)
				s.begun()
				s.fail(config("t1", "h", "http://127.0.0.1:7440/hook/1"), a2a.PushNotSupported)
			}},
		ruleCase{check: "ERR-06", only: func(v a2a.Version, b a2a.Binding) bool { return b != a2a.GRPC || v == a2a.V10 }, // where errors have names
			bad:  func(s *story) { s.card(nil); s.fail(s.send(a2a.SendMessage, image), a2a.InvalidParams) },
			good: func(s *story) { s.card(nil); s.fail(s.send(a2a.SendMessage), a2a.InvalidParams) }},
		ruleCase{check: "ERR-10",
			bad: func(s *story) { s.fail(s.send(a2a.SendMessage), a2a.InvalidParams) },
			good: func(s *story) {
				s.call(s.send(a2a.SendMessage), nil, &a2a.Error{Name: a2a.InvalidParams, Message: "no", Fields: []a2a.Violation{{Field: "message", Reason: "no"}}})
			}},
		ruleCase{check: "ERR-10", only: func(_ a2a.Version, b a2a.Binding) bool { return b != a2a.GRPC }, // half a document has no member to name
			bad: func(s *story) { s.fail(s.send(a2a.SendMessage), a2a.InvalidParams) },
			good: func(s *story) {
				s.swap = [2]string{`}]`, ``}
				s.fail(s.send(a2a.SendMessage), a2a.InvalidParams)
			}},
		ruleCase{check: "ERR-10", only: over(a2a.JSONRPC),
			bad: func(s *story) {
				s.swap = [2]string{`"ROLE_USER"`, `"user"`}
				s.fail(s.send(a2a.SendMessage), a2a.InternalError)
			},
			good: func(s *story) { s.fail(s.send(a2a.SendMessage), a2a.InternalError) }},
		ruleCase{check: "ERR-13",
			bad: func(s *story) { s.card(requiring); s.done() },
			good: func(s *story) {
				s.card(requiring)
				s.fail(s.send(a2a.SendMessage), a2a.ExtensionSupportRequired)
			}},
		ruleCase{check: "ERR-14",
			bad: func(s *story) {
				s.card(nil)
				s.edit = func(x *wire.Exchange) { x.Request.Header.Set("A2A-Version", "99.0") }
				s.done()
			},
			good: func(s *story) {
				s.card(nil)
				s.edit = func(x *wire.Exchange) { x.Request.Header.Set("A2A-Version", "99.0") }
				s.fail(s.send(a2a.SendMessage), a2a.VersionNotSupported)
				s.done()
			}},
		ruleCase{check: "ERR-14",
			bad: func(s *story) {
				s.card(func(c *a2a.Card) {
					c.Interfaces = c.Interfaces[:1]
					c.Interfaces[0].Version, c.Interfaces[0].DeclaredVersion = a2a.V03, "0.3"
				})
				s.done()
			},
			good: func(s *story) { // an agent with a card for each version
				s.card(nil)
				s.card(func(c *a2a.Card) {
					c.Interfaces = c.Interfaces[:1]
					c.Interfaces[0].Version, c.Interfaces[0].DeclaredVersion = a2a.V03, "0.3"
				})
				s.done()
			}},
		ruleCase{check: "ERR-17", only: func(v a2a.Version, b a2a.Binding) bool { return v == a2a.V10 && b == a2a.JSONRPC },
			bad: func(s *story) { s.call(of(a2a.GetExtendedCard, ""), nil, coded(-32007, "Authentication required")) },
			good: func(s *story) {
				s.call(of(a2a.GetExtendedCard, ""), nil, coded(-32007, "Extended agent card not configured"))
			}},
	)
}

func requiring(c *a2a.Card) {
	c.Capabilities.Extensions = []a2a.Extension{{URI: "https://x.test/ext", Required: true}}
}

// extended is a call for the extended card with credentials.
func (s *story) extended(e a2a.ErrorName) {
	s.edit = signed("me")
	c := of(a2a.GetExtendedCard, "")
	if s.v == a2a.V02 { // a document at a path
		s.ask("/agent/authenticatedExtendedCard", 404)
		return
	}
	s.fail(c, e)
}

func cardCases() []ruleCase {
	less := func(c *a2a.Card) { c.Capabilities.ExtendedCard = false }
	return []ruleCase{
		{check: "CARD-32",
			bad: func(s *story) { s.card(nil); s.extended(a2a.ExtendedCardNotConfigured) },
			good: func(s *story) {
				s.card(less)
				s.extended(a2a.ExtendedCardNotConfigured)
			}},
		{check: "ERR-11",
			bad:  func(s *story) { s.card(less); s.extended(a2a.ExtendedCardNotConfigured) },
			good: func(s *story) { s.card(less); s.extended(a2a.UnsupportedOperation) }},
		{check: "ERR-11",
			bad:  func(s *story) { s.card(nil); s.extended(a2a.UnsupportedOperation) },
			good: func(s *story) { s.card(nil); s.extended(a2a.ExtendedCardNotConfigured) }},
		{check: "ERR-12",
			bad:  func(s *story) { s.card(less); s.extended(a2a.InternalError) },
			good: func(s *story) { s.card(less); s.extended(a2a.ExtendedCardNotConfigured) }},
	}
}

func headerCases() []ruleCase {
	verb := []ruleCase{}
	for _, id := range []string{"REST-06", "REST-07"} {
		verb = append(verb, ruleCase{check: id, only: over(a2a.REST),
			bad:  func(s *story) { s.begun(); s.status = 405; s.fail(of(a2a.SubscribeToTask, "t1"), a2a.MethodNotFound) },
			good: func(s *story) { s.begun(); s.fail(of(a2a.SubscribeToTask, "t1"), a2a.TaskNotFound) }})
	}
	for _, id := range []string{"REST-08", "REST-15"} {
		begins := func(after time.Duration, first ...*a2a.Result) func(*story) {
			return func(s *story) {
				s.pace = after
				s.tell(s.send(a2a.SendStreamingMessage), true, first, &a2a.Error{Name: a2a.InternalError, Message: "no"})
			}
		}
		verb = append(verb,
			ruleCase{check: id, only: over(a2a.REST), bad: begins(0), good: begins(3 * time.Second)},
			ruleCase{check: id, only: over(a2a.REST), bad: begins(time.Second), good: begins(0, whole(a2a.Submitted))})
	}
	metadata := func(text string) func(*a2a.Call) {
		return func(c *a2a.Call) { c.Metadata = []byte(text) }
	}
	return append(verb,
		ruleCase{check: "HDR-07",
			bad: func(s *story) { s.card(requiring); s.done() },
			good: func(s *story) {
				s.card(requiring)
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.Extensions = []string{"https://x.test/ext"} }), whole(a2a.Completed))
			}},
		ruleCase{check: "HDR-08",
			bad:  func(s *story) { s.edit = func(x *wire.Exchange) { x.URL = "http://agents.acme.com/rpc" }; s.done() },
			good: func(s *story) { s.edit = func(x *wire.Exchange) { x.URL = "http://10.1.2.3/rpc" }; s.done() }, only: over(a2a.JSONRPC)},
		ruleCase{check: "HDR-09",
			bad:  func(s *story) { s.ok(s.send(a2a.SendMessage, metadata(`{"api_key":"k"}`)), whole(a2a.Completed)) },
			good: func(s *story) { s.ok(s.send(a2a.SendMessage, metadata(`{"keyboard":"k"}`)), whole(a2a.Completed)) }},
		ruleCase{check: "HDR-09",
			bad: func(s *story) {
				s.ok(s.send(a2a.SendMessage, metadata(`{"X-Vendor-SubscriptionKey":"k"}`)), whole(a2a.Completed))
			},
			good: func(s *story) { s.ok(s.send(a2a.SendMessage, metadata(`{"nextPageToken":"k"}`)), whole(a2a.Completed)) }},
		ruleCase{check: "GRPC-05", only: over(a2a.GRPC),
			bad: func(s *story) {
				s.edit = func(x *wire.Exchange) { x.Request.Header.Set("X-A2a-Extensions", "u") }
				s.done()
			},
			good: func(s *story) { s.edit = func(x *wire.Exchange) { x.Request.Header.Set("X-Version", "1") }; s.done() }})
}

func listed(edit func(*a2a.ListQuery)) *a2a.Call {
	q := &a2a.ListQuery{PageSize: 2}
	if edit != nil {
		edit(q)
	}
	return &a2a.Call{Op: a2a.ListTasks, List: q}
}

// page is an answer to ListTasks.
func page(next string, total int, tasks ...a2a.Task) *a2a.Result {
	return &a2a.Result{Tasks: tasks, Next: next, Total: total, PageSize: 2}
}

func row(id string, at int) a2a.Task {
	return a2a.Task{ID: id, ContextID: "c1", Status: a2a.Status{State: a2a.Completed, Timestamp: stamp(at)}}
}

func listCases() []ruleCase {
	second := func(q *a2a.ListQuery) { q.PageToken = "p2" }
	return []ruleCase{
		{check: "LIST-02",
			bad:  func(s *story) { s.ok(listed(nil), page("", 2, row("a", 1), row("b", 2))) },
			good: func(s *story) { s.ok(listed(nil), page("", 3, row("a", 2), row("b", 2), row("c", 1))) }},
		{check: "LIST-03",
			bad: func(s *story) {
				r := row("a", 1)
				r.Artifacts = []a2a.Artifact{text("a1", "x")}
				s.ok(listed(nil), page("", 1, r))
			},
			good: func(s *story) {
				r := row("a", 1)
				r.Artifacts = []a2a.Artifact{text("a1", "x")}
				s.ok(listed(func(q *a2a.ListQuery) { q.IncludeArtifacts = true }), page("", 1, r))
			}},
		{check: "LIST-06",
			bad:  func(s *story) { s.ok(listed(func(q *a2a.ListQuery) { q.ContextID = "c2" }), page("", 1, row("a", 1))) },
			good: func(s *story) { s.ok(listed(func(q *a2a.ListQuery) { q.ContextID = "c1" }), page("", 1, row("a", 1))) }},
		{check: "LIST-06",
			bad: func(s *story) {
				s.ok(listed(func(q *a2a.ListQuery) { q.State = a2a.Working }), page("", 1, row("a", 1)))
			},
			good: func(s *story) {
				s.ok(listed(func(q *a2a.ListQuery) { q.State = a2a.Completed }), page("", 1, row("a", 1)))
			}},
		{check: "LIST-06",
			bad: func(s *story) {
				s.ok(listed(func(q *a2a.ListQuery) { q.StatusTimestampAfter = stamp(2) }), page("", 1, row("a", 1)))
			},
			good: func(s *story) {
				s.ok(listed(func(q *a2a.ListQuery) { q.StatusTimestampAfter = stamp(0) }), page("", 1, row("a", 1)))
			}},
		{check: "LIST-07",
			bad: func(s *story) {
				s.ok(listed(nil), page("p2", 3, row("a", 3), row("b", 2)))
				s.ok(listed(second), page("", 3, row("b", 2)))
			},
			good: func(s *story) { // b changed while the list was read
				s.ok(listed(nil), page("p2", 3, row("a", 3), row("b", 2)))
				s.ok(listed(second), page("", 3, row("b", 1)))
			}},
		{check: "LIST-07",
			bad: func(s *story) {
				s.ok(listed(nil), page("p2", 4, row("a", 3), row("b", 2)))
				s.ok(listed(second), page("", 4, row("c", 1)))
			},
			good: func(s *story) {
				s.ok(listed(nil), page("p2", 3, row("a", 3), row("b", 2)))
				s.ok(listed(second), page("", 3, row("c", 1)))
				s.ok(listed(func(q *a2a.ListQuery) { q.PageToken = "p7" }), page("", 9, row("d", 1))) // of another list
			}},
		{check: "LIST-08", only: func(v a2a.Version, b a2a.Binding) bool { return v == a2a.V03 && b == a2a.JSONRPC },
			bad:  func(s *story) { s.drafted(`"result":{"tasks":[]}`) },
			good: func(s *story) { s.drafted(`"error":{"code":-32601,"message":"no"}`) }},
	}
}

func config(task, id, url string) *a2a.Call {
	return &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: &a2a.PushConfig{
		ID: id, TaskID: task, URL: url, Token: "tok", Schemes: []string{"Bearer"}, Credentials: "cred"}}
}

const hookURL = "http://127.0.0.1:7440/hook/1"

// hooked adds a task with a webhook.
func (s *story) hooked() {
	s.begun()
	c := config("t1", "h1", hookURL)
	s.ok(c, &a2a.Result{Push: c.Push})
}

func removal() *a2a.Call { return &a2a.Call{Op: a2a.DeletePushConfig, TaskID: "t1", PushID: "h1"} }

func pushCases() []ruleCase {
	const token = "X-A2A-Notification-Token"
	right := []string{token, "tok", "Authorization", "Bearer cred"}
	anonymous := func(s *story, id string) {
		s.begun()
		c := config("t1", id, hookURL)
		s.ok(c, &a2a.Result{Push: c.Push})
	}
	return []ruleCase{
		{check: "PUSH-03", only: over(a2a.JSONRPC), bad: func(s *story) { anonymous(s, "") }, good: func(s *story) { anonymous(s, "h1") }},
		{check: "PUSH-07",
			bad:  func(s *story) { s.hooked(); s.ok(removal(), &a2a.Result{}); s.fail(removal(), a2a.InvalidParams) },
			good: func(s *story) { s.hooked(); s.ok(removal(), &a2a.Result{}); s.ok(removal(), &a2a.Result{}) }},
		{check: "PUSH-10", severity: a2a.SeverityWarning,
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, update(a2a.Completed, 2), right...) },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
		{check: "PUSH-10", severity: a2a.SeverityWarning,
			bad:  func(s *story) { s.deliver(hookURL, update(a2a.Completed, 2)) }, // to a webhook that nobody registered
			good: func(s *story) { s.deliver(hookURL, whole(a2a.Completed)) }},
		{check: "PUSH-11",
			bad:  func(s *story) { s.hooked(); s.v = a2a.V03; s.deliver(hookURL, whole(a2a.Completed), right...) },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
		{check: "PUSH-21",
			bad:  func(s *story) { s.hooked(); s.v = a2a.V10; s.deliver(hookURL, whole(a2a.Completed), right...) },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
		{check: "PUSH-13",
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), token, "other") },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), token, "tok") }},
		{check: "PUSH-13",
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), "A2A-Notification-Token", "tok") },
			good: func(s *story) { s.deliver(hookURL, whole(a2a.Completed)) }}, // registered before the recording began
		{check: "PUSH-14",
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), "Authorization", "Bearer other") },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
		{check: "PUSH-15",
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), token, "tok") },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
		{check: "PUSH-17",
			bad: func(s *story) {
				s.deliver("http://127.0.0.1:7440/hook/0", whole(a2a.Completed, id("t0")))
				s.hooked()
				s.ok(s.follow("t1"), whole(a2a.Completed))
				s.now = s.now.Add(time.Minute)
				s.done(id("t2"))
			},
			good: func(s *story) {
				s.deliver("http://127.0.0.1:7440/hook/0", whole(a2a.Completed, id("t0")))
				s.hooked()
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.InputRequired)) // as before
				s.now = s.now.Add(time.Minute)
				s.done(id("t2"))
			}},
		{check: "PUSH-18",
			bad: func(s *story) {
				s.hooked()
				s.ok(removal(), &a2a.Result{})
				s.deliver(hookURL, whole(a2a.Completed), right...)
			},
			good: func(s *story) {
				s.hooked()
				s.deliver(hookURL, whole(a2a.Completed), right...)
				s.ok(removal(), &a2a.Result{})
			}},
		{check: "PUSH-19",
			bad:  func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed, id("t9")), right...) },
			good: func(s *story) { s.hooked(); s.deliver(hookURL, whole(a2a.Completed), right...) }},
	}
}
