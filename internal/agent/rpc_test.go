package agent

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSONRPC(t *testing.T) {
	const v1 = "A2A-Version"
	ask := `{"parts":[{"text":"tell me a joke"}],"role":"ROLE_USER","messageId":"m"}`
	old := `{"role":"user","parts":[{"type":"text","text":"tell me a joke"}]}`
	tests := []struct {
		name, path, body string
		header           []string
		code             int // 0 for a success
		id               string
	}{
		{"not JSON", "/", `{"jsonrpc":`, nil, -32700, "null"},
		{"not UTF-8", "/", "{\"jsonrpc\":\"\xff\"}", nil, -32700, "null"},
		{"empty", "/v1.0", ``, nil, -32700, "null"},
		{"byte order mark", "/v1.0", "\ufeff{}", nil, -32700, "null"},
		{"batch", "/", `[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]`, nil, -32600, "null"},
		{"number", "/", `17`, nil, -32600, "null"},
		{"no method", "/", `{"jsonrpc":"2.0","id":1}`, nil, -32600, "1"},
		{"method null", "/", `{"jsonrpc":"2.0","id":1,"method":null}`, nil, -32600, "1"},
		{"method is a number", "/", `{"jsonrpc":"2.0","id":1,"method":5}`, nil, -32600, "1"},
		{"unknown method", "/", `{"jsonrpc":"2.0","id":"x","method":"tasks/dance"}`, nil, -32601, `"x"`},
		{"other version's method at v1.0", "/v1.0", `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{}}`, nil, -32601, "1"},
		{"other version's method at v0.1", "/v0.1", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}`, nil, -32601, "1"},
		{"params is a list", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":[]}`, nil, -32602, "1"},
		{"params is null", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":null}`, nil, -32602, "1"},
		{"params has another type", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":5}}`, nil, -32602, "1"},
		{"no params", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get"}`, nil, -32602, "1"},
		{"negative history", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"x","historyLength":-1}}`, nil, -32602, "1"},
		{"id is an object", "/", `{"jsonrpc":"2.0","id":{},"method":"tasks/get"}`, nil, -32600, "null"},
		{"jsonrpc 1.0", "/", `{"jsonrpc":"1.0","id":1,"method":"tasks/get","params":{"id":"x"}}`, nil, -32600, "1"},
		{"jsonrpc missing in 1.0", "/", `{"id":1,"method":"GetTask","params":{"id":"x"}}`, []string{v1, "1.0"}, -32600, "1"},
		{"unknown task 0.1", "/", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"x"}}`, nil, -32001, "1"},
		{"unknown task 1.0", "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, []string{v1, "1.0"}, -32001, "1"},
		{"no version", "/v1.0", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, nil, -32009, "1"},
		{"version 0.3", "/v1.0", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, []string{v1, "0.3"}, -32009, "1"},
		{"version 99.0", "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, []string{v1, "99.0"}, -32009, "1"},
		{"patch version", "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, []string{v1, "1.0.1"}, -32001, "1"},
		{"version in the query", "/v1.0?A2A-Version=1.0", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}`, nil, -32001, "1"},
		{"large id", "/", `{"jsonrpc":"2.0","id":9007199254740993,"method":"tasks/get","params":{"id":"x"}}`, nil, -32001, "9007199254740993"},
		{"fraction as id", "/", `{"jsonrpc":"2.0","id":1.50,"method":"tasks/get","params":{"id":"x"}}`, nil, -32001, "1.50"},
		{"escaped id", "/", `{"jsonrpc":"2.0","id":"\u0041\/","method":"tasks/get","params":{"id":"x"}}`, nil, -32001, `"\u0041\/"`},
		{"no id", "/", `{"jsonrpc":"2.0","method":"tasks/get","params":{"id":"x"}}`, nil, -32001, "null"},
		{"null id", "/", `{"jsonrpc":"2.0","id":null,"method":"tasks/get","params":{"id":"x"}}`, nil, -32001, "null"},
		{"0.1 without jsonrpc", "/", `{"id":4,"method":"tasks/send","params":{"id":"t","message":` + old + `}}`, nil, 0, "4"},
		{"0.1 without task id", "/", `{"jsonrpc":"2.0","id":4,"method":"tasks/send","params":{"message":` + old + `}}`, nil, -32602, "4"},
		{"1.0 with a task id of its own", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{"taskId":"mine",` + ask[1:] + `}}`, []string{v1, "1.0"}, -32001, "4"},
		{"1.0 with a context of its own", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{"contextId":"mine",` + ask[1:] + `}}`, []string{v1, "1.0"}, 0, "4"},
		{"1.0 without message", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{}}`, []string{v1, "1.0"}, -32602, "4"},
		{"1.0 without parts", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[]}}}`, []string{v1, "1.0"}, -32602, "4"},
		{"1.0 by the agent", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"x"}]}}}`, []string{v1, "1.0"}, -32602, "4"},
		{"unknown skill", "/", `{"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"skill":"dance"}}]}}}`, []string{v1, "1.0"}, -32602, "4"},
		{"stream error is JSON", "/", `{"jsonrpc":"2.0","id":4,"method":"SubscribeToTask","params":{"id":"x"}}`, []string{v1, "1.0"}, -32001, "4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := post(newAgent(t, Options{}), tt.path, tt.body, tt.header...)
			if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("HTTP %d, %s", w.Code, w.Header().Get("Content-Type"))
			}
			var r response
			if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
				t.Fatalf("%v: %s", err, w.Body)
			}
			code := 0
			if r.Error != nil {
				code = r.Error.Code
			}
			if code != tt.code || string(r.ID) != tt.id && !(tt.id == "null" && strings.Contains(w.Body.String(), `"id":null`)) {
				t.Errorf("got code %d, id %s; want %d, %s\n%s", code, r.ID, tt.code, tt.id, w.Body)
			}
		})
	}
}

func TestHTTPErrors(t *testing.T) {
	a := newAgent(t, Options{MaxBody: 1000})
	tests := []struct {
		name, body string
		header     []string
		status     int
	}{
		{"plain text", `{}`, []string{"Content-Type", "text/plain"}, 415},
		{"no type", `{}`, []string{"Content-Type", ""}, 415},
		{"compressed", `{}`, []string{"Content-Encoding", "gzip"}, 415},
		{"charset", `{}`, []string{"Content-Type", "application/json; charset=utf-8"}, 200},
		{"a2a+json", `{}`, []string{"Content-Type", "application/a2a+json"}, 200},
		{"too large", `{"a":"` + strings.Repeat("x", 1000) + `"}`, nil, 413},
	}
	for _, tt := range tests {
		w := post(a, "/", tt.body, tt.header...)
		if w.Code != tt.status || !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), `"error"`) {
			t.Errorf("%s: HTTP %d, want %d: %s", tt.name, w.Code, tt.status, w.Body)
		}
	}
}
