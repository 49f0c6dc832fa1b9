package v10

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// ReadParams reads the params of a request (1.0 §3.1, §9.4).
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
	if !root.Exists() {
		if op != a2a.GetExtendedCard && op != a2a.ListTasks {
			root.Report(fault("RPC-12", "§9.3"), "The request has no params.")
		}
		return c, sink.Problems()
	}
	o, ok := root.Object(fault("RPC-12", "§9.3"))
	if !ok {
		return c, sink.Problems()
	}
	c.Tenant = o.String("tenant", form("§3.1"))
	snake(o)
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		readSend(o, c)
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		o.Require(fault("", "§3.1.3"), "id")
		c.TaskID = o.String("id", form("§3.1.3"))
		c.Metadata = o.Metadata("metadata", form("§3.1.5"))
		c.HistoryLength = o.ProtoHistoryLength(fault("REQ-20", "§3.2.4"))
	case a2a.ListTasks:
		readList(o, c)
	case a2a.CreatePushConfig:
		c.Push = readConfig(root, fault("PUSH-04", "§3.1.7"), "taskId")
		if c.Push != nil {
			c.TaskID = c.Push.TaskID
		}
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		o.Require(fault("", "§3.1.8"), "taskId", "id")
		c.TaskID, c.PushID = o.String("taskId", form("§3.1.8")), o.String("id", form("§3.1.8"))
	case a2a.ListPushConfigs:
		readListConfigs(o, c)
	}
	return c, sink.Problems()
}

func readListConfigs(o shape.Object, c *a2a.Call) {
	o.Require(fault("", "§3.1.9"), "taskId")
	c.TaskID = o.String("taskId", form("§3.1.9"))
	q := a2a.ListQuery{PageSize: orZero(o.ProtoInt("pageSize", form("§3.1.9"))), PageToken: o.String("pageToken", form("§3.1.9"))}
	if q != (a2a.ListQuery{}) {
		c.List = &q
	}
}

func readSend(o shape.Object, c *a2a.Call) {
	message := o.Get("message")
	if !message.Exists() {
		message.Report(fault("REQ-10", "§3.1.1"), "Member \"message\" is required and is missing.")
	}
	c.Message = readMessage(message, fault("REQ-10", "§4.1.4"))
	if c.Message != nil && c.Message.Role == a2a.Agent {
		message.Report(fault("REQ-12", "§4.1.5"), "A message from a client has the role ROLE_USER.")
	}
	c.Metadata = o.Metadata("metadata", form("§3.2.1"))
	conf, ok := o.Get("configuration").Object(form("§3.2.2"))
	if !ok {
		return
	}
	c.AcceptedOutputModes = conf.Strings("acceptedOutputModes", form("§3.2.2"))
	c.HistoryLength = conf.ProtoHistoryLength(fault("REQ-20", "§3.2.4"))
	c.ReturnImmediately = conf.Bool("returnImmediately", form("§3.2.2"))
	conf.Foreign(warn("RES-21", "§3.2.2"), "it is of an earlier version", "blocking", "pushNotificationConfig", "pushNotification")
	if push := conf.Get("taskPushNotificationConfig"); push.Exists() {
		c.Push = readConfig(push, fault("PUSH-04", "§4.3.1"))
	} else if push := conf.Get("pushNotificationConfig"); push.Exists() {
		c.Push = readConfig(push, fault("PUSH-04", "§4.3.1"))
	}
}

func readList(o shape.Object, c *a2a.Call) {
	c.HistoryLength = o.ProtoHistoryLength(fault("REQ-20", "§3.2.4"))
	q := a2a.ListQuery{
		ContextID:            o.String("contextId", form("§3.1.4")),
		State:                readState(o.Get("status"), fault("REQ-22", "§5.5")),
		PageToken:            o.String("pageToken", form("§3.1.4")),
		StatusTimestampAfter: shape.Timestamp(o, "statusTimestampAfter", true, fault("RES-13", "§5.6.1")),
		IncludeArtifacts:     o.Bool("includeArtifacts", form("§3.1.4")),
	}
	if size := o.ProtoInt("pageSize", fault("LIST-04", "§3.1.4")); size != nil {
		q.PageSize = *size
		if *size < 1 || *size > 100 {
			o.Get("pageSize").Report(fault("LIST-04", "§3.1.4"), fmt.Sprintf("pageSize is %d; it must be from 1 to 100.", *size))
		}
	}
	c.List = &q
}

// EncodeParams writes the params of a request.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return shape.Encode("the params of "+string(c.Op), func(w *shape.Writer, l shape.Losses) error { return writeParams(w, c, l) })
}

func writeParams(w *shape.Writer, c *a2a.Call, l shape.Losses) error {
	w.Opt("tenant", c.Tenant)
	switch c.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return writeSend(w, c, l)
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		w.Text("id", c.TaskID)
		if c.Op == a2a.GetTask {
			w.OptInt("historyLength", c.HistoryLength)
		}
		if c.Op == a2a.CancelTask {
			w.Metadata(c.Metadata, l)
		}
		l.Lose(c.Op != a2a.GetTask && c.HistoryLength != nil, "historyLength", "1.0 has it on GetTask only")
		l.Lose(c.Op != a2a.CancelTask && c.Metadata != nil, "metadata", "1.0 has it on CancelTask only")
	case a2a.ListTasks:
		writeList(w, c, l.At("list"))
	case a2a.CreatePushConfig:
		if c.Push == nil {
			return fmt.Errorf("the call has no push config")
		}
		push := *c.Push
		if push.TaskID == "" {
			push.TaskID = c.TaskID
		}
		writeConfig(w, &push, l.At("push"))
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		w.Text("taskId", c.TaskID)
		w.Text("id", c.PushID)
	case a2a.ListPushConfigs:
		w.Text("taskId", c.TaskID)
		if c.List != nil {
			writePage(w, c.List)
		}
	case a2a.GetExtendedCard:
	default:
		return fmt.Errorf("1.0 has no such method")
	}
	return nil
}

func writeSend(w *shape.Writer, c *a2a.Call, l shape.Losses) error {
	if c.Message == nil {
		return fmt.Errorf("the call has no message")
	}
	l.Lose(c.TaskID != "" && c.TaskID != c.Message.TaskID, "taskId", "in 1.0 the agent names a new task")
	w.Object("message", func(w *shape.Writer) { writer().Message(w, c.Message, l.At("message")) })
	if len(c.AcceptedOutputModes) > 0 || c.Push != nil || c.HistoryLength != nil || c.ReturnImmediately {
		w.Object("configuration", func(w *shape.Writer) {
			w.OptStrings("acceptedOutputModes", c.AcceptedOutputModes)
			if c.Push != nil {
				w.Object("taskPushNotificationConfig", func(w *shape.Writer) { writeConfig(w, c.Push, l.At("push")) })
			}
			w.OptInt("historyLength", c.HistoryLength)
			w.True("returnImmediately", c.ReturnImmediately)
		})
	}
	w.Metadata(c.Metadata, l)
	return nil
}

func writeList(w *shape.Writer, c *a2a.Call, l shape.Losses) {
	q := a2a.ListQuery{}
	if c.List != nil {
		q = *c.List
	}
	w.Opt("contextId", q.ContextID)
	w.Opt("status", string(q.State))
	writePage(w, &q)
	w.OptInt("historyLength", c.HistoryLength)
	if _, _, ok := shape.UTC(q.StatusTimestampAfter); ok {
		shape.WriteTime(w, "statusTimestampAfter", q.StatusTimestampAfter, l)
	} else { // a filter that is left out would mean something else
		w.Opt("statusTimestampAfter", q.StatusTimestampAfter)
	}
	w.True("includeArtifacts", q.IncludeArtifacts)
}

func writePage(w *shape.Writer, q *a2a.ListQuery) {
	if q.PageSize != 0 {
		w.Int("pageSize", q.PageSize)
	}
	w.Opt("pageToken", q.PageToken)
}
