package cause

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// answered returns a call in 1.0 over JSON-RPC with a status.
func answered(status int, header ...string) wire.Exchange {
	x := wire.Exchange{Method: "POST", URL: "http://agent.test/v1", Outcome: wire.ByAgent, Response: wire.Head{Status: status, Header: http.Header{}},
		Request: wire.Head{Header: http.Header{"Content-Type": {"text/plain"}}}, Labels: wire.Labels{Op: "SendMessage", Dialect: "1.0", Binding: "jsonrpc"}}
	for i := 0; i+1 < len(header); i += 2 {
		x.Response.Header.Set(header[i], header[i+1])
	}
	return x
}

// over returns an exchange that ended without a response.
func over(o wire.Outcome, problem string) wire.Exchange {
	x := answered(0)
	x.Outcome, x.Problem = o, problem
	return x
}

// ruled returns an exchange that a rule answered.
func ruled(x wire.Exchange) wire.Exchange {
	x.PassageKinds = wire.PassageKindsOf(wire.PassageInjected)
	return x
}

// begun returns a response with the given ending.
func begun(o wire.Outcome) wire.Exchange {
	x := answered(200)
	x.Outcome = o
	return x
}

// sse makes the response an event stream with a Content-Length, as some servers send it.
func sse(x wire.Exchange) wire.Exchange {
	x.Response.Header = http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}, "Content-Length": {"900"}}
	x.ResponseBytes = 312
	x.Problem = "The agent's connection ended after 312 of the 900 bytes that Content-Length announced (EOF). See the agent's log."
	return x
}

func with(x wire.Exchange, change func(*wire.Exchange)) wire.Exchange { change(&x); return x }

// unseen returns a response whose body is not available, because the recording lost it or a list does without.
func unseen(status int) wire.Exchange {
	return with(answered(status), func(x *wire.Exchange) { x.ResponseBytes = 9 })
}

// typed returns a response to a request with a Content-Type.
func typed(status int) wire.Exchange {
	return with(answered(status), func(x *wire.Exchange) { x.Request.Header.Set("Content-Type", "application/json") })
}

// untold returns an error with a finding.
func untold(e a2a.ErrorName, check, says string) Case {
	return Case{Exchange: typed(200), Error: &a2a.Error{Name: e, Code: -32700}, Findings: []PlacedFinding{{Place: Findings, Problem: a2a.Problem{Check: check, Severity: a2a.SeverityError, Path: "$.error", Message: says}}}}
}

// rest returns a call over HTTP+JSON with a status.
func rest(status int, op a2a.Operation) wire.Exchange {
	return with(answered(status), func(x *wire.Exchange) {
		x.URL, x.Labels.Op, x.Labels.Binding = "http://agent.test/tasks/t9", string(op), "rest"
	})
}

// packed returns a 415 to a compressed body.
func packed(media string, header ...string) wire.Exchange {
	return with(answered(415, header...), func(x *wire.Exchange) {
		x.Request.Header = http.Header{"Content-Type": {media}, "Content-Encoding": {"gzip"}}
	})
}

func about(op a2a.Operation, task string) a2a.Reading {
	return a2a.Reading{Call: &a2a.Call{Op: op, TaskID: task}}
}

func calls(method string) a2a.Reading {
	return a2a.Reading{Raw: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`)}
}

func card(version a2a.Version, url string) *a2a.Card {
	return &a2a.Card{Interfaces: []a2a.Interface{{URL: url, Binding: a2a.JSONRPC, Version: version}}}
}

// stray returns a finding about extra commas. missing returns one about a missing member.
func stray(at Place, event int, check, cause string) PlacedFinding {
	return PlacedFinding{Place: at, Event: event, Problem: a2a.Problem{Check: check, Cause: cause, Severity: a2a.SeverityError, Path: "$", Spec: "1.0 §9.1",
		Message: "Not strict JSON: extra comma, 2 times, first at byte 77."}}
}

func missing(at Place, event int) PlacedFinding {
	return PlacedFinding{Place: at, Event: event, Problem: a2a.Problem{Check: "CARD-05", Severity: a2a.SeverityError, Path: "$", Message: `Member "version" is required.`}}
}

// Each kind of failure has its cause, proof, section and advice.
func TestOf(t *testing.T) {
	refusedAt := "Nothing listens at http://agent.test (connection refused); start the agent, or check the port."
	status := func(s a2a.State, text string) *a2a.Status {
		return &a2a.Status{State: s, Message: &a2a.Message{Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
	}
	for _, c := range []struct {
		name              string
		c                 Case
		kind              Kind
		says, proof, spec string
		try               string
	}{
		{"connection refused", Case{Exchange: over(wire.Unreachable, refusedAt)}, Connect, "Nothing listens at http://agent.test (connection refused).", "Ended: unreachable", "", "Start the agent, or check the port."},
		{"DNS", Case{Exchange: over(wire.Unreachable, `There is no host named "agent.test". Check the agent's address for a typing error.`)}, DNS, `There is no host named "agent.test".`, "Ended: unreachable", "", "Check the agent's address for a typing error."},
		{"TLS", Case{Exchange: over(wire.Unreachable, "The agent at https://agent.test does not speak TLS. Use http:// instead of https://.")}, TLS, "The agent at https://agent.test does not speak TLS.", "Ended: unreachable", "RFC 9110 §4.3.4", "Use http:// instead of https://."},
		{"certificate", Case{Exchange: over(wire.Unreachable, "The certificate of https://agent.test is not trusted: x509: unknown authority. Use a certificate that this machine trusts, or the agent's http address.")}, TLS, "The certificate of https://agent.test is not trusted: x509: unknown authority.", "Ended: unreachable", "RFC 9110 §4.3.4", "Use a certificate"},
		{"timeout", Case{Exchange: over(wire.TimedOut, "The agent at http://agent.test did not answer in the time given. See whether the agent is busy, or give it more time.")}, Timeout, "The agent at http://agent.test did not answer in the time given.", "Ended: timed out", "", "See whether the agent is busy"},
		{"no connection in time", Case{Exchange: over(wire.Unreachable, "The agent at http://agent.test did not accept the connection in time. Check the address, and whether a firewall drops it.")}, Timeout, "The agent at http://agent.test did not accept the connection in time.", "Ended: unreachable", "", "firewall"},
		{"unreachable without words", Case{Exchange: over(wire.Unreachable, "")}, Connect, "The agent could not be reached.", "Ended: unreachable", "", "Diagnose connection"},
		{"refused", Case{Exchange: over(wire.Refused, "This tap forwards to http://a only, not to http://b.")}, Refused, "This tap forwards to http://a only, not to http://b.", "Ended: refused by the console", "", ""},
		{"client left before an answer", Case{Exchange: over(wire.Cancelled, "The client disconnected before the agent answered.")}, ClientLeft, "The client left before an answer came.", "Ended: the client left", "", "Timing"},
		{"answered by another tap", Case{Exchange: answered(502, "Content-Type", "application/problem+json"), Body: []byte(`{"title":"a2a-console: the agent did not answer","status":502,"detail":"Nothing listens at http://a (connection refused); start the agent, or check the port.","from":"a2a-console"}`)}, Connect, "http://agent.test says that it is a tap, which got no answer from its agent: Nothing listens at http://a (connection refused).", "Status 502 Bad Gateway", "", "Start the agent, or check the port."},
		{"refused by another tap", Case{Exchange: answered(403, "Content-Type", "application/problem+json"), Body: []byte(`{"title":"a2a-console: the tap refused this request","status":403,"detail":"The tap is not an open proxy: it does not fetch what is at b. Send requests to its own address.","from":"a2a-console"}`)}, Refused, "http://agent.test says that it is a tap, which refused the request: The tap is not an open proxy: it does not fetch what is at b.", "Status 403 Forbidden", "", "Send requests to its own address."},
		{"a problem of the agent's own", Case{Exchange: answered(403, "Content-Type", "application/problem+json"), Body: []byte(`{"title":"no","status":403,"from":"a gateway"}`)}, Forbidden, "The agent, or a server in front of it, does not allow this, and says why.", "Status 403 Forbidden: “no”", "RFC 9110 §15.5.4", "Sign in"},
		{"answered by a rule", Case{Exchange: ruled(over(wire.Refused, "A rule of the console answered in place of the agent: op:SendMessage => answer 401."))}, Refused, "A rule of the console answered in place of the agent: op:SendMessage => answer 401.", "Ended: answered by a rule", "", "switch the rule off"},
		{"no answer", Case{Exchange: over(wire.Cut, "")}, CutAnswer, "The agent closed the connection without an answer.", "Ended: cut", "", "log"},
		{"console stopped", Case{Exchange: over(wire.Interrupted, "")}, Interrupted, "The console stopped before an answer came.", "Ended: the console stopped", "", "again"},
		{"a request that is not JSON", Case{Exchange: answered(400), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "FORM-03", Severity: a2a.SeverityError, Path: "$", Message: "Not JSON: no member name in quotes at byte 202."}}}}, MalformedRequest, "The request is not JSON: no member name in quotes at byte 202.", "Finding FORM-03", "1.0 §9.1", "Correct the request"},
		{"a request that was edited into no JSON", Case{Exchange: answered(400), EditProblem: "invalid character 'r' at byte 9"}, MalformedRequest, "The request that was forwarded to the agent is not JSON: invalid character 'r' at byte 9.", "Edited: invalid character 'r' at byte 9", "1.0 §9.1", "edited on its way"},
		{"a member of the wrong type", Case{Exchange: answered(200), Findings: []PlacedFinding{{Place: Response, Problem: a2a.Problem{Check: "RES-19", Severity: a2a.SeverityError, Path: "$.result.id", Message: "Expected a string, got a number."}}}}, Finding, "The answer breaks a rule of the protocol: Expected a string, got a number.", "Finding RES-19 $.result.id", "0.1 §6.3", "Write a string as result.id."},
		{"a state that there is not", Case{Exchange: answered(200), Status: status("finished", ""), Findings: []PlacedFinding{{Place: Response, Problem: a2a.Problem{Check: "RES-19", Cause: "unknown", Severity: a2a.SeverityError, Path: "$.result.status.state", Message: "No version has the state finished."}}}}, Finding, "The answer breaks a rule of the protocol: No version has the state finished.", "Finding RES-19 $.result.status.state: finished", "0.1 §6.3", "auth-required, completed"},
		{"401", Case{Exchange: answered(401), Challenge: "It takes a bearer token."}, SignIn, "The agent requires credentials, and the request carried none.", "Status 401 Unauthorized", "RFC 9110 §15.5.2", "It takes a bearer token."},
		{"401 with a token", Case{Exchange: with(answered(401), func(x *wire.Exchange) { x.Request.Header.Set("Authorization", "Bearer ****") })}, SignIn, "The agent did not accept the credentials that the request carried.", "Status 401 Unauthorized", "RFC 9110 §15.5.2", "expired"},
		{"401 over gRPC", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.AuthenticationRequired, Code: 16, Message: "no token"}}, SignIn, "The agent requires credentials, and the request carried none.", "Error 16 AuthenticationRequired: “no token”", "RFC 9110 §15.5.2", "Sign in"},
		{"403", Case{Exchange: answered(403)}, Forbidden, "The agent does not allow this, and the request carried no credentials.", "Status 403 Forbidden", "RFC 9110 §15.5.4", "Sign in"},
		{"404 of a call", Case{Exchange: answered(404), Card: card("1.0", "http://agent.test/a2a")}, Path, "Nothing is at /v1; the card names http://agent.test/a2a for this binding.", "Status 404 Not Found", "RFC 9110 §15.5.5", "URL of the card"},
		{"404 of a call at the card's address", Case{Exchange: answered(404), Card: card("1.0", "http://agent.test/v1")}, Path, "Nothing is at /v1.", "Status 404 Not Found", "RFC 9110 §15.5.5", "the client called that URL"},
		{"410 there", Case{Exchange: answered(410), Card: card("1.0", "http://agent.test/v1/")}, Path, "Nothing is at /v1.", "Status 410 Gone", "RFC 9110 §15.5.5", "correct the URL in its card"},
		{"405 there", Case{Exchange: answered(405), Card: card("1.0", "http://agent.test/v1")}, Method, "The agent does not accept POST at this address.", "Status 405 Method Not Allowed", "RFC 9110 §15.5.6", "the client called that URL"},
		{"405 there of a GET", Case{Exchange: with(answered(405), func(x *wire.Exchange) { x.Method = "GET" }), Card: card("1.0", "http://agent.test/v1"), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "RPC-01", Severity: a2a.SeverityError, Message: "Sent as GET."}}}}, Finding, "The request breaks a rule of the protocol: Sent as GET.", "Finding RPC-01", "0.1 §3.1", "POST"},
		{"404 without a card", Case{Exchange: answered(404)}, Path, "Nothing is at /v1.", "Status 404 Not Found", "RFC 9110 §15.5.5", "Check the path."},
		{"406 of what takes pages", Case{Exchange: with(typed(406), func(x *wire.Exchange) { x.Request.Header.Set("Accept", "text/html") })}, Status, "The agent answered with 406 Not Acceptable.", "Status 406 Not Acceptable", "RFC 9110 §15.5", "log"},
		{"505", Case{Exchange: answered(505)}, Server, "The agent, or a server in front of it, does not accept the version of HTTP that the request used.", "Status 505 HTTP Version Not Supported", "RFC 9110 §15.6.6", "make the client use"},
		{"a parse error for JSON", untold(a2a.ParseError, "ERR-20", "the request is JSON, but is answered with error ParseError"), Finding, "The agent, or a server in front of it, is at fault: the request is JSON, but is answered with error ParseError.", "Finding ERR-20 $.error", "JSON-RPC 2.0 §5.1", "log"},
		{"a task that nobody named", untold(a2a.TaskNotFound, "ERR-20", "the call names no task"), Finding, "The agent, or a server in front of it, is at fault: the call names no task.", "Finding ERR-20 $.error", "JSON-RPC 2.0 §5.1", "log"},
		{"415 of JSON", Case{Exchange: typed(415)}, Media, "The agent, or a server in front of it, is at fault: it does not accept the Content-Type \"application/json\", which the version requires.", "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "log"},
		{"415 of a packed body", Case{Exchange: packed("application/json")}, Media, "The agent, or a server in front of it, does not accept the body, because of its Content-Encoding \"gzip\" or its Content-Type \"application/json\".", "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "without Content-Encoding"},
		{"415 of a packed body that says so", Case{Exchange: packed("application/json", "Accept-Encoding", "identity")}, Media, "The agent, or a server in front of it, does not accept the Content-Encoding \"gzip\" of the request.", "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "without Content-Encoding"},
		{"415 of a packed body of another type", Case{Exchange: packed("text/plain")}, Media, "The agent, or a server in front of it, does not read the Content-Type \"text/plain\", or the Content-Encoding \"gzip\".", "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "Send application/json, without"},
		{"415 of a message", Case{Exchange: with(rest(415, a2a.SendMessage), func(x *wire.Exchange) { x.Request.Header.Set("Content-Type", "application/a2a+json") })}, Media, "The agent, or a server in front of it, does not accept the Content-Type \"application/a2a+json\" of the request, or the type of a part of the message.", "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "input modes"},
		{"405 that allows others", Case{Exchange: answered(405, "Allow", "GET, HEAD")}, Method, "The agent does not accept POST at this address; it allows GET, HEAD.", "Status 405 Method Not Allowed", "RFC 9110 §15.5.6", "another binding. If the address is right, send the request with one of: GET, HEAD."},
		{"405 in words", Case{Exchange: rest(405, a2a.GetTask), Error: &a2a.Error{Code: 405, Name: a2a.MethodNotFound, Message: "Use GET."}}, Method, "The agent does not accept POST at this address, and says: “Use GET”.", "Status 405 Method Not Allowed: “Use GET.”", "RFC 9110 §15.5.6", "of another binding"},
		{"429 with the code of another error", Case{Exchange: answered(429, "Retry-After", "7"), Error: &a2a.Error{Code: -32005, Name: a2a.ContentTypeNotSupported, Message: "slow down"}}, Limit, "The agent accepts no more requests for now: it received too many, and says: “slow down”.", "Status 429 Too Many Requests: “slow down”", "RFC 6585 §4", "Retry after 7 s"},
		{"problem details over JSON-RPC", Case{Exchange: with(answered(500), func(x *wire.Exchange) { x.Labels.Binding = "jsonrpc" }), Error: &a2a.Error{Code: 500, Name: a2a.InternalError, Message: "no memory"}}, Server, "The agent failed while it handled the request.", "Status 500 Internal Server Error: “no memory”", "RFC 9110 §15.6.1", "See the agent's log"},
		{"429 in words", Case{Exchange: answered(429, "Retry-After", "7"), Error: &a2a.Error{Code: -32000, Name: a2a.OtherError, Message: "slow down"}}, Limit, "The agent accepts no more requests for now: it received too many, and says: “slow down”.", "Status 429 Too Many Requests: “slow down”", "RFC 6585 §4", "Retry after 7 s"},
		{"503 in words", Case{Exchange: answered(503, "Retry-After", "7"), Error: &a2a.Error{Code: -32603, Name: a2a.InternalError, Message: "busy"}}, Server, "The agent, or a server in front of it, accepts no calls for now, and says: “busy”.", "Status 503 Service Unavailable: “busy”", "RFC 9110 §15.6.4", "Retry after 7 s"},
		{"an error until a time to come", Case{Exchange: answered(200, "Retry-After", "7"), Error: &a2a.Error{Code: -32603, Name: a2a.InternalError}}, ProtocolError, "The agent failed while it handled the call.", "Error -32603 InternalError", "JSON-RPC 2.0 §5.1", "Retry after 7 s"},
		{"a method at another address", Case{Exchange: answered(200), Card: card("1.0", "http://agent.test/a2a"), Error: &a2a.Error{Code: -32601, Name: a2a.MethodNotFound}}, ProtocolError, "The agent does not know the method at /v1; the card names http://agent.test/a2a for this binding.", "Error -32601 MethodNotFound", "JSON-RPC 2.0 §5.1", "URL of the card"},
		{"no request over HTTP+JSON", Case{Exchange: rest(422, a2a.GetTask), Error: &a2a.Error{Code: 400, Name: a2a.InvalidRequest}}, ProtocolError, "The agent rejects the request as invalid.", "Error 400 InvalidRequest", "1.0 §5.4", "details"},
		{"404 of a task that says nothing", Case{Exchange: rest(404, a2a.GetTask), Call: about(a2a.GetTask, "t9"), Error: &a2a.Error{Code: 404, Name: a2a.TaskNotFound, Message: "HTTP 404 Not Found"}}, Path, "The agent has no task with this id, or nothing is at /tasks/t9: the answer does not say which.", "Status 404 Not Found", "RFC 9110 §15.5.5", "Check the path, too"},
		{"404 of a task by a framework", Case{Exchange: rest(404, a2a.GetTask), Call: about(a2a.GetTask, "t9"), Body: []byte(`{"detail":"Not Found"}`)}, Path, "The agent has no task with this id, or nothing is at /tasks/t9: the answer does not say which.", "Status 404 Not Found", "RFC 9110 §15.5.5", "Check the id"},
		{"404 of a path that names a task", Case{Exchange: rest(404, a2a.GetTask), Call: about(a2a.GetTask, "t9"), Error: &a2a.Error{Code: 404, Name: a2a.TaskNotFound, Message: "No static resource tasks/t9."}}, Path, "Nothing is at /tasks/t9.", "Status 404 Not Found: “No static resource tasks/t9.”", "RFC 9110 §15.5.5", "Check the path."},
		{"404 of a task by a page", Case{Exchange: rest(404, a2a.GetTask), Call: about(a2a.GetTask, "t9"), Body: []byte("<h1>404 Not Found</h1>"), Error: &a2a.Error{Code: 404, Message: "HTTP 404 Not Found"}}, Path, "The agent has no task with this id, or nothing is at /tasks/t9: the answer does not say which.", "Status 404 Not Found: “404 Not Found”", "RFC 9110 §15.5.5", "Check the id"},
		{"504 in words", Case{Exchange: rest(504, a2a.GetTask), Error: &a2a.Error{Code: 504, Name: a2a.ResourceUnavailable, Message: "Endpoint request timed out"}}, Server, "The agent, or a server in front of it, answered 504 Gateway Timeout: a service that it called is down or too slow.", "Status 504 Gateway Timeout: “Endpoint request timed out”", "RFC 9110 §15.6.5", "log"},
		{"400 of a page", Case{Exchange: answered(400, "Content-Type", "text/html"), Body: []byte("<h1>400 Bad Request</h1>")}, Status, "The agent, or a server in front of it, answered with 400 Bad Request.", "Status 400 Bad Request: “400 Bad Request”", "RFC 9110 §15.5", "Read the body"},
		{"404 of a task in words", Case{Exchange: rest(404, a2a.GetTask), Call: about(a2a.GetTask, "t9"), Error: &a2a.Error{Code: 404, Name: a2a.TaskNotFound, Message: "No such task"}}, ProtocolError, "The agent has no task with this id.", "Status 404 Not Found: “No such task”", "1.0 §5.4", "Check the id"},
		{"no task, of a push configuration", Case{Exchange: answered(200), Call: about(a2a.GetPushConfig, "t9"), Error: &a2a.Error{Code: -32001, Name: a2a.TaskNotFound}}, ProtocolError, "The agent has no task with this id, or no such push notification configuration for the task.", "Error -32001 TaskNotFound", "1.0 §5.4", "Get the task"},
		{"no task, of a list", Case{Exchange: answered(200), Call: about(a2a.ListTasks, ""), Error: &a2a.Error{Code: -32001, Name: a2a.TaskNotFound}}, ProtocolError, "The agent is at fault: it answered that it does not have the task, but the call names none.", "Error -32001 TaskNotFound", "1.0 §5.4", "agent's log"},
		{"500 whose body did not come", Case{Exchange: with(answered(500), func(x *wire.Exchange) { x.Outcome = wire.Cut })}, Server, "The agent failed while it handled the request.", "Status 500 Internal Server Error", "RFC 9110 §15.6.1", "did not arrive"},
		{"429 until a time that was over", Case{Exchange: answered(429, "Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT", "Date", "Wed, 21 Oct 2015 07:28:01 GMT")}, Limit, "The agent accepts no more requests for now: it received too many.", "Status 429 Too Many Requests", "RFC 6585 §4", "Wed, 21 Oct 2015 07:28:00 GMT had passed when the answer arrived."},
		{"503 until a time to come", Case{Exchange: answered(503, "Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT", "Date", "Wed, 21 Oct 2015 07:27:00 GMT")}, Server, "The agent, or a server in front of it, accepts no calls for now.", "Status 503 Service Unavailable", "RFC 9110 §15.6.4", "Retry after Wed, 21 Oct 2015 07:28:00 GMT"},
		{"503 until what is no time", Case{Exchange: answered(503, "Retry-After", "soon")}, Server, "The agent, or a server in front of it, accepts no calls for now.", "Status 503 Service Unavailable", "RFC 9110 §15.6.4", "neither a number of seconds nor a date"},
		{"404 of a card that is elsewhere", Case{Exchange: with(answered(404), func(x *wire.Exchange) {
			x.Labels.Op, x.URL = "GetAgentCard", "http://agent.test/.well-known/agent.json"
		}), CardURL: "http://agent.test/deep/card.json"}, Path, "No Agent Card is at /.well-known/agent.json; the card of this agent was found at http://agent.test/deep/card.json.", "Status 404 Not Found", "1.0 §8.2", "Point the client"},
		{"no task, of a call about none", Case{Exchange: answered(404), Call: a2a.Reading{Call: &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{}}}, Error: &a2a.Error{Name: a2a.TaskNotFound, Code: -32001}}, ProtocolError, "The agent is at fault: it answered that it does not have the task, but the call names none.", "Error -32001 TaskNotFound", "1.0 §5.4", "agent's log"},
		{"404 with an error of the protocol", Case{Exchange: answered(404), Error: &a2a.Error{Name: a2a.TaskNotFound, Code: -32001}}, ProtocolError, "The agent has no task with this id.", "Error -32001 TaskNotFound", "1.0 §5.4", "Check the id"},
		{"405", Case{Exchange: answered(405, "Allow", "GET, HEAD")}, Method, "The agent does not accept POST at this address; it allows GET, HEAD.", "Status 405 Method Not Allowed", "RFC 9110 §15.5.6", "another binding"},
		{"415", Case{Exchange: answered(415)}, Media, `The agent does not read the Content-Type "text/plain".`, "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "Send application/json."},
		{"415 over HTTP+JSON", Case{Exchange: with(answered(415), func(x *wire.Exchange) { x.Labels.Binding = "rest" })}, Media, `The agent does not read the Content-Type "text/plain".`, "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "Send application/a2a+json."},
		{"429", Case{Exchange: answered(429, "Retry-After", "30")}, Limit, "The agent accepts no more requests for now: it received too many.", "Status 429 Too Many Requests", "RFC 6585 §4", "Retry after 30 s"},
		{"500", Case{Exchange: answered(500)}, Server, "The agent failed while it handled the request.", "Status 500 Internal Server Error", "RFC 9110 §15.6.1", "log"},
		{"502", Case{Exchange: answered(502)}, Server, "A server in front of the agent answered 502 Bad Gateway: the agent behind it is down or too slow.", "Status 502 Bad Gateway", "RFC 9110 §15.6.3", "gateway"},
		{"500 with a page", Case{Exchange: answered(500, "Content-Type", "text/html"), Body: []byte("<p></p>")}, Server, "The agent, or a gateway in front of it, failed while it handled the request: the answer is a web page.", "Status 500 Internal Server Error", "RFC 9110 §15.6.1", "log"},
		{"500 with a gateway's page", Case{Exchange: answered(500, "Content-Type", "text/html"), Body: []byte("<html><head><title>500 Internal Server Error</title></head><body><h1>500 Internal Server Error</h1><hr>nginx/1.24.0</body></html>")}, Server, "The agent, or a gateway in front of it, failed while it handled the request: the answer is a web page.", "Status 500 Internal Server Error: “500 Internal Server Error” … “nginx/1.24.0”", "RFC 9110 §15.6.1", "see its log"},
		{"500 with its name", Case{Exchange: answered(500, "Content-Type", "text/plain"), Body: []byte("Internal Server Error\n")}, Server, "The agent, or a gateway in front of it, failed while it handled the request, and does not say why.", "Status 500 Internal Server Error: “Internal Server Error”", "RFC 9110 §15.6.1", "see its log"},
		{"500 with a traceback", Case{Exchange: answered(500, "Content-Type", "text/plain"), Body: []byte("Traceback (most recent call last):\n  File \"handler.py\", line 42\nKeyError: 'foo' in handler.py:42\n\n")}, Server, "The agent failed while it handled the request.", "Status 500 Internal Server Error: “Traceback (most recent call last):” … “KeyError: 'foo' in handler.py:42”", "RFC 9110 §15.6.1", "the body names"},
		{"502 with a traceback", Case{Exchange: answered(502, "Content-Type", "text/html"), Body: []byte("<pre>Traceback (most recent call last):\nKeyError: 'foo'</pre>")}, Server, "The agent failed while it handled the request.", "Status 502 Bad Gateway: “Traceback (most recent call last):” … “KeyError: 'foo'”", "RFC 9110 §15.6.3", "the body names"},
		{"500 of which the client read no body", Case{Exchange: with(answered(500), func(x *wire.Exchange) { x.Outcome = wire.Cancelled })}, Server, "The agent failed while it handled the request.", "Status 500 Internal Server Error", "RFC 9110 §15.6.1", "nobody read the body"},
		{"418 of which the console read no body", Case{Exchange: with(answered(418), func(x *wire.Exchange) { x.Outcome = wire.Interrupted })}, Status, "The agent answered with 418", "Status 418 I'm a teapot", "RFC 9110 §15.5", "nobody read the body"},
		{"511", Case{Exchange: answered(511)}, Server, "A server in front of the agent seems to have answered, not the agent: 511 Network Authentication Required is a network's", "Status 511 Network Authentication Required", "", "may not have received the request"},
		{"522", Case{Exchange: answered(522)}, Server, "A server in front of the agent seems to have answered, not the agent: 522 is Cloudflare's, and says that the agent's server did not accept the connection", "Status 522", "", "that server"},
		{"530 with a page", Case{Exchange: answered(530, "Content-Type", "text/html"), Body: []byte("<html><title>Origin DNS error</title></html>")}, Server, "A server in front of the agent seems to have answered", "Status 530: “Origin DNS error”", "", "that server"},
		{"407", Case{Exchange: answered(407)}, Server, "A server in front of the agent seems to have answered, not the agent: 407 Proxy Authentication Required is a proxy's", "Status 407 Proxy Authentication Required", "", "that server"},
		{"460", Case{Exchange: answered(460)}, Server, "A server in front of the agent seems to have answered, not the agent: 460 is an AWS load balancer's", "Status 460", "", "that server"},
		{"520 with a traceback", Case{Exchange: answered(520, "Content-Type", "text/plain"), Body: []byte("Traceback (most recent call last):\nKeyError: 'foo'")}, Server, "The agent failed while it handled the request.", "Status 520: “Traceback (most recent call last):” … “KeyError: 'foo'”", "RFC 9110 §15.6.1", "the body names"},
		{"502 of which the body is not at hand", Case{Exchange: unseen(502)}, Server, "The agent, or a server in front of it, answered 502 Bad Gateway.", "Status 502 Bad Gateway", "RFC 9110 §15.5", "Read the body"},
		{"503 of which the body is not at hand", Case{Exchange: unseen(503)}, Server, "The agent, or a server in front of it, answered 503 Service Unavailable.", "Status 503 Service Unavailable", "RFC 9110 §15.5", "Read the body"},
		{"404 of which the body is not at hand", Case{Exchange: unseen(404)}, Status, "The agent, or a server in front of it, answered 404 Not Found.", "Status 404 Not Found", "RFC 9110 §15.5", "Read the body"},
		{"520 of which the body is not at hand", Case{Exchange: unseen(520)}, Server, "The agent, or a server in front of it, answered 520.", "Status 520", "RFC 9110 §15.5", "Read the body"},
		{"404 to a call that is not at hand", Case{Exchange: with(answered(404), func(x *wire.Exchange) { x.Labels.Op, x.RequestBytes = "", 9 })}, Status, "The agent, or a server in front of it, answered 404 Not Found.", "Status 404 Not Found", "RFC 9110 §15.5", "empty"},
		{"415 of which the body is not at hand", Case{Exchange: unseen(415)}, Media, `The agent does not read the Content-Type "text/plain".`, "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "Send application/json."},
		{"404 to a method that there is not", Case{Exchange: answered(404), Call: calls("SendMesage")}, Version, `No version of A2A has the method "SendMesage".`, "Status 404 Not Found", "RFC 9110 §15.5", "case-sensitive"},
		{"404 to such a method, elsewhere", Case{Exchange: answered(404), Call: calls("SendMesage"), Card: card("1.0", "http://agent.test/a2a")}, Path, "Nothing is at /v1; the card names", "Status 404 Not Found", "RFC 9110 §15.5.5", "URL of the card"},
		{"404 with JSON of the agent's own", Case{Exchange: answered(404), Body: []byte(`{"detail":"Tenant acme is gone"}`), Card: card("1.0", "http://agent.test/a2a")}, Status, "The agent, or a server in front of it, answered 404 Not Found, and says: “Tenant acme is gone”.", "Status 404 Not Found: “Tenant acme is gone”", "RFC 9110 §15.5.5", "something other than the path"},
		{"404 with an error by its status", Case{Exchange: answered(404), Error: &a2a.Error{Name: a2a.OtherError, Code: 404, Message: "session expired"}}, Status, "The agent, or a server in front of it, answered 404 Not Found, and says: “session expired”.", "Status 404 Not Found: “session expired”", "RFC 9110 §15.5.5", "something other than the path"},
		{"404 of a framework", Case{Exchange: answered(404), Body: []byte(`{"message":"Cannot POST /v1","error":"Not Found","statusCode":404}`)}, Path, "Nothing is at /v1.", "Status 404 Not Found: “Cannot POST /v1”", "RFC 9110 §15.5.5", "Check the path"},
		{"404 of another framework", Case{Exchange: answered(404), Body: []byte(`{"detail":"Not Found"}`)}, Path, "Nothing is at /v1.", "Status 404 Not Found", "RFC 9110 §15.5.5", "Check the path"},
		{"418", Case{Exchange: answered(418)}, Status, "The agent answered with 418 I'm a teapot.", "Status 418 I'm a teapot", "RFC 9110 §15.5", "body"},
		{"a gateway's page with 200", Case{Exchange: answered(200, "Content-Type", "text/html"), Body: []byte("<html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>")}, HTML, "The answer is a web page (HTML), not JSON: a gateway's error page.", "The page says “502 Bad Gateway” … “nginx”", "1.0 §9.1", "behind its gateway"},
		{"a page in place of JSON", Case{Exchange: answered(200, "Content-Type", "text/html; charset=utf-8"), Body: []byte("<p>Sign in</p>")}, HTML, "The answer is a web page (HTML), not JSON", "Content-Type text/html; charset=utf-8", "1.0 §9.1", "sign-in by redirect"},
		{"parse error", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.ParseError, Code: -32700, Message: "bad"}}, ProtocolError, "The agent could not read the request as JSON.", "Error -32700 ParseError: “bad”", "JSON-RPC 2.0 §5.1", "bytes"},
		{"invalid params in a stream", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.InvalidParams, Code: -32602}, ErrorAt: 3}, ProtocolError, "The agent does not accept the parameters.", "Error -32602 InvalidParams", "JSON-RPC 2.0 §5.1", "schema"},
		{"invalid params over HTTP+JSON", Case{Exchange: with(answered(400), func(x *wire.Exchange) { x.Labels.Binding = "rest" }), Error: &a2a.Error{Name: a2a.InvalidParams, Code: 400}}, ProtocolError, "The agent does not accept the parameters.", "Status 400 Bad Request", "1.0 §5.4", "schema"},
		{"an unknown code", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.OtherError, Code: -31999, Message: "hm"}}, ProtocolError, "The agent answered with an error of its own.", "Error -31999: “hm”", "1.0 §5.4", "documentation"},
		{"an unknown method", Case{Exchange: answered(200), Call: calls("message/sendd"), Error: &a2a.Error{Name: a2a.MethodNotFound, Code: -32601}}, Version, `No version of A2A has the method "message/sendd".`, "Error -32601 MethodNotFound", "1.0 §3.6.1", "case-sensitive"},
		{"a method of another version", Case{Exchange: answered(200), Call: calls("tasks/send"), Error: &a2a.Error{Name: a2a.MethodNotFound, Code: -32601}, Card: card("1.0", "http://agent.test/v1")}, Version, "The method tasks/send belongs to A2A 0.1; the agent's card offers 1.0.", "Error -32601 MethodNotFound", "1.0 §3.6.1", "Send it in 1.0, where the method is SendMessage."},
		{"a method that is not implemented", Case{Exchange: answered(200), Call: calls("ListTasks"), Error: &a2a.Error{Name: a2a.MethodNotFound, Code: -32601}, Card: card("1.0", "http://agent.test/v1")}, ProtocolError, "The agent does not know the method.", "Error -32601 MethodNotFound", "JSON-RPC 2.0 §5.1", "Compare the method"},
		{"a version that is not spoken", Case{Exchange: with(answered(200), func(x *wire.Exchange) { x.Request.Header.Set("A2A-Version", "1.0") }), Error: &a2a.Error{Name: a2a.VersionNotSupported, Code: -32009}, Card: card("0.3", "http://agent.test/")}, Version, "The agent does not speak A2A 1.0.", "Error -32009 VersionNotSupported", "1.0 §3.6.1", "Send it in 0.3, which the card offers."},
		{"a version that was not said", Case{Exchange: answered(200), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "HDR-01", Severity: a2a.SeverityError, Message: "A2A-Version is missing.", Spec: "1.0 §3.6.1"}}}, Error: &a2a.Error{Name: a2a.VersionNotSupported, Code: -32009}}, Finding, "The request breaks a rule of the protocol: A2A-Version is missing.", "Finding HDR-01", "1.0 §3.6.1", "Send A2A-Version"},
		{"params that are wrong", Case{Exchange: answered(200), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "REQ-10", Severity: a2a.SeverityError, Message: "A message must have at least one part."}}}, Error: &a2a.Error{Name: a2a.InvalidParams, Code: -32602}}, Finding, "The request breaks a rule of the protocol: A message must have at least one part.", "Finding REQ-10", "1.0 §4.1.4", "Add what is missing."},
		{"a parse error of what is not encoded", Case{Exchange: answered(200), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "HTTP-03", Cause: "plain", Severity: a2a.SeverityError, Message: "Content-Encoding says \"gzip\"."}}}, Error: &a2a.Error{Name: a2a.ParseError, Code: -32700}}, Finding, `The request breaks a rule of the protocol: Content-Encoding says "gzip".`, "Finding HTTP-03", "RFC 9110 §8.4", "Send no Content-Encoding"},
		{"415 of a wrong type with a body that is not JSON", Case{Exchange: answered(415), Error: &a2a.Error{Name: a2a.ContentTypeNotSupported, Code: -32005}, Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "FORM-04", Severity: a2a.SeverityError, Path: "$", CutOff: true, Offset: 8}}}}, Media, `The agent does not read the Content-Type "text/plain".`, "Status 415 Unsupported Media Type", "RFC 9110 §15.5.16", "Send application/json."},
		{"404 of a body that is not JSON", Case{Exchange: answered(404), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "FORM-04", Severity: a2a.SeverityError, Path: "$", CutOff: true, Offset: 8}}}}, Path, "", "Status 404 Not Found", "RFC 9110 §15.5.5", ""},
		{"415 of a wrong type", Case{Exchange: answered(415), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "RPC-02", Severity: a2a.SeverityError, Message: "Content-Type is text/plain."}}}}, Finding, "The request breaks a rule of the protocol: Content-Type is text/plain.", "Finding RPC-02", "0.1 §3.2", ""},
		{"a version that is that of another body", Case{Exchange: answered(200), Call: calls("SendMessage"), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "HDR-04", Severity: a2a.SeverityWarning, Message: "A2A-Version says 0.3."}}}, Error: &a2a.Error{Name: a2a.MethodNotFound, Code: -32601}}, Finding, "The request breaks a rule of the protocol: A2A-Version says 0.3.", "Finding HDR-04", "1.0 §3.6.2", ""},
		{"an error of something else", Case{Exchange: answered(200), Findings: []PlacedFinding{{Place: Request, Problem: a2a.Problem{Check: "REQ-10", Severity: a2a.SeverityError, Message: "A message must have at least one part."}}}, Error: &a2a.Error{Name: a2a.TaskNotFound, Code: -32001}}, ProtocolError, "The agent has no task with this id.", "Error -32001 TaskNotFound", "1.0 §5.4", "Check the id"},
		{"a stream cut", Case{Exchange: begun(wire.Cut)}, CutAnswer, "The connection was cut before the answer was complete.", "Ended: cut", "1.0 §3.1.2", "idle timeout"},
		{"a stream with a length cut", Case{Exchange: sse(begun(wire.Cut))}, CutAnswer, "The stream broke off after 312 bytes, before the agent had ended it.", "Ended: cut", "1.0 §3.1.2", "subscribe to it, or get it"},
		{"a stream cut after its task was over", Case{Exchange: sse(begun(wire.Cut)), Status: status(a2a.Completed, "")}, CutAnswer, "The stream broke off after 312 bytes, before the agent had ended it.", "Ended: cut", "1.0 §3.1.2", "The task was over already: check the agent's log"},
		{"a stream timed out", Case{Exchange: begun(wire.TimedOut)}, Timeout, "The answer did not end within the time limit.", "Ended: timed out", "", "time"},
		{"client left a stream", Case{Exchange: begun(wire.Cancelled), Status: status(a2a.Working, "")}, ClientLeft, "The client left before the answer was complete.", "Ended: the client left", "", "read timeout"},
		{"console stopped in a stream", Case{Exchange: begun(wire.Interrupted)}, Interrupted, "The console stopped before the exchange had ended.", "Ended: the console stopped", "", "Get the task"},
		{"a stream ended while its task went on", Case{Exchange: with(answered(200), func(x *wire.Exchange) {
			x.Labels.Op, x.Labels.State, x.Frames = string(a2a.SubscribeToTask), string(a2a.Working), 2
		}), Status: status(a2a.Working, ""), StatusAt: 2}, EarlyEnd, "The agent ended the stream while the task was working.", "Event 2 has the last state, working", "1.0 §3.1.2", "subscribe to it"},
		{"an event cut off", Case{Exchange: answered(200), Findings: []PlacedFinding{{Problem: a2a.Problem{Check: "FORM-04", Severity: a2a.SeverityError, Message: "Incomplete JSON: it ends at byte 51", Path: "$", Spec: "RFC 8259 §2", Offset: 51, CutOff: true}, Place: Event, Event: 3}}}, Finding, "The answer breaks a rule of the protocol: Incomplete JSON", "Finding FORM-04: event 3 breaks off after 51 bytes", "RFC 8259 §2", "stopped the writer"},
		{"task failed", Case{Exchange: answered(200), Status: status(a2a.Failed, "no\nmemory"), StatusAt: 4}, Task, "The agent reports that the task failed.", "Event 4 has the last state, failed: “no memory”", "1.0 §4.1.3", "new task"},
		{"task rejected", Case{Exchange: answered(200), Status: status(a2a.Rejected, "")}, Task, "The agent rejected the task and will not work on it.", "The last state is rejected", "1.0 §4.1.3", "skills"},
		{"task waits for a sign-in", Case{Exchange: answered(200), Status: status(a2a.AuthRequired, "see https://x")}, Task, "The task waits until somebody signs in.", "The last state is auth required: “see https://x”", "1.0 §4.1.3", "Sign in"},
		{"a finding", Case{Exchange: answered(200), Findings: []PlacedFinding{{Problem: a2a.Problem{Severity: a2a.SeverityWarning}}, {Problem: a2a.Problem{Check: "RPC-08", Severity: a2a.SeverityError, Message: "there is neither result nor error", Path: "$", Spec: "1.0 §9.1"}, Place: Response}}}, Finding, "The answer breaks a rule of the protocol: there is neither result nor error.", "Finding RPC-08", "1.0 §9.1", ""},
		{"a card that is not JSON, and lacks a member", Case{Exchange: with(answered(200), func(x *wire.Exchange) { x.Labels.Op = "GetAgentCard" }), Findings: []PlacedFinding{missing(Response, 0), stray(Response, 0, "CARD-01", "json")}}, Finding, "The card is not JSON: extra comma, 2 times, first at byte 77. Strict parsers refuse it.", "Finding CARD-01", "1.0 §9.1", "Let a JSON library write the card"},
		{"an event that is not JSON, of a task that failed", Case{Exchange: answered(200), Status: status(a2a.Failed, ""), StatusAt: 3, Findings: []PlacedFinding{missing(Event, 1), stray(Event, 3, "SSE-02", "")}}, Finding, "Event 3 is not JSON: extra comma", "Finding SSE-02", "1.0 §9.1", ""},
		{"an answer that is not JSON", Case{Exchange: answered(200), Findings: []PlacedFinding{missing(Request, 0), stray(Response, 0, "RPC-09", "json")}}, Finding, "The answer is not JSON: extra comma", "Finding RPC-09", "1.0 §9.1", ""},
		{"a request that is not JSON, and was read", Case{Exchange: answered(200), Findings: []PlacedFinding{stray(Request, 0, "FORM-03", ""), missing(Response, 0)}}, Finding, "The request is not JSON: extra comma, 2 times, first at byte 77. Strict parsers refuse it.", "Finding FORM-03", "1.0 §9.1", "Let a JSON library"},
		{"a request that is not JSON, was read, and the task failed", Case{Exchange: answered(200), Status: status(a2a.Failed, "no memory"), Findings: []PlacedFinding{stray(Request, 0, "FORM-03", "")}}, Task, "The agent reports that the task failed.", "The last state is failed: “no memory”", "1.0 §4.1.3", "new task"},
		{"a request that is not JSON, and was not read", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.ParseError, Code: -32700}, Findings: []PlacedFinding{stray(Request, 0, "FORM-03", "")}}, MalformedRequest, "The request is not JSON: extra comma, 2 times, first at byte 77.", "Finding FORM-03", "1.0 §9.1", "Correct the request"},
		{"a request that is not JSON, about no task", Case{Exchange: answered(200), Error: &a2a.Error{Name: a2a.TaskNotFound, Code: -32001}, Findings: []PlacedFinding{stray(Request, 0, "FORM-03", "")}}, ProtocolError, "The agent has no task with this id.", "Error -32001 TaskNotFound", "1.0 §5.4", "Check the id"},
		{"a finding of the request", Case{Exchange: answered(200), Findings: []PlacedFinding{{Problem: a2a.Problem{Check: "HDR-03", Severity: a2a.SeverityError, Message: "A2A-Version is empty."}, Place: Request}}}, Finding, "The request breaks a rule of the protocol: A2A-Version is empty.", "Finding HDR-03", "1.0 §3.6.2", "Send the version of the request"},
		{"a push that we refused", Case{Exchange: with(answered(404), func(x *wire.Exchange) { x.Origin = wire.Push })}, Refused, "The console's webhook receiver answered this delivery with 404 Not Found.", "Status 404 Not Found", "", "Webhooks"},
	} {
		got, ok := Explain(c.c)
		if !ok || got.Kind != c.kind || !strings.HasPrefix(got.Text, c.says) || got.Proof.Text != c.proof || got.Spec != c.spec || !strings.Contains(got.Advice, c.try) {
			t.Errorf("%s:\n got %v %+v\nwant %s %q %q %q %q", c.name, ok, got, c.kind, c.says, c.proof, c.spec, c.try)
		}
		if c.c.ErrorAt > 0 && got.Proof.Event != c.c.ErrorAt || c.c.StatusAt > 0 && got.Proof.Event != c.c.StatusAt {
			t.Errorf("%s: the proof is at event %d", c.name, got.Proof.Event)
		}
	}
}

// A card that is not strict JSON is reported before anything else that is wrong with it.
func TestCardsThatAreNoJSON(t *testing.T) {
	for name, body := range map[string]string{
		"a comma too many": `{"name":"a","url":"http://a.test/",}`, "a comment": "{\"name\":\"a\", // mine\n\"url\":\"http://a.test/\"}",
		"single quotes": `{'name':'a'}`, "a byte order mark": "\ufeff{\"name\":\"a\",\"url\":\"http://a.test/\"}", "a missing comma": `{"name":"a" "url":"http://a.test/"}`,
		"no number": `{"name":"a","url":NaN}`, "a bare name": `{name:"a"}`, "Python's word": `{"name":"a","capabilities":{"streaming":True}}`,
	} {
		c := Case{Exchange: with(answered(200), func(x *wire.Exchange) { x.Labels.Op = "GetAgentCard" })}
		_, _, problems := dialect.ReadCard([]byte(body))
		c.AddReading(a2a.Reading{Problems: problems}, Response, 0)
		if got, ok := Explain(c); !ok || !strings.HasPrefix(got.Text, "The card is not JSON: ") {
			t.Errorf("%s: %+v of %+v", name, got, problems)
		}
	}
}

// An exchange that did not fail has no cause.
func TestNoCause(t *testing.T) {
	for name, c := range map[string]Case{
		"an answer":                     {Exchange: answered(200)},
		"open":                          {Exchange: over(wire.Open, "")},
		"an open stream":                {Exchange: begun(wire.Open)},
		"input required":                {Exchange: answered(200), Status: &a2a.Status{State: a2a.InputRequired}},
		"left after the task was done":  {Exchange: begun(wire.Cancelled), Status: &a2a.Status{State: a2a.Completed}},
		"warnings":                      {Exchange: answered(200), Findings: []PlacedFinding{{Problem: a2a.Problem{Severity: a2a.SeverityWarning}}}},
		"a web page on purpose, no one": {Exchange: answered(304)},
	} {
		if got, ok := Explain(c); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The sentences that explain failed connections match those of the tap.
func TestSentencesAreTheTaps(t *testing.T) {
	src, err := os.ReadFile("../../proxy/failure.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"There is no host named", "could not be looked up", "The certificate of ", "does not speak TLS", "in time.", "in the time given", "not the agent's fault"} {
		if !strings.Contains(string(src), words) {
			t.Errorf("proxy/failure.go does not say %q any more; causes are told by it", words)
		}
	}
}

// Every error in errorAdvice leads to a cause with advice and a section.
func TestErrorsHaveAdvice(t *testing.T) {
	for name := range errorAdvice() {
		if got, ok := Explain(Case{Exchange: answered(200), Error: &a2a.Error{Name: name}}); !ok || got.Text == "" || got.Advice == "" || got.Spec == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestOthers: other errors are counted, but neither warnings nor the cause itself.
func TestOthers(t *testing.T) {
	find := func(check string, severity a2a.Severity, place Place) PlacedFinding {
		return PlacedFinding{Problem: a2a.Problem{Check: check, Severity: severity, Path: "$.x", Message: "Member \"x\" is required and is missing."}, Place: place}
	}
	refused := &a2a.Error{Name: a2a.InvalidParams, Code: -32602}
	for _, c := range []struct {
		found []PlacedFinding
		proof string
		want  int
	}{
		{[]PlacedFinding{find("REQ-10", a2a.SeverityWarning, Request)}, "Finding REQ-10 $.x", 0},
		{[]PlacedFinding{find("REQ-10", a2a.SeverityWarning, Request), find("RPC-08", a2a.SeverityError, Response)}, "Finding REQ-10 $.x", 1},
		{[]PlacedFinding{find("REQ-10", a2a.SeverityError, Request), find("RPC-08", a2a.SeverityError, Response)}, "Finding REQ-10 $.x", 1},
		{[]PlacedFinding{find("HDR-04", a2a.SeverityWarning, Request)}, "Error -32602 InvalidParams", 0},
	} {
		cs := Case{Exchange: answered(200), Error: refused, Findings: c.found}
		out, ok := Explain(cs)
		if got := cs.OtherErrors(out); !ok || out.Proof.Text != c.proof || got != c.want {
			t.Errorf("%v: %q and %d others; want %q and %d", c.found, out.Proof.Text, got, c.proof, c.want)
		}
	}
}

// TestWebPageHasNoOtherErrors: findings about a web page only repeat that it is no A2A response, so
// they do not count.
func TestWebPageHasNoOtherErrors(t *testing.T) {
	cs := Case{Exchange: answered(200, "Content-Type", "text/html"), Body: []byte("<html>hello</html>"), Findings: []PlacedFinding{{Place: Response, Problem: a2a.Problem{Check: "RPC-03", Severity: a2a.SeverityError, Message: "Content-Type is text/html."}}}}
	if out, ok := Explain(cs); !ok || out.Kind != HTML || cs.OtherErrors(out) != 0 {
		t.Errorf("%+v, %d others", out, cs.OtherErrors(out))
	}
}

// TestNothingCame: a response without content has a cause even if no check reports it.
func TestNothingCame(t *testing.T) {
	stream := answered(200, "Content-Type", "text/event-stream")
	stream.Labels.Op, stream.Labels.ResponseSeverity = "SendStreamingMessage", "warning"
	blank := stream
	blank.ResponseBytes, blank.Frames, blank.Labels.Failed = 14, 2, true
	for _, c := range []struct {
		x    wire.Exchange
		want string
	}{{stream, "The agent ended the answer without any content."}, {blank, "The answer does not say how the call ended."}} {
		if got, ok := Explain(Case{Exchange: c.x}); !ok || got.Kind != EmptyAnswer || got.Text != c.want {
			t.Errorf("%+v, %v; want %q", got, ok, c.want)
		}
	}
}

// TestAsks: the question is "Why did it fail?" only for an exchange that failed.
func TestAsks(t *testing.T) {
	card := answered(200)
	card.Labels.Op, card.ResponseBytes, card.Frames = "GetAgentCard", 9, 1
	failed := card
	failed.Labels.Failed, failed.Labels.ResponseSeverity = true, "error"
	for _, c := range []struct {
		x    wire.Exchange
		want string
	}{{card, "What is wrong?"}, {failed, "Why did it fail?"}} {
		if got := (Cause{Kind: HTML}).Question(c.x); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
