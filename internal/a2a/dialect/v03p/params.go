package v03p

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// ReadParams reads a request message of the gRPC service. Over HTTP+JSON it is
// the body with what path and query say merged in.
func (Dialect) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	if len(raw) == 0 {
		raw = json.RawMessage("null")
	}
	root, sink := shape.Open(raw, spec)
	return readParams(op, root, sink)
}

// ReadParamsAt is ReadParams of a value in a document taken apart already.
func (Dialect) ReadParamsAt(op a2a.Operation, p shape.Place) (*a2a.Call, []a2a.Problem) {
	root, sink := p.Open(spec)
	return readParams(op, root, sink)
}

func readParams(op a2a.Operation, root shape.Node, sink *shape.Sink) (*a2a.Call, []a2a.Problem) {
	c := &a2a.Call{Op: op}
	message := requestName(op)
	o, ok := object(root, form(message), map[string]string{"request": "message"})
	if !ok {
		if !root.Exists() && op != a2a.GetExtendedCard && op != a2a.ListTasks {
			root.Report(form(message), "The request says nothing.")
		}
		return c, sink.Problems()
	}
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		readSend(o, c)
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		o.Require(form(message), "name")
		c.TaskID = readTaskName(o.Get("name"), message)
		c.HistoryLength = orNil(o.ProtoHistoryLength(fault("REQ-20", message)))
		c.Metadata = o.Metadata("metadata", form(message))
	case a2a.CreatePushConfig:
		readCreate(o, c)
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		o.Require(form(message), "name")
		c.TaskID, c.PushID = splitName(o.Get("name"), message)
	case a2a.ListPushConfigs:
		o.Require(form(message), "parent")
		c.TaskID = readTaskName(o.Get("parent"), message)
		if q := readPage(o, message); q != (a2a.ListQuery{}) {
			c.List = &q
		}
	case a2a.ListTasks:
		readList(o, c)
	}
	return c, sink.Problems()
}

// requestName is the request message of an operation.
func requestName(op a2a.Operation) string {
	if op == a2a.SendStreamingMessage {
		op = a2a.SendMessage
	}
	name, ok := Dialect{}.Method(op)
	if !ok {
		name = string(op)
	}
	return name + "Request"
}

// orNil is a history length other than zero: unset and zero are the same in the
// proto, and mean all of it.
func orNil(n *int) *int {
	if n == nil || *n == 0 {
		return nil
	}
	return n
}

func readSend(o shape.Object, c *a2a.Call) {
	message := o.Get("message")
	if !message.Exists() {
		message.Report(fault("REQ-06", "SendMessageRequest"), "Member \"message\" is required and is missing.")
	}
	c.Message = readMessage(message, "REQ-06")
	if c.Message != nil && c.Message.Role == a2a.Agent {
		message.Report(fault("REQ-03", "Message"), "A message from a client has the role ROLE_USER.")
	}
	c.Metadata = o.Metadata("metadata", form("SendMessageRequest"))
	const name = "SendMessageConfiguration"
	conf, ok := object(o.Get("configuration"), form(name), nil)
	if !ok {
		return
	}
	c.AcceptedOutputModes = conf.Strings("acceptedOutputModes", form(name))
	c.HistoryLength = orNil(conf.ProtoHistoryLength(fault("REQ-20", name)))
	// false is written by leaving it out, and a stream has nothing to block
	c.ReturnImmediately = !conf.Bool("blocking", form(name)) && c.Op == a2a.SendMessage
	conf.Foreign(warn("RES-21", name), "it is of another form or version", "pushNotificationConfig", "taskPushNotificationConfig", "returnImmediately")
	for _, member := range [...]string{"pushNotification", "pushNotificationConfig", "taskPushNotificationConfig"} {
		if push := conf.Get(member); push.Exists() && c.Push == nil {
			c.Push = readConfig(push)
		}
	}
}

func readPage(o shape.Object, message string) a2a.ListQuery {
	q := a2a.ListQuery{PageToken: o.String("pageToken", form(message))}
	if size := o.ProtoInt("pageSize", form(message)); size != nil {
		q.PageSize = *size
	}
	return q
}

// readList reads the query of GET /v1/tasks, by the names of the draft.
func readList(o shape.Object, c *a2a.Call) {
	const name = "ListTasksRequest"
	c.HistoryLength = o.ProtoHistoryLength(fault("REQ-20", name))
	q := readPage(o, name)
	q.ContextID = o.String("contextId", form(name))
	q.State = readState(o.Get("status"))
	q.StatusTimestampAfter = o.String("lastUpdatedTime", form(name))
	for _, other := range [...]string{"lastUpdatedAfter", "statusTimestampAfter"} {
		if q.StatusTimestampAfter == "" {
			q.StatusTimestampAfter = o.String(other, form(name))
		}
	}
	q.IncludeArtifacts = o.Bool("includeArtifacts", form(name))
	c.List = &q
}
