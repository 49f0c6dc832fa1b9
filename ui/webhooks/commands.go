package webhooks

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/ui/host"
)

// pushConfig returns the JSON that registers an address in a message's configuration (A2A 1.0
// §4.3.1, TaskPushNotificationConfig; 0.2 and 0.3 PushNotificationConfig).
func pushConfig(h *host.Hook) string {
	b, err := json.Marshal(struct {
		URL   string `json:"url"`
		Token string `json:"token"`
	}{h.URL, h.Token})
	if err != nil {
		return "" // strings always marshal
	}
	return string(b)
}

// pushByCurl returns a curl command that delivers to an address like a 1.0 agent.
func pushByCurl(h *host.Hook) string {
	return "curl -H 'Content-Type: application/a2a+json' \\\n  -H " + host.QuoteShell("X-A2A-Notification-Token: "+h.Token) + " \\\n" +
		`  --data '{"statusUpdate":{"taskId":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_WORKING"}}}' ` + "\\\n  " + host.QuoteShell(h.URL)
}
