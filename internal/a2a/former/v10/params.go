package v10

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/former/protojson"
)

// ReadTarget reads what a call is about: ids.
func (own) ReadTarget(o jsonio.Object, c *a2a.Call) {
	c.Tenant = o.String("tenant", form("§3.1"))
	switch c.Op {
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		o.Require(fault("REQ-24", "§3.1.3"), "id")
		c.TaskID = o.String("id", form("§3.1.3"))
		c.Metadata = o.Metadata("metadata", form("§3.1.5"))
		c.HistoryLength = codec.HistoryLength(o, protojson.TypeGetTaskRequest)
	case a2a.CreatePushConfig:
		c.Push = readConfig(o.Node, fault("PUSH-04", "§3.1.7"), "taskId")
		if c.Push != nil {
			c.TaskID = c.Push.TaskID
		}
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		o.Require(fault("REQ-24", "§3.1.8"), "taskId", "id")
		c.TaskID, c.PushID = o.String("taskId", form("§3.1.8")), o.String("id", form("§3.1.8"))
	case a2a.ListPushConfigs:
		o.Require(fault("REQ-24", "§3.1.9"), "taskId")
		c.TaskID = o.String("taskId", form("§3.1.9"))
		if q := codec.ReadPage(o, protojson.TypeListTaskPushNotificationConfigsRequest, form("§3.1.9")); q != (a2a.ListQuery{}) {
			c.List = &q
		}
	}
}

// WriteTarget writes what a call is about.
func (own) WriteTarget(w *jsonio.Writer, c *a2a.Call, l jsonio.Losses) error {
	w.Opt("tenant", c.Tenant)
	switch c.Op {
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		w.Text("id", c.TaskID)
		if c.Op == a2a.GetTask {
			codec.WriteHistoryLength(w, c, l)
		}
		if c.Op == a2a.CancelTask {
			w.Metadata(c.Metadata, l)
		}
		l.Lose(c.Op != a2a.GetTask && c.HistoryLength != nil, "historyLength", "1.0 has it on GetTask only")
		l.Lose(c.Op != a2a.CancelTask && c.Metadata != nil, "metadata", "1.0 has it on CancelTask only")
	case a2a.CreatePushConfig:
		push, err := jsonio.PushOf(c)
		if err != nil {
			return err
		}
		writeConfig(w, push, l.At("push"))
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		w.Text("taskId", c.TaskID)
		w.Text("id", c.PushID)
	case a2a.ListPushConfigs:
		w.Text("taskId", c.TaskID)
		if c.List != nil {
			protojson.WritePage(w, c.List)
		}
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.ListTasks, a2a.GetExtendedCard:
	default:
		return fmt.Errorf("1.0 has no such method")
	}
	return nil
}
