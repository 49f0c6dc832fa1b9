package v01

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadParams reads the params of a request (0.1 §7). A send's id becomes the
// call's TaskID, and its session the message's context.
func (d Dialect) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return d.ReadParamsAt(op, jsonio.Bytes(raw))
}

// ReadParamsAt is ReadParams of a value in a document.
func (Dialect) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	root, sink := p.OpenAny(spec)
	c := &a2a.Call{Op: op}
	o, ok := root.Object(fault("RPC-12", "§6.11"))
	if !ok {
		if !root.Exists() {
			root.Report(fault("RPC-12", "§6.11"), "The request has no params.")
		}
		return c, sink.Problems()
	}
	c.Metadata = o.Metadata("metadata", form("§7"))
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		readSend(o, c)
	case a2a.CreatePushConfig:
		c.Push = readTaskConfig(o)
		c.TaskID = c.Push.TaskID
	default:
		o.Require(fault("REQ-24", "§7.3"), "id")
		c.TaskID = o.String("id", form("§7.3"))
		c.HistoryLength = o.HistoryLength(fault("REQ-20", "§7.3"))
	}
	return c, sink.Problems()
}

func readSend(o jsonio.Object, c *a2a.Call) {
	o.Require(fault("REQ-01", "§7.1"), "id", "message")
	c.TaskID = o.String("id", warn("REQ-01", "§7.1"))
	c.Message = readMessage(o.Get("message"), fault("REQ-03", "§6.4"), a2a.User)
	if c.Message != nil {
		if id := o.String("sessionId", form("§7.1")); id != "" {
			c.Message.ContextID = id
		}
		if c.Message.Role == a2a.Agent {
			o.Get("message").Report(fault("REQ-03", "§6.4"), "A message from a client has the role user.")
		}
	}
	if !o.Has("sessionId") {
		o.Get("sessionId").Report(info("REQ-02", "§7.1"), "No sessionId: the agent makes a new session.")
	}
	c.AcceptedOutputModes = o.Strings("acceptedOutputModes", form("§7.1"))
	c.HistoryLength = o.HistoryLength(fault("REQ-20", "§7.3"))
	if push := o.Get("pushNotification"); push.Exists() {
		c.Push = readConfig(push)
	}
}

// EncodeParams writes the params of a request. A message needs Call.TaskID,
// since in 0.1 the client names a new task.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("the params of "+string(c.Op), func(w *jsonio.Writer, l jsonio.Losses) error { return writeParams(w, c, l) })
}

func writeParams(w *jsonio.Writer, c *a2a.Call, l jsonio.Losses) error {
	l.Lose(c.Tenant != "", "tenant", "0.1 has no tenants")
	switch c.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return writeSend(w, c, l)
	case a2a.GetTask, a2a.SubscribeToTask, a2a.CancelTask, a2a.GetPushConfig:
		w.Text("id", c.TaskID)
		if c.Op == a2a.GetTask || c.Op == a2a.SubscribeToTask {
			w.OptInt("historyLength", c.HistoryLength)
		}
		w.Metadata(c.Metadata, l)
		l.Lose(c.PushID != "", "pushId", "0.1 has one push config for each task, without an id")
	case a2a.CreatePushConfig:
		push, err := jsonio.PushOf(c)
		if err != nil {
			return err
		}
		writeTaskConfig(w, push, l.At("push"))
	default:
		return fmt.Errorf("0.1 has no such method")
	}
	return nil
}

func writeSend(w *jsonio.Writer, c *a2a.Call, l jsonio.Losses) error {
	if c.Message == nil {
		return fmt.Errorf("the call has no message")
	}
	id := c.TaskID
	if id == "" {
		id = c.Message.TaskID
	}
	if id == "" {
		return fmt.Errorf("in 0.1 the client names the task: the call needs a task id")
	}
	w.Text("id", id)
	w.Opt("sessionId", c.Message.ContextID)
	w.Object("message", func(w *jsonio.Writer) { writeMessage(w, c.Message, l.At("message")) })
	w.OptStrings("acceptedOutputModes", c.AcceptedOutputModes)
	if c.Push != nil {
		w.Object("pushNotification", func(w *jsonio.Writer) { writeConfig(w, c.Push, l.At("push")) })
	}
	w.OptInt("historyLength", c.HistoryLength)
	w.Metadata(c.Metadata, l)
	l.Lose(c.ReturnImmediately, "returnImmediately", "0.1 leaves it to the agent when a call returns")
	return nil
}
