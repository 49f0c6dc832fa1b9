package judge

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func over(b a2a.Binding) func(a2a.Version, a2a.Binding) bool {
	return func(_ a2a.Version, is a2a.Binding) bool { return is == b }
}

func inContext(id string) func(*a2a.Call) {
	return func(c *a2a.Call) { c.Message.ContextID = id }
}

func id(s string) func(*a2a.Task) { return func(t *a2a.Task) { t.ID = s } }

func in(context string) func(*a2a.Task) { return func(t *a2a.Task) { t.ContextID = context } }

func ruleCases() []ruleCase {
	return slices.Concat(taskCases(), contextCases(), resultCases(), errorCases(), cardCases(), headerCases(), streamCases(), listCases(), pushCases(), fetchCases(), untrueCases())
}

func taskCases() []ruleCase {
	return []ruleCase{
		{check: "ERR-02",
			bad:  func(s *story) { s.fail(of(a2a.SubscribeToTask, "t9"), a2a.InvalidParams) },
			good: func(s *story) { s.fail(of(a2a.SubscribeToTask, "t9"), a2a.UnsupportedOperation) }},
		{check: "STM-06",
			bad:  func(s *story) { s.fail(of(a2a.CancelTask, "t9"), a2a.InternalError) },
			good: func(s *story) { s.fail(of(a2a.CancelTask, "t9"), a2a.TaskNotCancelable) }}, // it may be an older task
		{check: "STM-06",
			bad:  func(s *story) { s.fail(of(a2a.GetTask, "t9"), a2a.InternalError) },
			good: func(s *story) { s.done(); s.fail(of(a2a.GetTask, "t1"), a2a.InternalError) }},
		{check: "STM-06", only: func(v a2a.Version, b a2a.Binding) bool { return b == a2a.REST && ownMedia(v) }, // a status alone may come from a server in front of the agent, for any reason
			bad: func(s *story) { s.refused(of(a2a.GetTask, "t9"), 422, nil, nil) },
			good: func(s *story) {
				for _, status := range []int{400, 422, 500, 501} {
					s.bare(of(a2a.GetTask, "t9"), status)
				}
				s.bare(of(a2a.GetTask, "t1"), 404)
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed))
			}},
		{check: "STM-06",
			bad: func(s *story) {
				s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotFound)
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
			},
			good: func(s *story) {
				s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotFound)
				s.begun()
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
			}},
		{check: "REQ-15",
			bad:  func(s *story) { s.fail(s.follow("t9"), a2a.InternalError) },
			good: func(s *story) { s.fail(s.follow("t9"), a2a.TaskNotFound) }},
		{check: "REQ-15",
			bad: func(s *story) {
				c := s.follow("t1")
				s.ok(c, whole(a2a.Completed, func(t *a2a.Task) { t.History = []a2a.Message{*c.Message} }))
			},
			good: func(s *story) { s.ok(s.follow("t1"), whole(a2a.Completed)) }}, // it may be an older task
		{check: "REQ-15",
			bad: func(s *story) {
				s.begun()
				u := update(a2a.Completed, 2)
				u.Status.TaskID = "t2"
				s.ok(s.send(a2a.SendStreamingMessage, to("t1")), whole(a2a.Working, id("t2")), u)
			},
			good: func(s *story) {
				s.begun()
				s.ok(s.send(a2a.SendStreamingMessage, to("t1")), whole(a2a.Working), update(a2a.Completed, 2))
			}},
		{check: "STM-11",
			bad:  func(s *story) { s.done(); s.done() },
			good: func(s *story) { s.done(); s.done(id("t2"), in("c2")) }},
		{check: "STM-02",
			bad:  func(s *story) { s.done(); s.ok(s.follow("t1"), whole(a2a.Completed)) },
			good: func(s *story) { s.done(); s.fail(s.follow("t1"), a2a.InvalidParams) }},
		{check: "STM-03",
			bad:  func(s *story) { s.done(); s.ok(s.follow("t1"), whole(a2a.Completed)) },
			good: func(s *story) { s.begun(); s.ok(s.follow("t1"), whole(a2a.Completed)) }},
		{check: "STM-03",
			bad:  func(s *story) { s.done(); s.fail(s.follow("t1"), a2a.InvalidParams) },
			good: func(s *story) { s.done(); s.fail(s.follow("t1"), a2a.UnsupportedOperation) }},
		{check: "STM-05",
			bad:  func(s *story) { s.done(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Completed)) },
			good: func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled)) }},
		{check: "STM-05",
			bad:  func(s *story) { s.done(); s.fail(of(a2a.CancelTask, "t1"), a2a.InternalError) },
			good: func(s *story) { s.done(); s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable) }},
		{check: "STM-13",
			bad: func(s *story) {
				s.begun()
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Working))
			},
			good: func(s *story) {
				s.begun()
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
				s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotFound)
			}},
		{check: "STM-13", severity: a2a.SeverityInfo,
			bad: func(s *story) {
				s.begun()
				s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
				s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable)
			},
			good: func(s *story) { s.done(); s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable) }},
		{check: "RES-15",
			bad:  func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Completed)) },
			good: func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled)) }},
		{check: "RES-15", severity: a2a.SeverityInfo, // it may follow
			bad:  func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Working)) },
			good: func(s *story) { s.begun(); s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable) }},
		{check: "ERR-16",
			bad: func(s *story) {
				s.edit = signed("one")
				s.done()
				s.edit = signed("two")
				s.fail(of(a2a.GetTask, "t1"), a2a.AuthorizationFailed).Response.Status = 403
			},
			good: func(s *story) {
				s.edit = signed("one")
				s.done()
				s.edit = signed("two")
				s.fail(of(a2a.GetTask, "t1"), a2a.TaskNotFound)
				s.edit = signed("one")
				s.fail(of(a2a.GetTask, "t1"), a2a.AuthorizationFailed).Response.Status = 403 // the agent's own
			}},
		{check: "ERR-19", severity: a2a.SeverityWarning, only: func(v a2a.Version, _ a2a.Binding) bool { return v == a2a.V03 || v == a2a.V10 },
			bad: func(s *story) { s.card(keyed); s.ok(s.send(a2a.SendMessage), whole(a2a.Completed)) },
			good: func(s *story) {
				s.card(keyed)
				s.edit = func(x *wire.Exchange) { x.Request.Header.Set("X-Own", "****") }
				s.ok(s.send(a2a.SendMessage), whole(a2a.Completed))
				s.fail(s.send(a2a.SendMessage), a2a.InternalError)
				s.edit = signed("one") // perhaps not what the card names, but not missing credentials
				s.ok(s.send(a2a.SendMessage), whole(a2a.Completed))
				s.card(func(c *a2a.Card) { keyed(c); c.Security = append(c.Security, a2a.Requirement{}) })
				s.ok(s.send(a2a.SendMessage), whole(a2a.Completed))
			}},
		{check: "REQ-24", only: over(a2a.JSONRPC),
			bad:  func(s *story) { s.fail(of(a2a.GetTask, ""), a2a.TaskNotFound) },
			good: func(s *story) { s.fail(of(a2a.GetTask, "t9"), a2a.TaskNotFound) }},
		{check: "STM-07",
			bad: func(s *story) {
				s.ok(s.send(a2a.SendMessage), whole(a2a.InputRequired, func(t *a2a.Task) { t.Status.Message = nil }))
			},
			good: func(s *story) { s.begun() }},
		{check: "STM-08", severity: a2a.SeverityWarning,
			bad: func(s *story) {
				s.ok(s.send(a2a.SendMessage), whole(a2a.AuthRequired, func(t *a2a.Task) { t.Status.Message = nil }))
			},
			good: func(s *story) { s.ok(s.send(a2a.SendMessage), whole(a2a.AuthRequired)) }},
	}
}

// keyed makes a card require a key in the header X-Own.
func keyed(c *a2a.Card) {
	c.SecuritySchemes = []a2a.SecurityScheme{{Name: "key", Type: "apiKey", In: "header", Param: "X-Own"}}
	c.Security = []a2a.Requirement{{"key": {}}}
}

func contextCases() []ruleCase {
	return []ruleCase{
		{check: "REQ-16",
			bad:  func(s *story) { s.begun(); s.ok(s.follow("t1", inContext("c9")), whole(a2a.Completed)) },
			good: func(s *story) { s.begun(); s.ok(s.follow("t1", inContext("c1")), whole(a2a.Completed)) }},
		{check: "REQ-17", severity: a2a.SeverityInfo,
			bad: func(s *story) { s.ok(s.send(a2a.SendMessage, inContext("c1")), whole(a2a.Completed)) },
			good: func(s *story) {
				s.done()
				s.ok(s.send(a2a.SendMessage, inContext("c1")), whole(a2a.Completed, id("t2")))
			}},
		{check: "REQ-18",
			bad: func(s *story) {
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.Message.ID = "m" }), whole(a2a.Completed))
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.Message.ID = "m" }), whole(a2a.Completed, id("t2")))
			},
			good: func(s *story) { // the same again
				c := s.send(a2a.SendMessage)
				s.ok(c, whole(a2a.Completed))
				s.ok(c, whole(a2a.Completed))
			}},
		{check: "REQ-19",
			bad: func(s *story) {
				s.card(func(c *a2a.Card) { c.Interfaces[0].Tenant = "t" })
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.Tenant = "u" }), whole(a2a.Completed))
			},
			good: func(s *story) {
				s.card(func(c *a2a.Card) { c.Interfaces[0].Tenant = "t" })
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.Tenant = "t" }), whole(a2a.Completed))
			}},
		{check: "RES-02",
			bad:  func(s *story) { s.ok(s.send(a2a.SendMessage, inContext("c9")), whole(a2a.Completed)) },
			good: func(s *story) { s.ok(s.send(a2a.SendMessage, inContext("c1")), whole(a2a.Completed)) }},
		{check: "RES-02",
			bad:  func(s *story) { s.begun(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed, in("c9"))) },
			good: func(s *story) { s.begun(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed)) }},
		{check: "RES-10",
			bad:  func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled, in("c9"))) },
			good: func(s *story) { s.begun(); s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled)) }},
		{check: "RES-09", severity: a2a.SeverityWarning,
			bad:  func(s *story) { s.done(in("")) },
			good: func(s *story) { s.done() }},
		{check: "RES-10",
			bad:  func(s *story) { s.ok(s.send(a2a.SendMessage, inContext("c9")), whole(a2a.Completed)) },
			good: func(s *story) { s.fail(s.send(a2a.SendMessage, inContext("c9")), a2a.InvalidParams) }},
	}
}

func to(task string) func(*a2a.Call) { return func(c *a2a.Call) { c.Message.TaskID = task } }

func length(n int) func(*a2a.Call) { return func(c *a2a.Call) { c.HistoryLength = &n } }

func history(n int) func(*a2a.Task) {
	return func(t *a2a.Task) {
		for range n {
			t.History = append(t.History, a2a.Message{ID: "h", Role: a2a.User, Parts: parts("x")})
		}
	}
}

func accepting(modes ...string) func(*a2a.Call) {
	return func(c *a2a.Call) { c.AcceptedOutputModes = modes }
}

func typed(media string) func(*a2a.Task) {
	return func(t *a2a.Task) {
		t.Artifacts = []a2a.Artifact{{ID: "a", Parts: []a2a.Part{{Kind: a2a.FilePart, Bytes: []byte("x"), MediaType: media}}}}
	}
}

func resultCases() []ruleCase {
	blocking := [2]string{`"message":{`, `"configuration":{"blocking":true},"message":{`}
	return []ruleCase{
		{check: "RES-12",
			bad: func(s *story) {
				s.done()
				c := of(a2a.GetTask, "t1")
				length(1)(c)
				s.ok(c, whole(a2a.Completed, history(2)))
			},
			good: func(s *story) {
				s.done()
				c := of(a2a.GetTask, "t1")
				length(2)(c)
				s.ok(c, whole(a2a.Completed, history(2)))
			}},
		{check: "RES-16", severity: a2a.SeverityWarning,
			bad: func(s *story) { s.ok(s.send(a2a.SendMessage), whole(a2a.Working)) },
			good: func(s *story) {
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.ReturnImmediately = true }), whole(a2a.Working))
				s.begun()
			}},
		{check: "RES-17", only: func(_ a2a.Version, b a2a.Binding) bool { return b != a2a.GRPC },
			bad: func(s *story) {
				if s.b != a2a.REST { // its requests already say so
					s.swap = blocking
				}
				s.ok(s.send(a2a.SendMessage), whole(a2a.Working))
			},
			good: func(s *story) {
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.ReturnImmediately = true }), whole(a2a.Working))
			}},
		{check: "RES-23",
			bad: func(s *story) {
				s.edit = func(x *wire.Exchange) { x.Answered = x.RequestDone.Add(5 * time.Second) }
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.ReturnImmediately = true }), whole(a2a.Completed))
			},
			good: func(s *story) { // it was done at once
				s.ok(s.send(a2a.SendMessage, func(c *a2a.Call) { c.ReturnImmediately = true }), whole(a2a.Completed))
			}},
		{check: "RES-24",
			bad: func(s *story) {
				s.done(history(1), func(t *a2a.Task) { t.History[0].ContextID = "c9" })
			},
			good: func(s *story) {
				s.done(history(2), func(t *a2a.Task) { t.History[0].ContextID = "c1" })
			}},
		{check: "RES-18",
			bad: func(s *story) {
				s.ok(s.send(a2a.SendMessage, accepting("text/plain")), whole(a2a.Completed, typed("image/png")))
			},
			good: func(s *story) {
				s.ok(s.send(a2a.SendMessage, accepting("image/*", "text/plain")), whole(a2a.Completed, typed("image/png")))
			}},
		{check: "RES-20", severity: a2a.SeverityWarning,
			bad: func(s *story) {
				s.done(func(t *a2a.Task) {
					t.Artifacts = nil
					t.Status.Message = &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.DataPart, Data: []byte(`{"a":1}`)}}}
				})
			},
			good: func(s *story) {
				s.done(func(t *a2a.Task) {
					t.Status.Message = &a2a.Message{ID: "m", Role: a2a.Agent, Parts: parts("done")}
				})
			}},
		{check: "ART-07",
			bad: func(s *story) {
				s.streamed()
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed, func(t *a2a.Task) { t.Artifacts[0].Parts = parts("hell") }))
			},
			good: func(s *story) {
				s.streamed()
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed, func(t *a2a.Task) { t.Artifacts[0].Parts = append(parts("hel"), parts("lo")...) }))
			}},
	}
}

func streamCases() []ruleCase {
	subscription := func(s *story, all ...*a2a.Result) { // opened while the first stream was open
		s.now = s.now.Add(-100 * time.Second)
		s.lasts = 100 * time.Second
		s.ok(of(a2a.SubscribeToTask, "t1"), all...)
	}
	long := func(s *story) { s.lasts = 50 * time.Second; s.streamed() }
	return []ruleCase{
		{check: "SSE-15",
			bad:  func(s *story) { s.lasts = 5 * time.Second; s.how = wire.Cancelled; s.streamed() },
			good: func(s *story) { s.how = wire.Cancelled; s.streamed() }},
		{check: "SSE-15",
			bad: func(s *story) { s.lasts = 5 * time.Second; s.streamed() },
			good: func(s *story) { // a rule held the last event, and the end by the agent is not recorded
				s.lasts, s.edit = 5*time.Second, func(x *wire.Exchange) { x.PassageKinds = wire.PassageKindsOf(wire.PassageHeld) }
				s.streamed()
			}},
		{check: "SSE-15", // a rule held the end
			bad:  func(s *story) { s.keptBack(10*time.Second, 9*time.Second); s.streamed() },
			good: func(s *story) { s.keptBack(10*time.Second, 50*time.Millisecond); s.streamed() }},
		{check: "SSE-23", // a rule held the end of the first stream until the task had gone on
			bad: func(s *story) {
				s.keptBack(50*time.Second, 49*time.Second)
				s.streamed()
				subscription(s, whole(a2a.Working), chunk("lo", true, true), chunk("hel", false, false), update(a2a.Completed, 2))
			},
			good: func(s *story) {
				s.keptBack(50*time.Second, 50*time.Millisecond)
				s.streamed()
				s.now = s.now.Add(-10 * time.Second)
				s.ok(of(a2a.SubscribeToTask, "t1"), whole(a2a.Working), chunk("lo", true, true), chunk("hel", false, false), update(a2a.Completed, 2))
			}},
		{check: "SSE-21",
			bad:  func(s *story) { s.done(); s.ok(of(a2a.SubscribeToTask, "t1"), whole(a2a.Completed)) },
			good: func(s *story) { s.done(); s.fail(of(a2a.SubscribeToTask, "t1"), a2a.UnsupportedOperation) }},
		{check: "SSE-23",
			bad: func(s *story) {
				long(s)
				subscription(s, whole(a2a.Working), chunk("lo", true, true), chunk("hel", false, false), update(a2a.Completed, 2))
			},
			good: func(s *story) {
				long(s)
				subscription(s, whole(a2a.Working), chunk("hel", false, false), chunk("lo", true, true), update(a2a.Completed, 2))
			}},
		{check: "SSE-24",
			bad: func(s *story) {
				s.ok(s.send(a2a.SendStreamingMessage), update(a2a.Working, 2), update(a2a.Completed, 1))
			},
			good: func(s *story) {
				s.ok(s.send(a2a.SendStreamingMessage), update(a2a.Working, 2), update(a2a.Completed, 2))
			}},
		{check: "SSE-26", severity: a2a.SeverityInfo,
			bad: func(s *story) {
				s.ok(s.send(a2a.SendStreamingMessage), whole(a2a.Working), update(a2a.AuthRequired, 2))
			},
			good: func(s *story) {
				s.ok(s.send(a2a.SendStreamingMessage), whole(a2a.Working), update(a2a.InputRequired, 2))
			}},
	}
}
