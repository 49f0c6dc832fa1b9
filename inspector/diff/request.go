package diff

import (
	"regexp"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// request converts a call. knows reports whether a task occurred before on the call's side: an id that a client gives
// to a new task is not a reference.
func request(c *a2a.Call, knows func(task string) bool) *node {
	n := obj(KindStructure, Structure)
	n.addText("tenant", KindValue, Meaning, c.Tenant)
	switch c.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		sent(n, c, knows)
	case a2a.ListTasks, a2a.ListPushConfigs:
		n.addID("taskId", taskIDs, c.TaskID)
		query(n, c.List)
	case a2a.CreatePushConfig, a2a.GetPushConfig, a2a.DeletePushConfig:
		n.addID("taskId", taskIDs, c.TaskID)
		n.addID("id", pushIDs, c.PushID)
	default:
		n.addID("id", taskIDs, c.TaskID)
	}
	if c.HistoryLength != nil {
		n.add("historyLength", number(*c.HistoryLength))
	}
	n.addList("acceptedOutputModes", texts(c.AcceptedOutputModes))
	n.addFlag("returnImmediately", c.ReturnImmediately)
	n.add("taskPushNotificationConfig", push(c.Push))
	n.add("metadata", metadata(c.Metadata, Meaning))
	return n
}

func sent(n *node, c *a2a.Call, knows func(string) bool) {
	if c.Message == nil {
		return
	}
	m := message(c.Message, Structure)
	reference := c.Message.TaskID
	if reference == "" && knows(c.TaskID) {
		reference = c.TaskID
	}
	m.addID("taskId", taskIDs, reference)
	n.add("message", m)
}

func query(n *node, q *a2a.ListQuery) {
	if q == nil {
		return
	}
	n.addID("contextId", contextIDs, q.ContextID)
	n.addText("status", KindValue, Meaning, string(q.State))
	if q.PageSize != 0 {
		n.add("pageSize", number(q.PageSize))
	}
	n.addID("pageToken", pageTokens, q.PageToken)
	n.addText("statusTimestampAfter", KindTime, Meaning, q.StatusTimestampAfter)
	n.addFlag("includeArtifacts", q.IncludeArtifacts)
}

// ownWebhook matches the console's webhook addresses, of which each registration gets a new one.
var ownWebhook = regexp.MustCompile(`^https?://[^/]+/hook/[0-9a-f]{32}$`)

// push converts a push config. Secrets are compared by presence only, because recordings redact them.
func push(c *a2a.PushConfig) *node {
	if c == nil {
		return nil
	}
	n := obj(KindStructure, Structure)
	n.addID("id", pushIDs, c.ID)
	n.addID("taskId", taskIDs, c.TaskID)
	if ownWebhook.MatchString(c.URL) {
		n.addID("url", webhooks, c.URL)
	} else {
		n.addText("url", KindURL, Meaning, c.URL)
	}
	if c.Token != "" {
		n.add("token", secret())
	}
	if len(c.Schemes) > 0 || c.Credentials != "" {
		auth := obj(KindValue, Meaning)
		auth.addList("schemes", names(c.Schemes, Meaning))
		if c.Credentials != "" {
			auth.add("credentials", secret())
			auth.isSecret = len(c.Schemes) == 0
		}
		n.add("authentication", auth)
	}
	return n
}
