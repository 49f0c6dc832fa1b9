package agent

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestRESTAccept: a client that accepts application/json and not application/a2a+json, like a2a-go's,
// gets that, errors included; otherwise the version's type is used.
func TestRESTAccept(t *testing.T) {
	for _, tt := range []struct{ path, accept, want string }{
		{"/rest/v1.0/tasks?A2A-Version=1.0", "application/json", "application/json"},
		{"/rest/v1.0/tasks/none?A2A-Version=1.0", "application/json", "application/json"},
		{"/rest/v1.0/nothing", "Application/JSON;q=0.9", "application/json"},
		{"/rest/v1.0/tasks?A2A-Version=1.0", "", "application/a2a+json"},
		{"/rest/v1.0/tasks?A2A-Version=1.0", "*/*", "application/a2a+json"},
		{"/rest/v1.0/tasks?A2A-Version=1.0", "application/a2a+json, application/json", "application/a2a+json"},
		{"/rest/v1.0/tasks?A2A-Version=1.0", "application/json, application/*", "application/a2a+json"},
		{"/rest/v1.0/tasks/none?A2A-Version=1.0", "text/event-stream", "application/a2a+json"},
		{"/rest/v0.3/v1/tasks/none", "application/a2a+json", "application/json"},
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:7430"+tt.path, nil)
		if tt.accept != "" {
			r.Header.Set("Accept", tt.accept)
		}
		w := httptest.NewRecorder()
		newAgent(t, Options{}).ServeHTTP(w, r)
		if got := w.Header().Get("Content-Type"); got != tt.want {
			t.Errorf("%s, Accept %q: HTTP %d as %s, want %s", tt.path, tt.accept, w.Code, got, tt.want)
		}
	}
}

// TestMessageWithoutID: from 0.2 on messages have an id, and the error names it when it is missing; 0.1
// has none.
func TestMessageWithoutID(t *testing.T) {
	const modern, kinds = `{"role":"ROLE_USER","parts":[{"text":"tell me a joke"}]}`, `{"kind":"message","role":"user","parts":[{"kind":"text","text":"tell me a joke"}]}`
	for _, tt := range []struct{ path, body, want string }{
		{"/v1.0?A2A-Version=1.0", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":` + modern + `}}`, `"field":"message.messageId"`},
		{"/v1.0?A2A-Version=1.0", `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":` + modern + `}}`, `"field":"message.messageId"`},
		{"/v0.3", `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":` + kinds + `}}`, `"code":-32602,"message":"message.messageId is missing`},
		{"/v0.2", `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":` + kinds + `}}`, `"code":-32602,"message":"message.messageId is missing`},
		{"/v0.1", `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"tell me a joke"}]}}}`, `"state":"completed"`},
		{"/rest/v1.0/message:send?A2A-Version=1.0", `{"message":` + modern + `}`, `"field":"message.messageId"`},
		{"/rest/v0.3/v1/message:send", `{"message":{"role":"ROLE_USER","content":[{"text":"tell me a joke"}]}}`, `"code":-32602,"message":"message.messageId is missing`},
	} {
		if w := post(newAgent(t, Options{}), tt.path, tt.body); !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s: HTTP %d %s; want %s", tt.path, w.Code, w.Body, tt.want)
		}
	}
}

// TestMessageWithoutRole: every version requires a role, and refuses an unknown one too.
func TestMessageWithoutRole(t *testing.T) {
	for path, call := range map[string]string{
		"/v1.0?A2A-Version=1.0": `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m",%s"parts":[{"text":"hi"}]}}}`,
		"/v0.3":                 `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m",%s"parts":[{"kind":"text","text":"hi"}]}}}`,
		"/v0.2":                 `{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":{"kind":"message","messageId":"m",%s"parts":[{"kind":"text","text":"hi"}]}}}`,
		"/v0.1":                 `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{%s"parts":[{"type":"text","text":"hi"}]}}}`,
		"/rest/v1.0/message:send?A2A-Version=1.0": `{"message":{"messageId":"m",%s"parts":[{"text":"hi"}]}}`,
		"/rest/v0.3/v1/message:send":              `{"message":{"messageId":"m",%s"content":[{"text":"hi"}]}}`,
	} {
		for _, role := range []string{"", `"role":"",`, `"role":"visitor",`} {
			w := post(newAgent(t, Options{}), path, strings.Replace(call, "%s", role, 1))
			if !strings.Contains(w.Body.String(), "role") || !strings.Contains(w.Body.String(), `"error"`) {
				t.Errorf("%s with %q: HTTP %d %s", path, role, w.Code, w.Body)
			}
		}
	}
}

// TestSessionOfAnother: if a task belongs to another session or context, the error has the version's
// term.
func TestSessionOfAnother(t *testing.T) {
	a := newAgent(t, Options{})
	var answers [2]string
	for i, session := range []string{"one", "two"} {
		w := post(a, "/v0.1", `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","sessionId":"`+session+`","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`)
		answers[i] = w.Body.String()
	}
	if !strings.Contains(answers[1], `belongs to session`) || strings.Contains(answers[1], "context") {
		t.Errorf("%s", answers)
	}
	// 0.1 has no ids of push configurations either.
	w := post(a, "/v0.1", `{"jsonrpc":"2.0","id":1,"method":"tasks/pushNotification/get","params":{"id":"t"}}`)
	if !strings.Contains(w.Body.String(), `has no push configuration"`) {
		t.Errorf("%s", w.Body)
	}
}

// TestBothSpellings: ProtoJSON parsers accept the original proto field names too; a page has the
// requested size in either spelling.
func TestBothSpellings(t *testing.T) {
	for _, params := range []string{`{"pageSize":0}`, `{"page_size":0}`} {
		w := post(newAgent(t, Options{}), "/v1.0?A2A-Version=1.0", `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":`+params+`}`)
		if !strings.Contains(w.Body.String(), `"field":"page`) {
			t.Errorf("%s: the size is not looked at: %s", params, w.Body)
		}
	}
	for _, params := range []string{`{"pageSize":1}`, `{"page_size":1}`} {
		w := post(newAgent(t, Options{}), "/v1.0?A2A-Version=1.0", `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":`+params+`}`)
		if !strings.Contains(w.Body.String(), `"pageSize":1`) {
			t.Errorf("%s: %s", params, w.Body)
		}
	}
}
