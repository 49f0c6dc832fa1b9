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

// nowhere is a webhook that nothing is sent to: no name below invalid exists.
const nowhere = "https://a2a-console.invalid/hook"

// deliveryTime is how long a notification is waited for.
const deliveryTime = 5 * time.Second

// underWay is how long a notification may be under way.
const underWay = time.Second

// pushing are the probes of push notifications.
var pushing = []probe{
	{
		name: "push", breaks: "CARD-38", level: check.Must, calls: 10, fits: withPush, lacks: noTask,
		asks: "The agent creates, returns, lists and deletes push configurations, as its card declares.",
		try:  configure,
	},
	{
		name: "push-delivery", breaks: "CARD-38", level: check.Must, calls: 1, fits: withPush,
		asks: "The agent notifies a webhook that was registered with a message.",
		lacks: func(s *subject) string {
			if s.Hook == nil {
				return "the agent is not on this machine, and cannot reach the console's webhook"
			}
			return ""
		},
		try: deliver,
	},
	{
		name: "push-undeclared", breaks: "ERR-05", level: check.Must, calls: 1, fits: withoutPush, lacks: noTask,
		asks: "The agent refuses a push configuration, because its card does not declare push notifications.",
		try: func(t *trial) {
			c := t.of(a2a.CreatePushConfig, t.finished)
			c.Push = &a2a.PushConfig{TaskID: t.finished, URL: nowhere}
			t.refusal(t.call(c))
		},
	},
}

// hook is a push configuration for a task, and the webhook.
func (t *trial) hook(task string) (*a2a.PushConfig, Hook) {
	h := Hook{URL: nowhere}
	if t.Hook != nil {
		h = t.Hook()
		t.report.hooks = append(t.report.hooks, h.URL)
	}
	return &a2a.PushConfig{TaskID: task, URL: h.URL, Token: h.Token}, h
}

// configure makes a configuration for a task and does with it what there is to do. A task
// that is under way is best; without one the task that is over has to do.
func configure(t *trial) {
	task := t.finished
	if noSlow(t.subject) == "" {
		if task = t.startWork(); task == "" {
			return
		}
	}
	c := t.of(a2a.CreatePushConfig, task)
	c.Push, _ = t.hook(task)
	made := t.call(c)
	if made.Err != nil && made.Err.Name == a2a.InvalidParams {
		t.untold("the agent rejected the webhook's address: " + made.describe())
		return
	}
	if !t.success(made) {
		return
	}
	id := task
	if p := made.first().Push; p != nil && p.ID != "" {
		id = p.ID
	}
	if got := t.onConfig(a2a.GetPushConfig, task, id); !t.success(got) {
		return
	}
	if task != t.finished { // so that no notification is under way when the configuration goes
		t.call(t.of(a2a.CancelTask, task))
		_ = sleep(t.ctx, underWay) // the next call tells that it was stopped
	}
	if !t.beyond(task, id) {
		return
	}
	t.pass("the agent answered every call as it should")
}

// onConfig calls for a configuration.
func (t *trial) onConfig(op a2a.Operation, task, id string) answer {
	c := t.of(op, task)
	c.PushID = id
	return t.call(c)
}

// beyond lists and deletes a configuration, where the version has that.
func (t *trial) beyond(task, id string) bool {
	if _, err := t.Client.Prepare(t.target.Target, &a2a.Call{Op: a2a.DeletePushConfig, TaskID: task, PushID: id}); err != nil {
		return true
	}
	listed := t.call(t.of(a2a.ListPushConfigs, task))
	if listed.unknown() && !t.rules("PUSH-06") {
		t.either("the agent has no list of them")
		return false
	}
	if !t.success(listed) {
		return false
	}
	for range 2 { // what the second one answers is a check's business
		if deleted := t.onConfig(a2a.DeletePushConfig, task, id); !deleted.ok() && t.row.Says == "" {
			t.success(deleted)
			return false
		}
		if !t.rules("PUSH-07") {
			break
		}
	}
	gone := t.onConfig(a2a.GetPushConfig, task, id)
	if gone.ok() {
		t.fail("the configuration still exists after it was deleted", "PUSH-22")
		return false
	}
	t.meets("PUSH-22")
	return true
}

// deliver registers a webhook with a message and waits for a notification.
func deliver(t *trial) {
	c := t.message(a2a.SendMessage, t.quick())
	push, h := t.hook("")
	push.Schemes, push.Credentials = []string{"Bearer"}, wire.NewID()
	c.Push = push
	a := t.call(c)
	switch {
	case a.Err != nil && a.Err.Name == a2a.InvalidParams:
		t.untold("the agent rejected the webhook's address: " + a.describe())
		return
	case !t.success(a):
		return
	case a.Task == "":
		t.untold("the agent answered with a message, so there is no task to notify about")
		return
	}
	timer := time.NewTimer(deliveryTime)
	defer timer.Stop()
	select {
	case id := <-h.Came:
		t.row.Exchanges = append(t.row.Exchanges, id)
		if why := t.unread(id); why != "" {
			t.fail("the delivery is not a notification: "+why, "PUSH-11", "PUSH-21", "PUSH-10")
			return
		}
		t.pass("a notification arrived")
	case <-timer.C:
		says := "no notification arrived within " + deliveryTime.String()
		if local(h.URL) {
			t.untold(clip.Clause(says) + "; agents may refuse webhooks on this machine: give --webhook-url with an address that the agent may call")
			return
		}
		t.fail(says, "PUSH-17")
	case <-t.ctx.Done():
		t.halt(t.explainSkip(t.ctx.Err()))
	}
}

// unread says why a delivery tells nothing, "" where it tells of a task or cannot be read.
func (t *trial) unread(exchange string) string {
	if t.Record == nil {
		return ""
	}
	ctx := context.WithoutCancel(t.ctx)
	x, err := t.Record.Exchange(ctx, exchange)
	if err != nil || x.Method == http.MethodGet { // 0.1's question whether the webhook wants them
		return ""
	}
	r, err := reading.Record(ctx, t.Record, &x, reading.Options{})
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

// local reports whether a webhook is on this machine, where agents need not call it.
func local(hook string) bool {
	u, err := url.Parse(hook)
	return err == nil && inspector.Local(u.Hostname())
}
