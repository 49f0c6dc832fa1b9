package agent

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzRPC: whatever is posted, the answer is a JSON-RPC response with exactly
// one of result and error, or a stream of them.
func FuzzRPC(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"joke"}]}}}`)
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"phone"},{"raw":"aGk="}]}}}`)
	f.Add(`{"jsonrpc":"2.0","id":"x","method":"ListTasks","params":{"pageSize":2,"pageToken":"a"}}`)
	f.Add(`{"jsonrpc":"2.0","id":null,"method":"CreateTaskPushNotificationConfig","params":{"taskId":"t","url":"http://127.0.0.1:1"}}`)
	f.Add(`[{}]`)
	f.Fuzz(func(t *testing.T, body string) {
		a := New(Options{MaxTasks: 10})
		defer a.Close()
		ctx, leave := context.WithCancel(t.Context())
		leave() // or a slow task would hold us up
		r := httptest.NewRequestWithContext(ctx, "POST", "http://localhost/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		answers := []string{w.Body.String()}
		if w.Header().Get("Content-Type") == "text/event-stream" {
			answers = nil
			for line := range strings.Lines(w.Body.String()) {
				if data, ok := strings.CutPrefix(line, "data: "); ok {
					answers = append(answers, data)
				}
			}
		}
		for _, s := range answers {
			var m map[string]json.RawMessage
			if err := json.Unmarshal([]byte(s), &m); err != nil {
				t.Fatalf("%v in %q", err, s)
			}
			_, res := m["result"]
			_, bad := m["error"]
			if res == bad || m["id"] == nil {
				t.Fatalf("no proper response: %q", s)
			}
		}
	})
}
