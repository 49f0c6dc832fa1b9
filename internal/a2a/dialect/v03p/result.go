package v03p

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// ReadResult reads a response message, or an event of a streaming operation.
func (d Dialect) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard {
		card, problems := d.ReadCard(raw)
		return &a2a.Result{Card: card}, problems
	}
	if op == a2a.DeletePushConfig { // Empty, or no body at all
		return &a2a.Result{}, nil
	}
	root, sink := shape.Open(raw, spec)
	r := readResult(op, root)
	return r, sink.Problems()
}

// ReadResultAt is ReadResult of a value in a document taken apart already.
func (d Dialect) ReadResultAt(op a2a.Operation, p shape.Place) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard || op == a2a.DeletePushConfig {
		return d.ReadResult(op, p.Raw())
	}
	root, sink := p.Open(spec)
	r := readResult(op, root)
	return r, sink.Problems()
}

func readResult(op a2a.Operation, root shape.Node) *a2a.Result {
	switch op {
	case a2a.SendMessage:
		r := readEvent(root, fault("REST-05", "SendMessageResponse"))
		if r.Status != nil || r.Artifact != nil {
			root.Report(fault("REST-05", "SendMessageResponse"), "Here stands a stream event; a task or message is expected.")
		}
		return r
	case a2a.GetTask, a2a.CancelTask:
		return readBareTask(root)
	case a2a.ListTasks:
		return readTasks(root)
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return &a2a.Result{Push: readTaskConfig(root, "name")}
	case a2a.ListPushConfigs:
		return readConfigs(root)
	}
	return readEvent(root, fault("REST-05", "StreamResponse"))
}

func readBareTask(root shape.Node) *a2a.Result {
	r := fault("RES-04", "Task")
	if !root.Exists() {
		root.Report(r, "The result is empty; a task is expected.")
		return &a2a.Result{}
	}
	if o, ok := root.Object(r); ok && !o.Has("status") && o.Has("task") {
		r.Check = "REST-05"
		root.Report(r, "The task is wrapped in a member task; here it is expected bare.")
		return &a2a.Result{Task: readTask(o.Get("task"))}
	}
	return &a2a.Result{Task: readTask(root)}
}

// readTasks reads a page of tasks, which no 0.3 document describes: servers
// answer {tasks, nextPageToken} or an array.
func readTasks(root shape.Node) *a2a.Result {
	r := &a2a.Result{Tasks: []a2a.Task{}}
	list := root
	if !root.Is('[') {
		o, ok := object(root, form("ListTasksResponse"), nil)
		if !ok {
			return r
		}
		list, r.Next = o.Get("tasks"), o.String("nextPageToken", form("ListTasksResponse"))
		for member, into := range map[string]*int{"pageSize": &r.PageSize, "totalSize": &r.Total} {
			if n := o.ProtoInt(member, form("ListTasksResponse")); n != nil {
				*into = *n
			}
		}
	}
	for _, e := range list.Elements(form("ListTasksResponse")) {
		if t := readTask(e); t != nil {
			r.Tasks = append(r.Tasks, *t)
		}
	}
	return r
}

func readConfigs(root shape.Node) *a2a.Result {
	const message = "ListTaskPushNotificationConfigResponse"
	r := &a2a.Result{Pushes: []a2a.PushConfig{}}
	list := root
	if root.Is('[') {
		root.Report(fault("REST-12", message), "The list is a bare array, as over JSON-RPC; an object with configs is expected.")
	} else {
		o, ok := object(root, form(message), nil)
		if !ok {
			return r
		}
		list, r.Next = o.Get("configs"), o.String("nextPageToken", form(message))
	}
	for _, e := range list.Elements(form(message)) {
		r.Pushes = append(r.Pushes, *readTaskConfig(e, "name"))
	}
	return r
}
