package v01

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readTaskConfig reads {id, pushNotificationConfig} (0.1 §6.10).
func readTaskConfig(o jsonio.Object) *a2a.PushConfig {
	o.Require(fault("PUSH-01", "§6.10"), "pushNotificationConfig")
	c := readConfig(o.Get("pushNotificationConfig"))
	if c == nil {
		c = &a2a.PushConfig{}
	}
	c.TaskID = idOf(o, "PUSH-01")
	return c
}

// readConfig reads a PushNotificationConfig (0.1 §6.8).
func readConfig(n jsonio.Node) *a2a.PushConfig {
	o, ok := n.Object(fault("PUSH-01", "§6.8"))
	if !ok {
		return nil
	}
	o.Require(fault("PUSH-01", "§6.8"), "url")
	c := &a2a.PushConfig{URL: o.String("url", form("§6.8")), Token: o.String("token", form("§6.8"))}
	jsonio.Address(o.Get("url"), fault("PUSH-08", "§6.8"), warn("PUSH-08", "§6.8"))
	if a, ok := o.Get("authentication").Object(form("§6.9")); ok {
		a.Require(form("§6.9"), "schemes")
		c.Schemes = a.Strings("schemes", warn("PUSH-20", "§6.9"))
		c.Credentials = a.String("credentials", form("§6.9"))
	}
	return c
}

func writeTaskConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) {
	w.Text("id", c.TaskID)
	w.Object("pushNotificationConfig", func(w *jsonio.Writer) { writeConfig(w, c, l) })
}

func writeConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) {
	jsonio.WritePush(w, c)
	l.Lose(c.ID != "", "id", "0.1 has one push config for each task, without an id")
}

// EncodePush makes the body of a push notification. 0.1 leaves it to the
// server; its samples send the bare task.
func (Dialect) EncodePush(r *a2a.Result) (json.RawMessage, error) {
	b, _, err := jsonio.Encode("push notification", func(w *jsonio.Writer, l jsonio.Losses) error {
		if r.Task == nil {
			return writeEvent(w, r, l)
		}
		writeTask(w, r.Task, l)
		return nil
	})
	return b, err
}

// ReadPush reads the body of a push notification: a task, an event, or the
// notice {eventType, taskId, status, summary} of v0.1.0's text.
func (Dialect) ReadPush(raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	root, sink := jsonio.Open(raw, spec+" §9.4")
	o, ok := root.Object(fault("PUSH-21", "§9.4"))
	if !ok {
		return &a2a.Result{}, sink.Problems()
	}
	switch status := o.Get("status"); {
	case o.Has("artifact"), o.Has("final"):
		return readEvent(o), sink.Problems()
	case o.Has("taskId") && o.Has("eventType"):
		return &a2a.Result{Status: readNotice(o)}, sink.Problems()
	case !status.Exists():
		o.Report(warn("PUSH-21", "§9.4"), "The notification is neither a task nor an event of one.")
		return &a2a.Result{}, sink.Problems()
	}
	return &a2a.Result{Task: readTask(root)}, sink.Problems()
}

func readNotice(o jsonio.Object) *a2a.StatusUpdate {
	u := &a2a.StatusUpdate{TaskID: o.String("taskId", form("§9.4"))}
	if status := o.Get("status"); status.Is('{') {
		u.Status = readStatus(status)
	} else {
		u.Status.State = states().Read(status, fault("RES-19", "§6.3"))
	}
	if text := o.String("summary", form("§9.4")); text != "" && u.Status.Message == nil {
		u.Status.Message = &a2a.Message{Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}
	}
	return u
}
