package protojson

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadResultAt reads a response, or an event of a streaming operation. Cards are not
// among them.
func (c *Codec) ReadResultAt(op a2a.Operation, p jsonio.Place) (*a2a.Result, []a2a.Problem) {
	if op == a2a.DeletePushConfig { // Empty, or no body at all
		return &a2a.Result{}, nil
	}
	root, sink := c.open(p)
	r := c.readResult(op, root)
	return r, sink.Problems()
}

// ReadPush reads the body of a push notification, a StreamResponse; exactly is the rule
// that it has one member.
func (c *Codec) ReadPush(raw json.RawMessage, exactly jsonio.Rule) (*a2a.Result, []a2a.Problem) {
	root, sink := c.open(jsonio.Bytes(raw))
	r := c.readEvent(root, exactly)
	return r, sink.Problems()
}

func (c *Codec) readResult(op a2a.Operation, root jsonio.Node) *a2a.Result {
	switch op {
	case a2a.SendMessage:
		rule := c.rule(SendResult, TypeSendMessageResponse)
		r := c.readEvent(root, rule)
		if r.Status != nil || r.Artifact != nil {
			root.Report(rule, "Expected a task or a message, got a stream event.")
		}
		return r
	case a2a.GetTask, a2a.CancelTask:
		return c.readBareTask(root)
	case a2a.ListTasks:
		return c.readTasks(root)
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return &a2a.Result{Push: c.Own.ReadTaskConfig(root, false)}
	case a2a.ListPushConfigs:
		return c.readConfigs(root)
	}
	return c.readEvent(root, c.rule(Event, TypeStreamResponse))
}

func (c *Codec) readBareTask(root jsonio.Node) *a2a.Result {
	rule := c.rule(TaskObject, TypeTask)
	if !root.Exists() {
		root.Report(rule, "Expected a task, got nothing.")
		return &a2a.Result{}
	}
	if o, ok := c.Object(root, rule, TypeTask); ok && !o.Has("status") && o.Has("task") {
		root.Report(c.rule(TaskWrapped, TypeTask), "The task is wrapped in a member task; here it is expected bare.")
		return &a2a.Result{Task: c.readTask(o.Get("task"))}
	}
	return &a2a.Result{Task: c.readTask(root)}
}

// readTasks reads a page of tasks. Where no rule says what it has, servers answer
// {tasks, nextPageToken} or an array.
func (c *Codec) readTasks(root jsonio.Node) *a2a.Result {
	const message = TypeListTasksResponse
	rule, form := c.rule(TaskList, message), c.FormOf(message)
	r := &a2a.Result{Tasks: []a2a.Task{}}
	list := root
	if c.has(TaskList) || !root.Is('[') {
		o, ok := c.Object(root, rule, message)
		if !ok {
			return r
		}
		c.require(o, TaskList, message, "tasks", "pageSize", "totalSize")
		c.require(o, NextToken, message, "nextPageToken")
		list, r.Next = o.Get("tasks"), o.String("nextPageToken", form)
		r.PageSize, r.Total = orZero(o.ProtoInt("pageSize", form)), orZero(o.ProtoInt("totalSize", form))
	}
	for _, e := range list.Elements(rule) {
		if t := c.readTask(e); t != nil {
			r.Tasks = append(r.Tasks, *t)
		}
	}
	return r
}

func (c *Codec) readConfigs(root jsonio.Node) *a2a.Result {
	const message = TypeListTaskPushNotificationConfigsResponse
	rule := c.rule(ConfigList, message)
	r := &a2a.Result{Pushes: []a2a.PushConfig{}}
	list := root
	if root.Is('[') {
		root.Report(rule, c.text(ConfigList, "The list is a bare array, as over JSON-RPC; an object with configs is expected."))
	} else {
		o, ok := c.Object(root, rule, message)
		if !ok {
			return r
		}
		list, r.Next = o.Get("configs"), o.String("nextPageToken", c.FormOf(message))
	}
	for _, e := range list.Elements(rule) {
		if config := c.Own.ReadTaskConfig(e, true); config != nil {
			r.Pushes = append(r.Pushes, *config)
		}
	}
	return r
}

func orZero(i *int) int {
	if i == nil {
		return 0
	}
	return *i
}
