package judge

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestWrongAsked: an agent may ignore what a request asks for under a wrong name or with an invalid value:
// the answer has no finding.
func TestWrongAsked(t *testing.T) {
	counted := func() *a2a.Call { c := of(a2a.GetTask, "t1"); length(1)(c); return c }
	listed := &a2a.Result{Tasks: []a2a.Task{{ID: "t9", ContextID: "c9", Status: a2a.Status{State: a2a.Working, Timestamp: stamp(1)}}}, PageSize: 1, Total: 1}
	for name, c := range map[string]struct {
		binding a2a.Binding
		swap    [2]string
		tell    func(*story)
		check   string
	}{
		"historyLength": {a2a.JSONRPC, [2]string{"historyLength", "history_length"}, func(s *story) { s.ok(counted(), whole(a2a.Completed, history(2))) }, "RES-12"},
		"its type":      {a2a.JSONRPC, [2]string{`"historyLength":1`, `"historyLength":"1"`}, func(s *story) { s.ok(counted(), whole(a2a.Completed, history(2))) }, "RES-12"},
		"contextId": {a2a.JSONRPC, [2]string{"contextId", "context_id"}, func(s *story) {
			s.ok(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: "c1"}}, listed)
		}, "LIST-06"},
		"a state": {a2a.JSONRPC, [2]string{"TASK_STATE_COMPLETED", "completed"}, func(s *story) {
			s.ok(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{State: a2a.Completed}}, listed)
		}, "LIST-06"},
		"acceptedOutputModes": {a2a.REST, [2]string{"acceptedOutputModes", "accepted_output_modes"}, func(s *story) {
			s.ok(s.send(a2a.SendMessage, accepting("text/plain")), whole(a2a.Completed, typed("image/png")))
		}, "RES-18"},
		"a mode that is several": {a2a.JSONRPC, [2]string{`["text/plain"]`, `["text/plain, image/png"]`}, func(s *story) {
			s.ok(s.send(a2a.SendMessage, accepting("text/plain")), whole(a2a.Completed, typed("image/png")))
		}, "RES-18"},
		"a mode that is none": {a2a.GRPC, [2]string{"text/plain", "text-plain"}, func(s *story) {
			s.ok(s.send(a2a.SendMessage, accepting("text/plain")), whole(a2a.Completed, typed("image/png")))
		}, "RES-18"},
		"blocking": {a2a.JSONRPC, [2]string{`"message":{`, `"configuration":{"blocking":false},"message":{`}, func(s *story) {
			s.ok(s.send(a2a.SendMessage), whole(a2a.Working))
		}, "RES-16"},
		"the context of a message": {a2a.JSONRPC, [2]string{"contextId", "context_id"}, func(s *story) {
			s.ok(s.send(a2a.SendMessage, inContext("c9")), whole(a2a.Completed))
		}, "RES-10"},
	} {
		for _, wrong := range []bool{false, true} {
			s := newStory(t, a2a.V10, c.binding)
			if wrong {
				s.swap = c.swap
			}
			c.tell(s)
			all := s.judged(t)
			onAgent := slices.ContainsFunc(all, func(f Finding) bool { return f.Check == c.check })
			onClient := slices.ContainsFunc(all, func(f Finding) bool { return f.Side == wire.Request && f.Severity != a2a.SeverityInfo })
			if onAgent == wrong || onClient != wrong {
				t.Errorf("%s, wrong %t: %s on the agent %t, the client at fault %t\n%s", name, wrong, c.check, onAgent, onClient, told(all))
			}
		}
	}
}

// TestWrongRegistration: an agent may ignore what a registration has under a wrong name or in a wrong form:
// its notifications have no finding.
func TestWrongRegistration(t *testing.T) {
	for name, c := range map[string]struct {
		version a2a.Version
		swap    [2]string
		found   bool
	}{
		"right":                 {a2a.V10, [2]string{}, true},
		"right in 0.3":          {a2a.V03, [2]string{}, true},
		"authentication":        {a2a.V10, [2]string{`"authentication"`, `"Authentication"`}, false},
		"authentication in 0.3": {a2a.V03, [2]string{`"authentication"`, `"Authentication"`}, false},
		"a scheme":              {a2a.V10, [2]string{`"scheme"`, `"Scheme"`}, false},
		"schemes":               {a2a.V10, [2]string{`"scheme":"Bearer"`, `"schemes":["Bearer"]`}, false},
		"a scheme in 0.3":       {a2a.V03, [2]string{`"schemes":["Bearer"]`, `"scheme":"Bearer"`}, false},
		"credentials":           {a2a.V10, [2]string{`"credentials"`, `"Credentials"`}, false},
	} {
		s := newStory(t, c.version, a2a.JSONRPC)
		s.begun()
		s.swap = c.swap
		call := config("t1", "h1", hookURL)
		s.ok(call, &a2a.Result{Push: call.Push})
		s.deliver(hookURL, whole(a2a.Completed))
		all := s.judged(t)
		delivered := slices.ContainsFunc(all, func(f Finding) bool { return f.Exchange == "x03" })
		asked := slices.ContainsFunc(all, func(f Finding) bool {
			return f.Exchange == "x02" && f.Side == wire.Request && f.Severity != a2a.SeverityInfo
		})
		if delivered != c.found || asked == c.found {
			t.Errorf("%s:\n%s", name, told(all))
		}
	}
}

// TestAskedTwice: an agent may use the first or last of duplicate members, whatever other exchanges show: it
// is never blamed for that, then or later.
func TestAskedTwice(t *testing.T) {
	for name, c := range map[string]struct {
		swap [2]string
		tell func(*story)
	}{
		"another task": {[2]string{`"id":"t9"`, `"id":"t9","id":"t1"`}, func(s *story) { s.ok(of(a2a.GetTask, "t9"), whole(a2a.Completed)) }},
		"a task that there is not": {[2]string{`"id":"t1"`, `"id":"t9","id":"t1"`}, func(s *story) {
			s.fail(of(a2a.GetTask, "t1"), a2a.TaskNotFound)
			s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed))
		}},
		"another length": {[2]string{`"historyLength":1`, `"historyLength":3,"historyLength":1`}, func(s *story) {
			c := of(a2a.GetTask, "t1")
			length(1)(c)
			s.ok(c, whole(a2a.Completed, history(2)))
		}},
		"another context": {[2]string{`"contextId":"c9"`, `"contextId":"c1","contextId":"c9"`}, func(s *story) { s.ok(s.send(a2a.SendMessage, inContext("c9")), whole(a2a.Completed)) }},
	} {
		s := newStory(t, a2a.V10, a2a.JSONRPC)
		s.swap = c.swap
		c.tell(s)
		all := s.judged(t)
		if slices.ContainsFunc(all, func(f Finding) bool { return f.Side == wire.Response }) || !slices.ContainsFunc(all, func(f Finding) bool { return f.Check == "FORM-02" }) {
			t.Errorf("%s:\n%s", name, told(all))
		}
	}
}

// TestRightRefusal: a message to a finished task that has a second reason for refusal may be refused for
// either.
func TestRightRefusal(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*a2a.Call)
		error a2a.ErrorName
	}{
		"another context": {inContext("c9"), a2a.InvalidParams},
		"a media type": {func(c *a2a.Call) {
			c.Message.Parts = []a2a.Part{{Kind: a2a.FilePart, Bytes: []byte("x"), MediaType: "image/png"}}
		}, a2a.ContentTypeNotSupported},
		"no mode in common": {accepting("image/png"), a2a.ContentTypeNotSupported},
	} {
		s := newStory(t, a2a.V10, a2a.JSONRPC)
		s.card(nil)
		s.done()
		s.fail(s.follow("t1", c.edit), c.error)
		if all := s.judged(t); slices.ContainsFunc(all, func(f Finding) bool { return f.Check == "STM-03" }) {
			t.Errorf("%s:\n%s", name, told(all))
		}
	}
}

// TestPushOfAnotherVersion: a delivery in the form of another version than its registration's is named as
// such.
func TestPushOfAnotherVersion(t *testing.T) {
	for _, c := range []struct {
		registered, pushed a2a.Version
		check              string
	}{{a2a.V10, a2a.V03, "PUSH-11"}, {a2a.V10, a2a.V01, "PUSH-11"}, {a2a.V03, a2a.V10, "PUSH-21"}, {a2a.V10, a2a.V10, ""}, {a2a.V03, a2a.V02, ""}} {
		for _, r := range []*a2a.Result{whole(a2a.Completed), update(a2a.Completed, 2)} {
			if r.Task == nil && c.check == "" && c.pushed != a2a.V10 {
				continue // before 1.0, an event is no notification
			}
			s := newStory(t, c.registered, a2a.JSONRPC)
			s.hooked()
			s.v = c.pushed
			s.deliver(hookURL, r, tokenHeader, "tok", "Authorization", "Bearer cred")
			var got []string
			for _, f := range s.judged(t) {
				if strings.HasPrefix(f.Check, "PUSH-") {
					got = append(got, f.Check)
				}
			}
			if want := c.check; len(got) > 1 || strings.Join(got, "") != want {
				t.Errorf("registered in %s, pushed in %s, %+v: %v, want %q", c.registered, c.pushed, r, got, want)
			}
		}
	}
}

// TestDeliveryOfNothing: a delivery that is not a notification of any version, such as one inside a JSON-RPC
// envelope, breaks the rule of the version of its registration.
func TestDeliveryOfNothing(t *testing.T) {
	for _, body := range []string{`{"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"completed"}}}`, `{"jsonrpc":"2.0","method":"push","params":{}}`, `{}`, ``, `[1]`} {
		for version, want := range map[a2a.Version]string{a2a.V10: "PUSH-11", a2a.V03: "PUSH-21"} {
			s := newStory(t, version, a2a.JSONRPC)
			s.hooked()
			s.deliverBytes(hookURL, []byte(body), http.Header{"Content-Type": {"application/json"}})
			if !slices.ContainsFunc(s.judged(t), func(f Finding) bool { return f.Check == want }) {
				t.Errorf("registered in %s, %q came: no %s", version, body, want)
			}
		}
	}
}

// TestCutAnswers: nothing is found missing in a truncated answer, or in an error with a truncated code.
func TestCutAnswers(t *testing.T) {
	const task = `"result":{"id":"t9","contextId":"c9","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`
	sent := `"result":{"task":` + strings.TrimPrefix(task, `"result":`) + "}"
	get, send := of(a2a.GetTask, "t9"), &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "x"}}}}
	for _, c := range []struct {
		call   *a2a.Call
		answer string
		found  string // the check that is found unless the client left
	}{
		{get, `"error":{"message":"no such task","code":-3200`, ""},
		{get, `"error":{"message":"no such task","code":-32603}}`, "STM-06"},
		{send, sent[:strings.Index(sent, "c9")+1], ""},
		{send, sent[:strings.Index(sent, `,"contextId"`)], ""},
		{send, sent[:strings.Index(sent, "}")], ""},
		{send, sent, ""},
		{send, strings.Replace(sent, `"contextId":"c9",`, "", 1), "RES-09"},
	} {
		for _, outcome := range []wire.Outcome{wire.ByAgent, wire.Cut, wire.Cancelled} {
			s := newStory(t, a2a.V10, a2a.JSONRPC)
			req, _, err := dialect.Request(s.v, s.b, s.endpoint(), "1", c.call)
			if err != nil {
				t.Fatal(err)
			}
			s.how = outcome
			s.exchange(req, 200, http.Header{"Content-Type": {"application/json"}}, nil, `{"jsonrpc":"2.0","id":1,`+c.answer)
			all := slices.DeleteFunc(s.judged(t), func(f Finding) bool { return f.Side != wire.Response || f.Check == "FORM-04" })
			has := slices.ContainsFunc(all, func(f Finding) bool { return f.Check == c.found })
			if has != (c.found != "" && outcome != wire.Cancelled) || c.found == "" && len(all) > 0 {
				t.Errorf("%s of %s: %s", outcome, c.answer, told(all))
			}
		}
	}
}
