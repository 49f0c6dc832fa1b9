package cause

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// asked returns a finding of a request.
func asked(check, path, message string) []PlacedFinding {
	severity := a2a.SeverityError
	if check == "REQ-23" || check == "REST-02" {
		severity = a2a.SeverityWarning
	}
	return []PlacedFinding{{Problem: a2a.Problem{Check: check, Severity: severity, Path: path, Message: message}, Place: Request}}
}

// TestFindingsExplain: findings of the request take precedence over the general meaning of an error or status.
func TestFindingsExplain(t *testing.T) {
	refused := func(name a2a.ErrorName) *a2a.Error { return &a2a.Error{Name: name, Code: -32000} }
	noID := `Member "id" is required and is missing.`
	warns := []PlacedFinding{{Problem: a2a.Problem{Check: "RES-18", Severity: a2a.SeverityWarning, Path: "$.params.configuration", Message: "The mode is no media type."}, Place: Request}}
	cut := []PlacedFinding{{Problem: a2a.Problem{Check: "FORM-04", Severity: a2a.SeverityError, Path: "$", Message: "Incomplete JSON: it ends at byte 40.", Offset: 40, CutOff: true}, Place: Request}}
	early := func(status int) wire.Exchange {
		return with(answered(status), func(x *wire.Exchange) { x.Answered = time.Unix(1, 0) })
	}
	foreign := func(status int) wire.Exchange {
		return answered(status, "Content-Type", "application/problem+json")
	}
	asks := func(version string) wire.Exchange {
		return with(answered(200), func(x *wire.Exchange) { x.Request.Header.Set("A2A-Version", version) })
	}
	none := asked("REQ-23", "$.method", `No version has a method "Frob".`)
	for _, c := range []struct {
		name      string
		c         Case
		says, try string
	}{
		{"no task, of no id", Case{Exchange: answered(200), Error: refused(a2a.TaskNotFound), Findings: asked("REQ-24", "$.params.id", noID)}, noID, ""},
		{"no task, of an id that is a number", Case{Exchange: answered(200), Error: refused(a2a.TaskNotFound), Findings: asked("FORM-01", "$.params.id", "Expected a string, got a number.")}, "Expected a string", "Write a string as params.id."},
		{"no task, of a config's task", Case{Exchange: answered(200), Error: refused(a2a.TaskNotFound), Findings: asked("PUSH-02", "$.params.taskId", `Member "taskId" is required and is missing.`)}, `Member "taskId"`, ""},
		{"no task to cancel, of no id", Case{Exchange: answered(200), Error: refused(a2a.TaskNotCancelable), Findings: asked("REQ-24", "$.params.id", noID)}, noID, ""},
		{"no task, and something else wrong", Case{Exchange: answered(200), Error: refused(a2a.TaskNotFound), Findings: asked("FORM-01", "$.params.historyLength", "Expected a number, got a string.")}, "The agent has no task with this id.", ""},
		{"no task, of a call with an id of its own", Case{Exchange: answered(200), Error: refused(a2a.TaskNotFound), Findings: asked("RPC-07", "$.id", "The id is a list.")}, "The agent has no task with this id.", ""},
		{"params, of a member of another version", Case{Exchange: answered(200), Error: refused(a2a.InvalidParams), Findings: asked("RES-21", "$.params.message.parts[0].type", `Member "type" does not belong here.`)}, `Member "type" does not belong here.`, ""},
		{"params, of what other agents take", Case{Exchange: answered(200), Error: refused(a2a.InvalidParams), Findings: warns}, "The mode is no media type.", ""},
		{"a request, of what other agents take", Case{Exchange: answered(200), Error: refused(a2a.InvalidRequest), Findings: warns}, "The mode is no media type.", ""},
		{"params, of an error rather than a warning", Case{Exchange: answered(200), Error: refused(a2a.InvalidParams), Findings: append(slices.Clone(warns), asked("FORM-01", "$.params.message", "Expected an object, got a number.")...)}, "Expected an object", ""},
		{"a parse error of a reused id", Case{Exchange: answered(200), Error: refused(a2a.ParseError), Findings: asked("REQ-18", "$.params.message.messageId", "The messageId was used.")}, "The agent could not read the request as JSON.", ""},
		{"params of a reused id", Case{Exchange: answered(200), Error: refused(a2a.InvalidParams), Findings: asked("REQ-18", "$.params.message.messageId", "The messageId was used.")}, "The messageId was used.", ""},
		{"a 403 in words", Case{Exchange: answered(403), Error: &a2a.Error{Name: a2a.OtherError, Code: -32000, Message: "host not allowed"}}, "The agent, or a server in front of it, does not allow this, and says why.", "may not be about credentials"},
		{"a 400 without a code, beside a warning", Case{Exchange: answered(400), Findings: warns}, "The agent answered with 400 Bad Request.", ""},
		{"a 413 before the request was whole", Case{Exchange: early(413), Findings: cut}, "The agent, or a server in front of it, does not accept a request this long.", "Send less"},
		{"a 503 before the request was whole", Case{Exchange: early(503), Findings: cut}, "The agent, or a server in front of it, accepts no calls for now.", "retry"},
		{"a 400 to a request that is not whole", Case{Exchange: with(early(400), func(x *wire.Exchange) { x.RequestDone = time.Unix(1, 0) }), Findings: cut}, "The request is an incomplete JSON document: it breaks off at byte 40.", ""},
		{"a 504 over HTTP+JSON that says nothing", Case{Exchange: with(answered(504), func(x *wire.Exchange) { x.Labels.Binding, x.Labels.Op = "rest", "GetTask" }), Error: &a2a.Error{Code: 504, Name: a2a.ResourceUnavailable, Message: "HTTP 504 Gateway Timeout"}}, "A server in front of the agent answered 504 Gateway Timeout", "gateway"},
		{"a 411 that says nothing", Case{Exchange: with(answered(411), func(x *wire.Exchange) { x.Labels.Binding, x.Labels.Op = "rest", "SendMessage" }), Error: &a2a.Error{Code: 411, Name: a2a.OtherError, Message: "HTTP 411 Length Required"}}, "The agent answered with 411 Length Required.", "empty"},
		{"a reset stream", Case{Exchange: with(answered(0), func(x *wire.Exchange) {
			x.Outcome, x.Problem = wire.Cut, "The agent reset the call (stream error: stream ID 15; INTERNAL_ERROR; received from peer). See its log."
		})}, "The agent reset the call (stream error: stream ID 15; INTERNAL_ERROR; received from peer).", "See its log."},
		{"a head that is too long", Case{Exchange: with(answered(200), func(x *wire.Exchange) {
			x.Labels = wire.Labels{Op: "GetTask", Binding: "rest"}
			x.Outcome, x.Frames, x.ResponseBytes, x.Problem = wire.ByAgent, 0, 0, "The head of the answer is longer than 256 KiB. Send less."
		})}, "The head of the answer is longer than 256 KiB.", "Send less."},
		{"a preflight", Case{Exchange: with(answered(403), func(x *wire.Exchange) { x.Method = "OPTIONS"; x.Request.Header = preflight })}, "The agent, or a server in front of it, does not let pages of another origin call it.", "CORS"},
		{"a preflight that is to sign in", Case{Exchange: with(answered(401), func(x *wire.Exchange) { x.Method = "OPTIONS"; x.Request.Header = preflight })}, "The agent, or a server in front of it, does not let pages of another origin call it.", "CORS"},
		{"OPTIONS", Case{Exchange: with(answered(401), func(x *wire.Exchange) { x.Method = "OPTIONS" })}, "The agent requires credentials", "Sign in"},
		{"a type that is not gRPC's", Case{Exchange: with(answered(415), func(x *wire.Exchange) { x.Labels.Binding = "grpc" })}, "The agent does not read the Content-Type", "Send application/grpc."},
		{"a 404 whose body is cut", Case{Exchange: with(answered(404), func(x *wire.Exchange) { x.Labels.Binding, x.Labels.Op = "rest", "GetTask" }), Error: &a2a.Error{Code: 404}, Findings: []PlacedFinding{{Problem: a2a.Problem{Check: "REST-12", Severity: a2a.SeverityError, CutOff: true}, Place: Response}}}, "The agent answered with 404 Not Found.", "is missing"},
		{"a problem for JSON-RPC", Case{Exchange: foreign(400), Error: &a2a.Error{Name: a2a.InvalidRequest, Code: 400, Message: "no such tenant"}}, "The agent answered with 400 Bad Request, and says: “no such tenant”.", "body"},
		{"a problem 422 for JSON-RPC", Case{Exchange: foreign(422), Error: &a2a.Error{Name: a2a.InvalidParams, Code: 422}}, "The agent answered with 422 Unprocessable Entity.", "body"},
		{"a problem that names its error", Case{Exchange: foreign(400), Error: &a2a.Error{Name: a2a.TaskNotFound, Code: 400}}, "The agent has no task with this id.", ""},
		{"no version that the card offers", Case{Exchange: asks("1.0"), Error: refused(a2a.VersionNotSupported), Card: card("0.3", "http://agent.test/v1")}, "The agent does not speak A2A 1.0.", "Send it in 0.3"},
		{"no version, though the card offers it", Case{Exchange: asks("1.0"), Error: refused(a2a.VersionNotSupported), Card: card("1.0", "http://agent.test/v1")}, "The agent does not speak A2A 1.0.", "correct the card"},
		{"no version, of a call that names none", Case{Exchange: answered(200), Error: refused(a2a.VersionNotSupported), Card: card("1.0", "http://agent.test/v1")}, "The agent does not speak A2A 1.0.", "Send the header A2A-Version: 1.0"},
		{"a path of no call", Case{Exchange: with(answered(404), func(x *wire.Exchange) { x.URL, x.Labels = "http://agent.test/favicon.ico", wire.Labels{} }), Card: card("1.0", "http://agent.test/rpc")}, "Nothing is at /favicon.ico.", ""},
		{"an unknown method, as unsupported", Case{Exchange: answered(200), Call: calls("Frob"), Error: refused(a2a.UnsupportedOperation), Findings: none}, `No version of A2A has the method "Frob".`, "name"},
		{"an unknown method, as no request", Case{Exchange: answered(200), Call: calls("Frob"), Error: refused(a2a.InvalidRequest), Findings: none}, `No version of A2A has the method "Frob".`, "name"},
		{"a method of the agent's own, of wrong params", Case{Exchange: answered(200), Call: calls("Frob"), Error: refused(a2a.InvalidParams), Findings: none}, "The agent does not accept the parameters.", "schema"},
		{"an unknown method, by a status", Case{Exchange: answered(501), Call: calls("Frob"), Findings: none}, `No version of A2A has the method "Frob".`, "name"},
		{"a known method, by a status", Case{Exchange: answered(501), Call: calls("SendMessage")}, "The server does not implement this request.", ""},
		{"a method of HTTP", Case{Exchange: with(answered(405), func(x *wire.Exchange) { x.Method = "PUT" }), Findings: asked("RPC-01", "", "Sent as PUT; JSON-RPC requests are POSTs.")}, "Sent as PUT", ""},
		{"a path of another version", Case{Exchange: answered(404), Findings: asked("REST-02", "", "The path has /v1, which is not part of 1.0's paths.")}, "Nothing is at /v1.", "which is not part of 1.0's paths"},
		{"a path without its version", Case{Exchange: answered(404), Findings: asked("REST-01", "", "The path has no /v1.")}, "Nothing is at /v1.", "The path has no /v1."},
		{"an internal error over wrong params", Case{Exchange: answered(200), Error: refused(a2a.InternalError), Findings: asked("REQ-11", "$.params", "A part has one of text and data; this one has 0.")}, "The agent failed while it handled the call.", "may be why: A part has one of text and data; this one has 0. See the agent's log"},
		{"an internal error over nothing", Case{Exchange: answered(200), Error: refused(a2a.InternalError)}, "The agent failed while it handled the call.", "See the agent's log"},
		{"a 500 over wrong params", Case{Exchange: answered(500), Body: []byte("KeyError: messageId"), Findings: asked("REQ-10", "$.params", `Member "messageId" is required and is missing.`)}, "The agent failed while it handled the request.", `may be why: Member "messageId" is required and is missing. Correct what the body names`},
	} {
		got, ok := Explain(c.c)
		says := strings.TrimPrefix(got.Text, "The request breaks a rule of the protocol: ")
		if !ok || !strings.HasPrefix(says, c.says) || !strings.Contains(got.Advice, c.try) {
			t.Errorf("%s: %q, try %q", c.name, got.Text, got.Advice)
		}
	}
}

// TestNamesTask: a problem with the task's id explains why there is no such task, wherever the version and binding put that
// id; other ids do not.
func TestNamesTask(t *testing.T) {
	for _, c := range []struct {
		binding, dialect string
		op               a2a.Operation
		paths, others    string
	}{
		{"jsonrpc", "0.1", a2a.SendMessage, "$.params.id", "$.id $.params.sessionId $.params.message.parts[0].id"},
		{"jsonrpc", "0.2|0.3", a2a.GetTask, "$.params.id $.params.taskId", "$.id $.params.metadata.id $.params.metadata.taskId"},
		{"jsonrpc", "0.3", a2a.SendMessage, "$.params.message.taskId", "$.params.configuration.pushNotificationConfig.id $.params.message.parts[0].data.taskId"},
		{"jsonrpc", "0.3", a2a.CreatePushConfig, "$.params.taskId $.params.id", "$.params.pushNotificationConfig.id"},
		{"jsonrpc", "0.3", a2a.GetPushConfig, "$.params.id", "$.params.pushNotificationConfigId"},
		{"jsonrpc", "1.0", a2a.CancelTask, "$.params.id", "$.id $.params.tenant"},
		{"jsonrpc", "1.0", a2a.DeletePushConfig, "$.params.taskId", "$.params.id"},
		{"grpc", "0.3", a2a.GetTask, "$.name", "$.historyLength"},
		{"grpc", "0.3", a2a.SendMessage, "$.request.taskId", "$.configuration.pushNotification.id"},
		{"grpc", "1.0", a2a.GetTask, "$.id", "$.tenant"},
		{"grpc", "1.0", a2a.SendMessage, "$.message.taskId", "$.configuration.taskPushNotificationConfig.id"},
		{"grpc", "1.0", a2a.GetPushConfig, "$.taskId", "$.id"},
		{"rest", "1.0", a2a.GetTask, "/{task} $.id", "?historyLength"},
		{"rest", "1.0", a2a.GetPushConfig, "/{task}", "/{config} $.id"},
		{"rest", "0.3", a2a.CreatePushConfig, "/{task} $.parent $.taskId", "$.config.name"},
	} {
		for paths, want := range map[string]bool{c.paths: true, c.others: false} {
			for _, path := range strings.Fields(paths) {
				x := answered(200)
				x.Labels = wire.Labels{Binding: c.binding, Dialect: c.dialect, Op: string(c.op)}
				found := asked("FORM-01", path, "Expected a string, got a number.")
				got, _ := Explain(Case{Exchange: x, Error: &a2a.Error{Name: a2a.TaskNotFound, Code: -32001}, Findings: found})
				if (got.Kind == Finding) != want {
					t.Errorf("%s %s %s, %s: %s %q", c.binding, c.dialect, c.op, path, got.Kind, got.Text)
				}
			}
		}
	}
}

// TestCarried: credentials may be in other headers than Authorization.
func TestCarried(t *testing.T) {
	for name, want := range map[string]bool{"Authorization": true, "X-Api-Key": true, "Cookie": true, "X-Vendor-Token": true, "X-Request-Id": false, "Content-Type": false} {
		for _, status := range []int{401, 403} {
			x := answered(status)
			x.Request.Header = http.Header{name: {"****"}}
			if got, _ := Explain(Case{Exchange: x}); strings.Contains(got.Text, "carried no") == want {
				t.Errorf("%d with %s: %q", status, name, got.Text)
			}
		}
	}
	x := answered(403)
	x.Request.Header = http.Header{"Cookie": {"****"}}
	got, _ := Explain(Case{Exchange: x, Body: []byte("CSRF token missing")})
	if got.Text != "The agent, or a server in front of it, does not allow this, and says why." || !strings.HasPrefix(got.Advice, "First read what the body says: it may not be about credentials. Sign in with an account") {
		t.Errorf("a cookie: %q, try %q", got.Text, got.Advice)
	}
	x = answered(401)
	x.Redactions = []wire.Redaction{{Place: "url", Name: "key"}}
	if got, _ := Explain(Case{Exchange: x}); got.Text != "The agent did not accept the credentials that the request carried." {
		t.Errorf("a key in the URL: %q", got.Text)
	}
}

// TestBodiesThatAreNoAnswer: the body shows who failed, whatever its Content-Type.
func TestBodiesThatAreNoAnswer(t *testing.T) {
	const html, text = "text/html", "text/plain"
	for _, c := range []struct {
		status     int
		kind, body string
		says, try  string
	}{
		{200, html, `{"jsonrpc":"2.0","id":1}`, "", ""},
		{200, html, "", "", ""},
		{200, html, "Service is up", "The answer is a web page (HTML)", ""},
		{502, html, `{"detail":"upstream"}`, "The agent, or a server in front of it, answered 502 Bad Gateway: a service that it called", "Read the body"},
		{502, text, "the model answered 500", "The agent, or a server in front of it, answered 502", "Read the body"},
		{504, text, "504 Gateway Timeout", "A server in front of the agent answered 504", "behind its gateway"},
		{503, text, "starting up", "The agent, or a server in front of it, accepts no calls for now.", "overloaded"},
		{503, html, "<title>503</title>", "The agent, or a server in front of it, accepts no calls for now. The answer is a web page", ""},
		{500, html, "", "The agent failed while it handled the request.", "the body of the response is empty"},
		{500, text, "<nil>", "The agent failed while it handled the request.", "what the body names"},
		{403, text, "CSRF token missing", "The agent, or a server in front of it, does not allow this, and says why.", "First read what the body says: it may not be about credentials. Sign in on"},
		{401, text, "Unauthorized", "The agent, or a server in front of it, requires credentials", "Sign in on the agent's page"},
		{403, text, "Forbidden", "The agent, or a server in front of it, does not allow this", "Sign in on the agent's page and retry."},
		{422, text, "", "The agent answered with 422", "the body of the response is empty"},
	} {
		x := answered(c.status, "Content-Type", c.kind)
		got, _ := Explain(Case{Exchange: x, Body: []byte(c.body)})
		if !strings.HasPrefix(got.Text, c.says) || c.says == "" && got.Kind == HTML || !strings.Contains(got.Advice, c.try) {
			t.Errorf("%d %s %q: %q, try %q", c.status, c.kind, c.body, got.Text, got.Advice)
		}
	}
	c := Case{Exchange: answered(400, "Content-Type", html)}
	c.AddReading(a2a.Reading{Raw: []byte("<title>400 Bad Request</title>"), Error: &a2a.Error{Code: 400, Name: a2a.InvalidRequest, Message: "HTTP 400 Bad Request"}}, Response, 0)
	if got, _ := Explain(c); !strings.HasPrefix(got.Text, "The agent, or a server in front of it, answered with 400") {
		t.Errorf("a page over HTTP+JSON: %q", got.Text)
	}
	x := answered(503, "Retry-After", "7")
	if got, _ := Explain(Case{Exchange: x}); !strings.HasPrefix(got.Advice, "Retry after 7 s") {
		t.Errorf("Retry-After: %q", got.Advice)
	}
}

var preflight = http.Header{"Access-Control-Request-Method": {"POST"}}

// TestStatusesOfGRPC: a gRPC status alone has its gRPC meaning, and not that of an A2A error that nobody named.
func TestStatusesOfGRPC(t *testing.T) {
	over := func(op a2a.Operation, path string) wire.Exchange {
		return with(answered(200), func(x *wire.Exchange) {
			x.URL, x.Labels.Op, x.Labels.Binding = "http://agent.test"+path, string(op), "grpc"
		})
	}
	info := []byte(`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND"}]`)
	for _, c := range []struct {
		code int
		name a2a.ErrorName
		task string
		data []byte
		says string
	}{
		{4, a2a.OtherError, "", nil, "The time given for the call ran out"},
		{2, a2a.OtherError, "", nil, "The agent failed, and its gRPC server does not say how"},
		{12, a2a.UnsupportedOperation, "", nil, "The server does not implement the method"},
		{9, a2a.UnsupportedOperation, "", nil, "The agent does not accept the call now"},
		{9, a2a.UnsupportedOperation, "", info, "The agent does not support this operation"},
		{5, a2a.TaskNotFound, "t9", nil, "The agent has no task with this id."},
		{5, a2a.TaskNotFound, "", nil, "The agent answered that something does not exist, and the call names no task."},
		{5, a2a.TaskNotFound, "", info, "The agent is at fault"},
	} {
		call := a2a.Reading{Call: &a2a.Call{Op: a2a.SendMessage, TaskID: c.task, Message: &a2a.Message{}}}
		got, _ := Explain(Case{Exchange: over(a2a.SendMessage, "/lf.a2a.v1.A2AService/SendMessage"), Call: call, Error: &a2a.Error{Code: c.code, Name: c.name, Data: c.data}})
		if !strings.HasPrefix(got.Text, c.says) || c.data == nil && !strings.HasPrefix(got.Proof.Text, "Status "+strconv.Itoa(c.code)+" ") {
			t.Errorf("%d %s: %q", c.code, c.data, got.Text)
		}
	}
	x := with(over(a2a.SendMessage, "/lf.a2a.v1.A2AService/SendMessage"), func(x *wire.Exchange) { x.Response.Status = 404 })
	of := &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://agent.test", Binding: a2a.GRPC, Version: a2a.V10}}}
	if got, _ := Explain(Case{Exchange: x, Card: of}); got.Text != "Nothing is at /lf.a2a.v1.A2AService/SendMessage." || !strings.Contains(got.Advice, "UNIMPLEMENTED") {
		t.Errorf("a 404: %q, try %q", got.Text, got.Advice)
	}
}
