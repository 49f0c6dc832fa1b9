package dialect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// restCaptures are recordings over HTTP+JSON.
func restCaptures() []captureSet {
	return []captureSet{
		{dir: "a2a-go-v2.4.0-rest", version: a2a.V10, quirks: map[string]string{
			"15-GET-rest-tasks":           "ERR-15", // 401 without WWW-Authenticate
			"32-POST-rest-message-stream": "SSE-22", // closed while working
		}},
		{dir: "a2a-js-1.3.0-rest", version: a2a.V10},
		{dir: "a2a-js-0.3.13-rest", version: a2a.V03},
	}
}

// TestRESTCaptures reads every exchange over HTTP+JSON and compares it with its file name.
func TestRESTCaptures(t *testing.T) {
	for _, set := range restCaptures() {
		dir := filepath.Join(shared, "captures", set.dir)
		if _, err := os.Stat(dir); err != nil {
			continue // the captures are not everywhere; the corpus covers what they show
		}
		requests, _ := filepath.Glob(filepath.Join(dir, "*.req.http"))
		for _, path := range requests {
			name := strings.TrimSuffix(filepath.Base(path), ".req.http")
			t.Run(set.dir+"/"+name, func(t *testing.T) {
				readCapture(t, path, name, set)
				req, resp, _ := captured(t, path)
				id := Identify(req, resp, Hint{})
				if want := operationIn(name); id.Op != want || strings.Contains(name, "rest-") && id.Binding != a2a.REST {
					t.Errorf("identified as %s over %q, want %s", id.Op, id.Binding, want)
				}
			})
		}
	}
}

// operationIn returns the operation in a capture's file name.
func operationIn(name string) a2a.Operation {
	for _, o := range []struct {
		part string
		op   a2a.Operation
	}{
		{"message-send", a2a.SendMessage}, {"message-stream", a2a.SendStreamingMessage}, {"ID-cancel", a2a.CancelTask},
		{"ID-subscribe", a2a.SubscribeToTask}, {"webhook", a2a.PushNotification}, {"well-known", a2a.GetCard},
		{"DELETE", a2a.DeletePushConfig}, {"pushNotificationConfigs-cfg2", a2a.GetPushConfig},
		{"POST-rest-tasks-ID-push", a2a.CreatePushConfig}, {"POST-a2a-rest-tasks-ID-push", a2a.CreatePushConfig},
		{"POST-rest-v1-tasks-ID-push", a2a.CreatePushConfig}, {"pushNotificationConfigs", a2a.ListPushConfigs},
		{"extendedAgentCard", a2a.GetExtendedCard}, {"tasks-ID", a2a.GetTask}, {"tasks-nope", a2a.GetTask}, {"rest-tasks", a2a.ListTasks},
	} {
		if strings.Contains(name, o.part) {
			return o.op
		}
	}
	return ""
}
