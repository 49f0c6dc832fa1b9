package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// oddCall is a recorded exchange, and the expected texts about it.
type oddCall struct {
	name    string
	request string // method, path, headers and body, as odd parses them
	answer  string // status, headers and body; "" for none
	ended   wire.Outcome
	state   string // with its sign
	found   string // checks with the side that breaks each
	cause   string // beginning of the cause, "" for none
}

const (
	oddAgent = "http://agent.test"
	v10      = "content-type: application/json\nA2A-Version: 1.0\n"
	sendBody = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`
	rpcSend  = "POST /\n" + v10 + "\n" + sendBody
	rpcGet   = "POST /\n" + v10 + "\n" + `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`
	rpcTalk  = "POST /\n" + v10 + "\n" + `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`
	rpcList  = "POST /\n" + v10 + "\n" + `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}`
	restGet  = "GET /tasks/t\nA2A-Version: 1.0"
	grpcGet  = "POST /lf.a2a.v1.A2AService/GetTask\nContent-Type: application/grpc\nA2A-Version: 1.0\n\n\x00\x00\x00\x00\x03\x12\x01t"
	isJSON   = "\nContent-Type: application/json\n"
	isSSE    = "\nContent-Type: text/event-stream\n"
	done     = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`
)

// tooDeep is a member that is nested deeper than the console reads.
var tooDeep = `"metadata":{"a":` + strings.Repeat("[", 11_000) + strings.Repeat("]", 11_000) + `}`

var oddCalls = []oddCall{
	{"as it should be", rpcSend, "200" + isJSON + "\n" + done, wire.ByAgent, "✓ completed", "", ""},
	// Responses of the tap in an agent's place.
	{"a tap's notice", rpcSend, "502\nContent-Type: application/problem+json\n\n" + `{"title":"a2a-console: the agent did not answer","status":502,"detail":"Nothing listens at http://a (connection refused); start the agent.","from":"a2a-console"}`, wire.ByAgent, "✕ 502 Bad Gateway", "", "http://agent.test says that it is a tap, which got no answer from its agent: Nothing listens at http://a (connection refused)."},
	{"a tap that stopped", rpcSend, "503\nContent-Type: application/problem+json\n\n" + `{"title":"a2a-console: the console stopped","status":503,"detail":"The console stopped.","from":"a2a-console"}`, wire.ByAgent, "✕ 503 Unavailable", "", "http://agent.test says that it is a tap, which stopped: The console stopped."},
	{"a problem of nobody's", rpcSend, "502\nContent-Type: application/problem+json\n\n" + `{"title":"a2a-console: all is well","status":502,"from":"a2a-console"}`, wire.ByAgent, "✕ 502 Bad Gateway", "", "The agent, or a server in front of it, answered 502 Bad Gateway: a service that it called is down or too slow."},
	// Responses that HTTP allows.
	{"HEAD of the card", "HEAD /.well-known/agent-card.json\nA2A-Version: 1.0", "200\nContent-Type: application/json\nContent-Length: 400", wire.ByAgent, "200 OK", "", ""},
	{"HEAD of a task", "HEAD /tasks/t\nA2A-Version: 1.0", "404", wire.ByAgent, "✕ 404 Not Found", "", "The agent has no task with this id, or nothing is at /tasks/t: the answer does not say which."},
	{"304 of the card", "GET /.well-known/agent-card.json\nIf-None-Match: \"1\"", "304\nEtag: \"1\"", wire.ByAgent, "304 Not Modified", "", ""},
	{"413 without a body", rpcSend, "413\nContent-Length: 0", wire.ByAgent, "✕ 413 Too Large", "", "The agent, or a server in front of it, does not accept a request this long."},
	{"429 without a body", rpcSend, "429\nRetry-After: 9", wire.ByAgent, "✕ 429 Too Many Requests", "", "The agent accepts no more requests for now: it received too many."},
	{"404 without a body", rpcSend, "404\nContent-Length: 0", wire.ByAgent, "✕ 404 Not Found", "RPC-09 response", "Nothing is at /."},
	{"500 with a web page", rpcSend, "500\nContent-Type: text/html\n\n<html><title>Oops</title><h1>Internal Server Error</h1></html>", wire.ByAgent, "✕ 500 Server Error", "RPC-09 response, RPC-03 response", "The agent, or a gateway in front of it, failed while it handled the request: the answer is a web page."},
	{"a redirect", rpcSend, "301\nLocation: http://agent.test/rpc/", wire.ByAgent, "✕ 301 Moved Permanently", "HTTP-01 response", "The agent redirects the call to http://agent.test/rpc/; clients of A2A do not follow redirects."},
	{"a preflight", "OPTIONS /\nOrigin: http://page.test\nAccess-Control-Request-Method: POST", "204\nAccess-Control-Allow-Origin: *", wire.ByAgent, "204 No Content", "", ""},
	// JSON-RPC that is unusual but correct.
	{"id 1.0 for 1", rpcSend, "200" + isJSON + "\n" + strings.Replace(done, `"id":1,`, `"id":1.0,`, 1), wire.ByAgent, "✓ completed", "", ""},
	{"invalid UTF-8 refused", "POST /\n" + v10 + "\n" + strings.Replace(sendBody, `"x"`, "\"\xff\"", 1), "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`, wire.ByAgent, "✕ ParseError", "FORM-03 request", "The request is not JSON: invalid UTF-8 at byte 121."},
	{"a member twice, refused", "POST /\n" + v10 + "\n" + strings.Replace(sendBody, `"id":1,`, `"id":1,"id":1,`, 1), "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request"}}`, wire.ByAgent, "✕ InvalidRequest", "FORM-02 request", "The request breaks a rule of the protocol: Member \"id\" occurs more than once; the last one is read."},
	{"MCP", "POST /\ncontent-type: application/json\n\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, wire.ByAgent, "200 OK", "READ-01 request", ""},
	{"an unknown method", "POST /\n" + v10 + "\n" + `{"jsonrpc":"2.0","id":1,"method":"SendMesage","params":{}}`, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, wire.ByAgent, "✕ MethodNotFound", "REQ-23 request", "No version of A2A has the method \"SendMesage\"."},
	{"a task nobody knows", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}`, wire.ByAgent, "✕ TaskNotFound", "ERR-08 response", "The agent has no task with this id."},
	// The client's fault.
	{"a message without parts", "POST /\n" + v10 + "\n" + strings.Replace(sendBody, `[{"text":"x"}]`, `[]`, 1), "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}`, wire.ByAgent, "✕ InvalidParams", "REQ-10 request, ERR-10 response", "The request breaks a rule of the protocol: A message must have at least one part."},
	{"blocking, of an older version", "POST /\n" + v10 + "\n" + strings.Replace(sendBody, `"params":{`, `"params":{"configuration":{"blocking":true},`, 1), "200" + isJSON + "\n" + done, wire.ByAgent, "✓ completed", "RES-21 request", ""},
	{"broken JSON, refused", "POST /\n" + v10 + "\n" + strings.TrimSuffix(sendBody, "}"), "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`, wire.ByAgent, "✕ ParseError", "FORM-04 request", "The request is an incomplete JSON document: it breaks off at byte 127."},
	{"a version that is not spoken", "POST /\n" + strings.Replace(v10, "1.0", "9.9", 1) + "\n" + sendBody, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"Version not supported"}}`, wire.ByAgent, "✕ VersionNotSupported", "HDR-04 request, ERR-08 response", "The request breaks a rule of the protocol: Header A2A-Version says \"9.9\", but the method and body are those of 1.0."},
	{"no credentials", rpcSend, "401\nWWW-Authenticate: Bearer", wire.ByAgent, "✕ 401 Unauthorized", "ERR-15 response", "The agent requires credentials, and the request carried none."},
	// The agent's fault.
	{"result: null", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":null}`, wire.ByAgent, "✕ invalid answer", "RES-07 response", "The answer breaks a rule of the protocol: Expected a task, got nothing."},
	{"another id", rpcSend, "200" + isJSON + "\n" + strings.Replace(done, `"id":1,`, `"id":2,`, 1), wire.ByAgent, "‼ completed", "RPC-08 response", "The answer breaks a rule of the protocol: The id is 2; the request's is 1."},
	{"plain text", rpcSend, "200\nContent-Type: text/plain\n\nhello", wire.ByAgent, "✕ invalid answer", "RPC-03 response, RPC-09 response", "The answer is not JSON: no JSON value at byte 0. Strict parsers refuse it."},
	{"nothing at all", rpcSend, "200" + isJSON, wire.ByAgent, "✕ empty answer", "RPC-09 response", "The answer breaks a rule of the protocol: HTTP 200 without a body; a JSON-RPC response was expected."},
	{"a state of no version", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_PAUSED"}}}`, wire.ByAgent, "✕ unknown state", "RES-19 response", "The answer breaks a rule of the protocol: No version has the state TASK_STATE_PAUSED."},
	{"a state of another version", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"completed"}}}`, wire.ByAgent, "‼ completed", "RES-19 response", "The answer breaks a rule of the protocol: State completed is spelled TASK_STATE_COMPLETED in this version."},
	{"a task that failed", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"out of paper"}]}}}}`, wire.ByAgent, "✕ failed", "", "The agent reports that the task failed."},
	{"500 with a task", rpcGet, "500" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`, wire.ByAgent, "✕ 500 Server Error", "", "The agent failed while it handled the request."},
	{"gzip that is none", rpcSend, "200\nContent-Encoding: gzip" + isJSON + "\n" + done, wire.ByAgent, "‼ completed", "HTTP-03 response", "The answer breaks a rule of the protocol: Content-Encoding says \"gzip\", but the body is not encoded: it is plain text."},
	{"a coding that nobody undoes", rpcSend, "200\nContent-Encoding: lz4" + isJSON + "\n\x04\x22\x4d\x18\x64\x40", wire.ByAgent, "200 OK", "READ-01 response", ""},
	// Streams.
	{"a stream without an event", rpcTalk, "200" + isSSE + "\n: ping\n\n", wire.ByAgent, "✕ no event", "SSE-22 response", "The answer does not say how the call ended."},
	{"a stream that ended early", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, "COMPLETED", "WORKING", 1) + "\n\n", wire.ByAgent, "✕ ended while working", "SSE-22 response", "The agent ended the stream while the task was working."},
	{"a stream that waits", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, "COMPLETED", "INPUT_REQUIRED", 1) + "\n\n", wire.ByAgent, "◆ input required", "", ""},
	{"a stream as JSON", rpcTalk, "200" + isJSON + "\n" + done, wire.ByAgent, "‼ completed", "SSE-01 response", "The answer breaks a rule of the protocol: One JSON document answers a streaming call; text/event-stream was expected."},
	{"a stream that broke", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, "COMPLETED", "WORKING", 1) + "\n\ndata: {\"json", wire.Cut, "✕ cut", "SSE-25 response, FORM-04 response, SSE-02 response, SSE-22 response", "The connection was cut before the answer was complete."},
	{"a stream that the client left", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, "COMPLETED", "WORKING", 1) + "\n\ndata: {\"json", wire.Cancelled, "⊘ client left", "", "The client left before the answer was complete."},
	{"a stream of a model", "POST /v1/chat/completions\ncontent-type: application/json\n\n{\"model\":\"m\",\"stream\":true}", "200" + isSSE + "\ndata: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[]}\n\ndata: [DONE]\n\n", wire.ByAgent, "200 OK", "RPC-04 request", ""},
	// Responses of a gateway, or of a framework.
	{"a gateway's page", rpcSend, "503\nContent-Type: text/html\n\n<html><head><title>503 Service Temporarily Unavailable</title></head><body><h1>503 Service Temporarily Unavailable</h1><hr>nginx/1.25.3</body></html>", wire.ByAgent, "✕ 503 Unavailable", "", "The agent, or a server in front of it, accepts no calls for now. The answer is a web page"},
	{"a mesh without a host", rpcSend, "503\nContent-Type: text/plain\n\nno healthy upstream", wire.ByAgent, "✕ 503 Unavailable", "", "The agent, or a server in front of it, accepts no calls for now."},
	{"a mesh without a host over HTTP+JSON", restGet, "503\nContent-Type: text/plain\n\nupstream connect error or disconnect/reset before headers. reset reason: connection failure", wire.ByAgent, "✕ 503 Unavailable", "", "The agent, or a server in front of it, accepts no calls for now."},
	{"a mesh without a host over gRPC", grpcGet, "503\nContent-Type: text/plain\n\nno healthy upstream", wire.ByAgent, "✕ 503 Unavailable", "", "The agent, or a server in front of it, accepts no calls for now."},
	{"an API gateway's failure", rpcSend, "500" + isJSON + "\n" + `{"message": "Internal server error"}`, wire.ByAgent, "✕ 500 Server Error", "", "The agent, or a gateway in front of it, failed while it handled the request, and does not say why."},
	{"an API gateway's failure over HTTP+JSON", restGet, "500" + isJSON + "\n" + `{"message": null}`, wire.ByAgent, "✕ 500 Server Error", "", "The agent, or a gateway in front of it, failed while it handled the request, and does not say why."},
	{"Spring's 404", restGet, "404" + isJSON + "\n" + `{"timestamp":"2026-01-01T00:00:00.000+00:00","status":404,"error":"Not Found","path":"/tasks/t"}`, wire.ByAgent, "✕ 404 Not Found", "", "The agent has no task with this id, or nothing is at /tasks/t: the answer does not say which."},
	{"NestJS's 404", restGet, "404" + isJSON + "\n" + `{"message":"Cannot GET /tasks/t","error":"Not Found","statusCode":404}`, wire.ByAgent, "✕ 404 Not Found", "", "Nothing is at /tasks/t."},
	{"nginx's 404 of a task", restGet, "404\nContent-Type: text/html\n\n<html><h1>404 Not Found</h1><hr>nginx/1.25.3</html>", wire.ByAgent, "✕ 404 Not Found", "HTTP-02 response", "The agent has no task with this id, or nothing is at /tasks/t: the answer does not say which."},
	{"a 404 of a task without a body", restGet, "404\nContent-Length: 0", wire.ByAgent, "✕ TaskNotFound", "REST-09 response", "The agent has no task with this id, or nothing is at /tasks/t: the answer does not say which."},
	{"FastAPI's 405", restGet, "405\nAllow: POST" + isJSON + "\n" + `{"detail":"Method Not Allowed"}`, wire.ByAgent, "✕ MethodNotFound", "REST-09 response", "The agent, or a server in front of it, does not accept GET at this address; it allows POST."},
	{"a packed request, refused", strings.Replace(rpcGet, "A2A-Version", "Content-Encoding: identity, x\nA2A-Version", 1), "415\nContent-Length: 0", wire.ByAgent, "✕ 415 Media Type", "", "The agent, or a server in front of it, does not accept the body, because of its Content-Encoding \"identity, x\" or its Content-Type \"application/json\"."},
	{"a limit as a JSON-RPC error", rpcSend, "429\nRetry-After: 9" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"slow down"}}`, wire.ByAgent, "✕ InternalError", "", "The agent accepts no more requests for now: it received too many, and says: “slow down”."},
	{"a task without an id", strings.Replace(rpcGet, `"t"`, `""`, 1), "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}`, wire.ByAgent, "✕ TaskNotFound", "ERR-08 response, REQ-24 request", "The request breaks a rule of the protocol: the call is about a task, but its id is empty."},
	{"Spring's 404 over JSON-RPC", rpcGet, "404" + isJSON + "\n" + `{"timestamp":"2026-01-01T00:00:00.000+00:00","status":404,"error":"Not Found","path":"/"}`, wire.ByAgent, "✕ 404 Not Found", "", "Nothing is at /."},
	{"a comma too many, refused by a framework", "POST /\n" + v10 + "\n" + strings.TrimSuffix(sendBody, "}") + ",}", "400" + isJSON + "\n" + `{"detail":"There was an error parsing the body"}`, wire.ByAgent, "✕ 400 Bad Request", "FORM-03 request", "The request is not JSON: extra comma at byte 127."},
	{"a comma too many over HTTP+JSON", "POST /message:send\n" + v10 + "\n" + `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]},}`, "422" + isJSON + "\n" + `{"detail":[{"type":"json_invalid"}]}`, wire.ByAgent, "✕ 422 Unprocessable", "REST-12 request", "The request is not JSON: extra comma at byte 70."},
	{"a slash too many", "POST //message:send\n" + v10 + "\n" + `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}`, "404" + isJSON + "\n" + `{"detail":"Not Found"}`, wire.ByAgent, "✕ 404 Not Found", "REST-16 request", "The request breaks a rule of the protocol: The path is \"//message:send\", with a slash more than /message:send has; servers redirect such a path, or do not find it."},
	{"a colon that is escaped", "POST /tasks/t1%3Acancel\n" + v10 + "\n{}", "404" + isJSON + "\n" + `{"detail":"Not Found"}`, wire.ByAgent, "✕ 404 Not Found", "REST-16 request", "Nothing is at /tasks/t1%3Acancel."},
	{"another protocol from here on", restGet, "101\nUpgrade: websocket\nConnection: Upgrade", wire.ByAgent, "101 Switching Protocols", "", ""},
	// What is not read is not judged.
	{"an end too deep to be read", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, "COMPLETED", "WORKING", 1) + "\n\ndata: " + strings.Replace(done, `"contextId"`, tooDeep+`,"contextId"`, 1) + "\n\n", wire.ByAgent, "200 OK", "READ-02 response", ""},
	{"a beginning too deep to be read", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, `"contextId"`, tooDeep+`,"contextId"`, 1) + "\n\ndata: " + `{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n", wire.ByAgent, "✓ completed", "READ-02 response", ""},
	{"a stream too deep to be read", rpcTalk, "200" + isSSE + "\ndata: " + strings.Replace(done, `"contextId"`, tooDeep+`,"contextId"`, 1) + "\n\n", wire.ByAgent, "200 OK", "READ-02 response", ""},
	{"an answer too deep to be read", rpcSend, "200" + isJSON + "\n" + strings.Replace(done, `"contextId"`, tooDeep+`,"contextId"`, 1), wire.ByAgent, "200 OK", "READ-02 response", ""},
	// Results of a wrong type.
	{"a list that is an array", rpcList, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":[]}`, wire.ByAgent, "✕ invalid answer", "LIST-05 response", "The answer breaks a rule of the protocol: Expected an object, got an array."},
	{"a list that is a string", rpcList, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":"x"}`, wire.ByAgent, "✕ invalid answer", "LIST-05 response", "The answer breaks a rule of the protocol: Expected an object, got a string."},
	{"a task that is an array", rpcGet, "200" + isJSON + "\n" + `{"jsonrpc":"2.0","id":1,"result":[]}`, wire.ByAgent, "✕ invalid answer", "RES-07 response", "The answer breaks a rule of the protocol: Expected an object, got an array."},
	// gRPC.
	{"a status that is empty", grpcGet, "200\nGrpc-Status: \nContent-Type: application/grpc\n\n", wire.ByAgent, "✕ incomplete answer", "GRPC-09 response", "The answer breaks a rule of the protocol: The trailer grpc-status is \"\"; it must be a number from 0 to 16."},
	{"a status that there is not", grpcGet, "200\nGrpc-Status: 17\nContent-Type: application/grpc\n\n", wire.ByAgent, "✕ incomplete answer", "GRPC-09 response", "The answer breaks a rule of the protocol: The trailer grpc-status is \"17\"; it must be a number from 0 to 16."},
	// How exchanges end.
	{"no answer in time", rpcSend, "", wire.TimedOut, "✕ timed out", "", "The agent did not answer within the time limit."},
	{"nobody there", rpcSend, "", wire.Unreachable, "✕ unreachable", "", "The agent could not be reached."},
	{"cut before an answer", rpcSend, "", wire.Cut, "✕ cut", "", "The agent closed the connection without an answer."},
	{"the client left", rpcSend, "", wire.Cancelled, "⊘ client left", "", "The client left before an answer came."},
	{"the console stopped", rpcSend, "", wire.Interrupted, "⊘ interrupted", "", "The console stopped before an answer came."},
	{"an error code that was cut", rpcGet, "200" + isJSON + "Content-Length: 90\n\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-3200`, wire.Cut, "✕ cut", "FORM-04 response", "The connection was cut before the answer was complete."},
	{"a state that was cut", rpcGet, "200" + isJSON + "Content-Length: 200\n\n" + `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMP`, wire.Cut, "✕ cut", "FORM-04 response", "The connection was cut before the answer was complete."},
	// Cards.
	{"a card that is none", "GET /.well-known/agent-card.json", "200" + isJSON + "\n" + `{"name":"n","version":"1","description":"d"}`, wire.ByAgent, "‼ wrong", "CARD-08 response, CARD-08 response, CARD-08 response, CARD-08 response, CARD-08 response, CARD-28 response", "The answer breaks a rule of the protocol: Member \"supportedInterfaces\" is required and is missing."},
	{"a card with much missing", "GET /.well-known/agent-card.json", "200" + isJSON + "\n" + `{"name":"n","version":"1","description":"d","supportedInterfaces":[{"url":"http://agent.test/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{}}`, wire.ByAgent, "‼ wrong", "CARD-08 response, CARD-08 response, CARD-08 response, CARD-21 response, CARD-28 response", "The answer breaks a rule of the protocol: Member \"defaultInputModes\" is required and is missing."},
	{"a web page for a card", "GET /.well-known/agent-card.json", "200\nContent-Type: text/html\n\n<!doctype html><title>App</title>", wire.ByAgent, "✕ invalid answer", "CARD-01 response", "The answer is a web page (HTML), not JSON."},
	{"linked data for a card", "GET /.well-known/agent-card.json", "200\nContent-Type: application/ld+json\n\n" + `{"@context":"https://schema.org","@type":"SoftwareApplication","name":"n","description":"d","url":"https://a.test"}`, wire.ByAgent, "✕ invalid answer", "CARD-01 response", "The answer breaks a rule of the protocol: Not an Agent Card: this seems to be a JSON-LD document."},
	{"AgentFacts for a card", "GET /.well-known/agent-card.json", "200" + isJSON + "\n" + `{"@context":"https://spec.projectnanda.org/agentfacts/v1","id":"nanda:1","agent_name":"urn:a","label":"L","description":"d","version":"1.0","provider":{"name":"p","url":"https://p"},"capabilities":{"modalities":["text"],"streaming":true},"skills":[{"id":"s","description":"d"}]}`, wire.ByAgent, "✕ invalid answer", "CARD-01 response", "The answer breaks a rule of the protocol: Not an Agent Card: this seems to be an AgentFacts record."},
	{"a credential for a card", "GET /.well-known/agent-card.json", "200" + isJSON + "\n" + `{"@context":["https://www.w3.org/ns/credentials/v2"],"type":["VerifiableCredential"],"issuer":"https://i.test","validFrom":"2026-01-01T00:00:00Z","credentialSubject":{"id":"did:x"}}`, wire.ByAgent, "✕ invalid answer", "CARD-01 response", "The answer breaks a rule of the protocol: Not an Agent Card: this seems to be a verifiable credential."},
	{"an issuer of nobody knows what for a card", "GET /.well-known/agent-card.json", "200" + isJSON + "\n" + `{"issuer":"https://i.test"}`, wire.ByAgent, "✕ invalid answer", "CARD-01 response", "The answer breaks a rule of the protocol: Not an Agent Card: this seems to be something else, with the member \"issuer\"."},
	{"no card", "GET /.well-known/agent-card.json", "404\nContent-Type: text/plain\n\nnot found", wire.ByAgent, "✕ 404 Not Found", "CARD-01 response", "No Agent Card is at /.well-known/agent-card.json."},
	// HTTP+JSON.
	{"a path of another version", "GET /v1/tasks/t\nA2A-Version: 1.0", "404" + isJSON + "\n" + `{"detail":"Not Found"}`, wire.ByAgent, "✕ 404 Not Found", "REST-02 request", "Nothing is at /v1/tasks/t."},
	{"a task nobody knows over HTTP", "GET /tasks/t\nA2A-Version: 1.0", "404" + isJSON + "\n" + `{"error":{"code":404,"status":"NOT_FOUND","message":"Task not found","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`, wire.ByAgent, "✕ TaskNotFound", "", "The agent has no task with this id."},
	{"a list that is null", "GET /tasks\nA2A-Version: 1.0", "200" + isJSON + "\nnull", wire.ByAgent, "✕ invalid answer", "REST-05 response", "The answer breaks a rule of the protocol: The body is null, but ListTasks returns a result."},
}

// odd parses a text of lines: a start line, headers, an empty line, the body.
func odd(text string) (first string, h http.Header, body []byte) {
	top, rest, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(strings.TrimSpace(top), "\n")
	h = http.Header{}
	for _, l := range lines[1:] {
		name, v, _ := strings.Cut(l, ": ")
		h.Add(name, v)
	}
	return lines[0], h, []byte(rest)
}

func (c oddCall) put(t *testing.T, s *recorder.Store) string {
	t.Helper()
	first, h, body := odd(c.request)
	method, path, _ := strings.Cut(first, " ")
	at := time.Now()
	tape := s.Begin(wire.Exchange{Origin: wire.Client, Agent: oddAgent, Started: at, Method: method, URL: oddAgent + path, Request: wire.Head{Header: h}})
	tape.Write(wire.Request, at, body, false)
	tape.EndRequest(at, nil)
	if c.answer != "" {
		var status int
		first, h, body = odd(c.answer)
		fmt.Sscan(first, &status)
		tape.WriteResponseHead(at, wire.Head{Status: status, Header: h})
		tape.Write(wire.Response, at, body, false)
	}
	tape.End(wire.End{At: at.Add(time.Millisecond), Outcome: c.ended})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tape.ID()
}

type shown struct {
	Session string
	Found   []struct{ Check, Level, Message, Of string }
	Why     struct{ Cause, Try string }
}

// TestSurfacesSayTheSame: the sentence, the findings with their sides, and the cause of each call are as
// expected, and the same in sessions show, in check, on the page and in the report.
func TestSurfacesSayTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.db")
	store, err := recorder.Open(recorder.Options{Path: path, Label: console.NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(oddCalls))
	for i, c := range oddCalls {
		if _, err := store.NewSession(t.Context(), c.name); err != nil {
			t.Fatal(err)
		}
		ids[i] = c.put(t, store)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = recorder.Open(recorder.Options{Path: path, ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	for i, c := range oddCalls {
		t.Run(c.name, func(t *testing.T) { c.compare(t, store, path, ids[i]) })
	}
}

func (c oddCall) compare(t *testing.T, store *recorder.Store, path, id string) {
	run := func(args ...string) string {
		var out, said bytes.Buffer
		if code := Main(strings.NewReader(""), &out, &said, append(args, "--db", path)); code > 1 {
			t.Fatalf("%v ended with %d: %s", args, code, &said)
		}
		return out.String()
	}
	var x shown
	if err := json.Unmarshal([]byte(run("sessions", "show", id, "--json")), &x); err != nil {
		t.Fatal(err)
	}
	var found, checks []string
	for _, f := range x.Found {
		of := f.Of
		if of != "request" {
			of = "response"
		}
		found, checks = append(found, f.Check+" "+of), append(checks, f.Check)
	}
	slices.Sort(checks)
	checks = slices.Compact(checks)
	text := run("sessions", "show", id)
	state := stateLine.FindString(text)
	state, _, _ = strings.Cut(strings.TrimSpace(strings.TrimPrefix(state, "state")), " · last state")
	if state != c.state || strings.Join(found, ", ") != c.found || !strings.HasPrefix(x.Why.Cause, c.cause) || (c.cause == "") != (x.Why.Cause == "") {
		t.Errorf("sessions show has %q, %q, %q", state, strings.Join(found, ", "), x.Why.Cause)
	}
	if got := failing(t, run("check", id, "--json")); !slices.Equal(got, checks) {
		t.Errorf("check has %q, sessions show %q", got, checks)
	}
	for format, plain := range map[string]func(string) string{"md": unescapeMarkdown, "html": unescapeHTML} {
		var b bytes.Buffer
		if format == "md" {
			b.WriteString(run("sessions", "export", x.Session, "--exchange", id, "--format", format))
		} else if err := store.ExportChosen(t.Context(), []string{id}, console.Writer(format, &b, false, nil)); err != nil {
			t.Fatal(err)
		}
		said := plain(b.String())
		for _, want := range append(checks, sign.ReplaceAllString(state, ""), plain(x.Why.Cause)) {
			if !strings.Contains(said, want) {
				t.Errorf("%s has no %q", format, want)
			}
		}
		for i, f := range x.Found {
			check, side, _ := strings.Cut(found[i], " ")
			if want := check + " · " + side + " · " + plain(f.Message); format == "md" && !strings.Contains(said, want) {
				t.Errorf("md has no %q", want)
			} else if !strings.Contains(said, plain(f.Message)) {
				t.Errorf("%s has no %q", format, f.Message)
			}
		}
	}
}

// failing are the checks that an exchange breaks, or for which it has a remark.
func failing(t *testing.T, lines string) (out []string) {
	for line := range strings.Lines(lines) {
		var c struct {
			Check        string
			Times, Notes int
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if c.Check != "" && c.Times+c.Notes > 0 {
			out = append(out, c.Check)
		}
	}
	slices.Sort(out)
	return out
}

var (
	stateLine = regexp.MustCompile(`(?m)^state .*$`)
	sign      = regexp.MustCompile(`^[^\w]+|^\d+ [\w ]+$`) // a report writes a mere status as HTTP 200
	tags      = regexp.MustCompile(`<[^>]*>`)
	backslash = regexp.MustCompile(`\\([[:punct:]])`)
)

func unescapeHTML(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(s, ""))), " ")
}

func unescapeMarkdown(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(backslash.ReplaceAllString(s, "$1"))), " ")
}
