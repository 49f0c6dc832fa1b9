package examine

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var (
	withPush    = declares("push notifications", func(c *a2a.Capabilities) bool { return c.Push }, true)
	withoutPush = declares("push notifications", func(c *a2a.Capabilities) bool { return c.Push }, false)
)

// unreachableHook is a webhook that receives nothing: no name below the top-level domain invalid exists.
const unreachableHook = "https://a2a-console.invalid/hook"

// deliveryTimeout is how long a probe waits for a notification.
const deliveryTimeout = 5 * time.Second

// deliveryGrace is how long to wait for notifications that are still on their way.
const deliveryGrace = time.Second

var pushProbes = []probe{
	{
		name: "push", breaks: "CARD-38", level: check.Must, calls: 10, inapplicableReason: withPush, untestableReason: noTask,
		expectation: "The agent creates, returns, lists and deletes push configurations, as its card declares.",
		try:         configure,
	},
	{
		name: "push-delivery", breaks: "CARD-38", level: check.Must, calls: 1, inapplicableReason: withPush,
		expectation: "The agent notifies a webhook that was registered with a message.",
		untestableReason: func(s *subject) string {
			if s.Hook == nil {
				return "the agent is not on this machine, so it cannot reach the console's webhook"
			}
			return ""
		},
		try: deliver,
	},
	{
		name: "push-undeclared", breaks: "ERR-05", level: check.Must, calls: 1, inapplicableReason: withoutPush, untestableReason: noTask,
		expectation: "The agent refuses a push configuration, because its card does not declare push notifications.",
		try: func(t *trial) {
			c := t.taskCall(a2a.CreatePushConfig, t.finished)
			c.Push = &a2a.PushConfig{TaskID: t.finished, URL: unreachableHook}
			t.judgeRefusal(t.call(c))
		},
	},
}

// newHook returns a push configuration for a task, and its webhook.
func (t *trial) newHook(task string) (*a2a.PushConfig, Hook) {
	h := Hook{URL: unreachableHook}
	if t.Hook != nil {
		h = t.Hook(wire.OriginOf(t.target.Endpoint))
		t.report.hooks = append(t.report.hooks, h.URL)
	}
	return &a2a.PushConfig{TaskID: task, URL: h.URL, Token: h.Token}, h
}

// configure creates, reads, lists and deletes a configuration. It uses a running task if the examination can
// start one, and otherwise the finished task.
func configure(t *trial) {
	task := t.finished
	if noSlow(t.subject) == "" {
		if task = t.startWork(); task == "" {
			return
		}
	}
	c := t.taskCall(a2a.CreatePushConfig, task)
	c.Push, _ = t.newHook(task)
	made := t.call(c)
	if made.Err != nil && made.Err.Name == a2a.InvalidParams {
		t.skip("the agent rejected the webhook's address: " + made.describe())
		return
	}
	if !t.judgeSuccess(made) {
		return
	}
	id := task
	if p := made.firstResult().Push; p != nil && p.ID != "" {
		id = p.ID
	}
	if got := t.callConfig(a2a.GetPushConfig, task, id); !t.judgeSuccess(got) {
		return
	}
	if task != t.finished { // so that no notification is on its way when the configuration is deleted
		t.call(t.taskCall(a2a.CancelTask, task))
		_ = sleep(t.ctx, deliveryGrace) // if the examination was stopped, the next call says so
	}
	if !t.listAndDeleteConfig(task, id) {
		return
	}
	t.pass("the agent answered every call as it should")
}

func (t *trial) callConfig(op a2a.Operation, task, id string) answer {
	c := t.taskCall(op, task)
	c.PushID = id
	return t.call(c)
}

// listAndDeleteConfig lists and deletes a configuration if the version supports that. It reports whether to go on.
func (t *trial) listAndDeleteConfig(task, id string) bool {
	if _, err := t.Client.Prepare(t.target.Target, &a2a.Call{Op: a2a.DeletePushConfig, TaskID: task, PushID: id}); err != nil {
		return true
	}
	listed := t.call(t.taskCall(a2a.ListPushConfigs, task))
	if listed.isUnknownOperation() && !t.hasCheck("PUSH-06") {
		t.passOpen("the agent does not list push configurations")
		return false
	}
	if !t.judgeSuccess(listed) {
		return false
	}
	for range 2 { // a check judges the second answer
		if deleted := t.callConfig(a2a.DeletePushConfig, task, id); !deleted.isOK() && t.row.Message == "" {
			t.judgeSuccess(deleted)
			return false
		}
		if !t.hasCheck("PUSH-07") {
			break
		}
	}
	gone := t.callConfig(a2a.GetPushConfig, task, id)
	if gone.isOK() {
		t.fail("the configuration still exists after it was deleted", "PUSH-22")
		return false
	}
	t.markMet("PUSH-22")
	return true
}

// deliver registers a webhook with a message and waits for a notification.
func deliver(t *trial) {
	c := t.messageCall(a2a.SendMessage, t.quickText())
	push, h := t.newHook("")
	push.Schemes, push.Credentials = []string{"Bearer"}, wire.NewID()
	c.Push = push
	a := t.call(c)
	switch {
	case a.Err != nil && a.Err.Name == a2a.InvalidParams:
		t.skip("the agent rejected the webhook's address: " + a.describe())
		return
	case !t.judgeSuccess(a):
		return
	case a.Task == "":
		t.skip("the agent answered with a message, so there is no task to notify about")
		return
	}
	timer := time.NewTimer(deliveryTimeout)
	defer timer.Stop()
	select {
	case id := <-h.Deliveries:
		t.row.Exchanges = append(t.row.Exchanges, id)
		if why := t.explainUnread(id); why != "" {
			t.fail("the delivery is not a notification: "+why, "PUSH-11", "PUSH-21", "PUSH-10")
			return
		}
		t.pass("a notification arrived")
	case <-timer.C:
		says := "no notification arrived within " + deliveryTimeout.String()
		if isLocalHook(h.URL) {
			t.skip(clip.Clause(says) + "; agents may refuse webhooks on this machine: give --webhook-url with an address that the agent may call")
			return
		}
		t.fail(says, "PUSH-17")
	case <-t.ctx.Done():
		t.halt(t.explainSkip(t.ctx.Err()))
	}
}

// explainUnread says why a delivery is not a notification, "" if it is one or cannot be read.
func (t *trial) explainUnread(exchange string) string {
	if t.Store == nil {
		return ""
	}
	ctx := context.WithoutCancel(t.ctx)
	x, err := t.Store.Exchange(ctx, exchange)
	if err != nil || x.Method == http.MethodGet { // in 0.1 the agent asks the webhook whether it accepts notifications
		return ""
	}
	r, err := reading.Record(ctx, t.Store, &x, reading.Options{})
	if err != nil {
		return ""
	}
	switch asked := r.Request(); {
	case r.Identity().Op != a2a.PushNotification:
		return "it has the form of a call or of an answer"
	case asked.Result == nil:
		return "it has neither a task nor a task event"
	}
	return ""
}

// isLocalHook reports whether a webhook is on this machine or a private network, which agents may refuse to call.
func isLocalHook(hook string) bool {
	u, err := url.Parse(hook)
	return err == nil && inspector.IsLocalHost(u.Hostname())
}
