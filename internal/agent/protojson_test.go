package agent

import (
	"strings"
	"testing"
)

// TestProtoJSONInput: ProtoJSON bodies may have enums as numbers and integers as strings, but not
// other strings as integers.
func TestProtoJSONInput(t *testing.T) {
	const say = `{"messageId":"m","role":1,"PARTS":[{"text":"tell me a joke"}]}`
	rpc := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
	}
	a := newAgent(t, Options{})
	for _, c := range []struct {
		name, path, body, want string
	}{
		{"1.0 role", "/v1.0", rpc("SendMessage", `{"message":`+strings.Replace(say, "PARTS", "parts", 1)+`,"configuration":{"historyLength":"1"}}`), "TASK_STATE_COMPLETED"},
		{"1.0 list", "/v1.0", rpc("ListTasks", `{"pageSize":"5","status":3}`), `"pageSize":5`},
		{"1.0 list by proto names", "/v1.0", rpc("ListTasks", `{"page_size":5}`), `"pageSize":5`},
		{"1.0 over HTTP+JSON", "/rest/v1.0/message:send", `{"message":` + strings.Replace(say, "PARTS", "parts", 1) + `}`, "TASK_STATE_COMPLETED"},
		{"0.3 over HTTP+JSON", "/rest/v0.3/v1/message:send", `{"message":` + strings.Replace(say, "PARTS", "content", 1) + `,"configuration":{"blocking":true,"historyLength":"1"}}`, "TASK_STATE_COMPLETED"},
		{"no number", "/v1.0", rpc("ListTasks", `{"pageSize":"five"}`), `Expected an integer, got the string \"five\"`},
		{"no such state", "/v1.0", rpc("ListTasks", `{"status":99}`), "No version has the state 99"},
		{"0.3 over JSON-RPC", "/v0.3", rpc("tasks/get", `{"id":"t","historyLength":"1"}`), "Expected an integer, got a string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var header []string
			if strings.Contains(c.path, "v1.0") {
				header = []string{"A2A-Version", "1.0"}
			}
			if got := post(a, c.path, c.body, header...).Body.String(); !strings.Contains(got, c.want) {
				t.Errorf("%s: got %s, want %s", c.body, got, c.want)
			}
		})
	}
}
