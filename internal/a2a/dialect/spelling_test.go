package dialect

import (
	"net/http"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestMisspelt: names in snake_case or another case are found in documents, cards and queries of each
// version.
func TestMisspelt(t *testing.T) {
	const old = `"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}`
	for _, c := range []struct{ url, version, body, check, path string }{
		{"", "", `"message/send","params":{` + old + `,"configuration":{"history_length":1}}`, "RES-21", "$.params.configuration.history_length"},
		{"", "", `"message/send","params":{` + old + `,"configuration":{"accepted_output_modes":["text/plain"]}}`, "RES-21", "$.params.configuration.accepted_output_modes"},
		{"", "", `"tasks/get","params":{"id":"t","history_length":1}`, "RES-21", "$.params.history_length"},
		{"", "", `"tasks/pushNotificationConfig/set","params":{"taskId":"t","push_notification_config":{"url":"https://a.test/"}}`, "RES-21", "$.params.push_notification_config"},
		{"", "", `"tasks/send","params":{"id":"t","history_length":1,"message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`, "RES-21", "$.params.history_length"},
		{"", "", `"tasks/sendSubscribe","params":{"id":"t","push_notification":{},"message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`, "RES-21", "$.params.push_notification"},
		{"tasks/t?history_length=1", "1.0", "", "REST-03", "?history_length"},
		{"tasks/t?historylength=1", "1.0", "", "REST-03", "?historylength"},
		{"v1/tasks/t?HistoryLength=1", "0.3", "", "REST-03", "?HistoryLength"},
		{"tasks?PageSize=1", "1.0", "", "REST-03", "?PageSize"},
	} {
		req := Message{Method: "POST", URL: "http://agent.test/" + c.url, Header: http.Header{"Content-Type": {"application/json"}}}
		if c.body == "" {
			req.Method, req.Header = "GET", http.Header{"A2a-Version": {c.version}}
		} else {
			req.Body = []byte(`{"jsonrpc":"2.0","id":1,"method":` + c.body + `}`)
		}
		found := ReadRequest(Identify(req, Message{}, Hint{}), req).Problems
		if !slices.ContainsFunc(found, func(p a2a.Problem) bool { return p.Check == c.check && p.Path == c.path }) {
			t.Errorf("%s%s: found %+v, want %s at %s", c.url, c.body, found, c.check, c.path)
		}
	}
	card := `{"name":"a","description":"d","version":"1","protocolVersion":"0.3.0","url":"https://a.test/","capabilities":{"push_notifications":true},
		"default_input_modes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"s","description":"d","tags":[],"input_modes":["text/plain"]}]}`
	_, _, ps := ReadCard([]byte(card))
	for _, path := range []string{"$.capabilities.push_notifications", "$.default_input_modes", "$.skills[0].input_modes"} {
		if !slices.ContainsFunc(ps, func(p a2a.Problem) bool { return p.Check == "CARD-06" && p.Path == path }) {
			t.Errorf("a card: nothing is found at %s in %+v", path, ps)
		}
	}
}
