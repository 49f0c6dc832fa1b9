package dialect

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestOutvoted: two pieces of evidence that agree outweigh the name of the method, one does not.
func TestOutvoted(t *testing.T) {
	const (
		new10 = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
		old03 = `{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}`
		res10 = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
	)
	for _, c := range []struct {
		name, method, params, said, result string
		want                               a2a.Version
	}{
		{"the header and the body", "message/send", new10, "1.0", `{}`, a2a.V10},
		{"the body and the answer", "message/send", new10, "", res10, a2a.V10},
		{"the header and the answer", "message/send", `{"message":{"messageId":"m"}}`, "1.0", res10, a2a.V10},
		{"an older one", "SendMessage", old03, "0.3", `{}`, a2a.V03},
		{"the header alone", "message/send", `{"message":{"messageId":"m"}}`, "1.0", `{}`, a2a.V03},
		{"the body alone", "message/send", new10, "", `{}`, a2a.V03},
		{"the header against method and body", "message/send", old03, "1.0", `{}`, a2a.V03},
	} {
		h := http.Header{"Content-Type": {"application/json"}}
		if c.said != "" {
			h.Set("A2A-Version", c.said)
		}
		req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}`)}
		resp := Message{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"jsonrpc":"2.0","id":1,"result":` + c.result + `}`)}
		id := Identify(req, resp, Hint{})
		if n := len(id.Versions); n == 0 || id.Versions[n-1] != c.want || id.Op != a2a.SendMessage {
			t.Errorf("%s: %v %s, want %s", c.name, id.Versions, id.Op, c.want)
			continue
		}
		found := checksOf(ReadRequest(id, req).Problems)
		if old := c.want == a2a.V10 || c.method == "SendMessage"; (found == "REQ-23" || c.said == "" && found == "HDR-01 REQ-23") != old && c.name != "the header and the answer" {
			t.Errorf("%s: found %q", c.name, found)
		}
	}
}
