package v03p

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/former/protojson"
)

// ReadTarget reads what a call is about: resource names.
func (own) ReadTarget(o jsonio.Object, c *a2a.Call) {
	message := protojson.RequestType(c.Op)
	form := codec.FormOf(message)
	switch c.Op {
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		o.Require(form, "name")
		c.TaskID, _ = splitName(o.Get("name"), form)
		c.HistoryLength = codec.HistoryLength(o, message)
		c.Metadata = o.Metadata("metadata", form)
	case a2a.CreatePushConfig:
		readCreate(o, c)
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		o.Require(form, "name")
		c.TaskID, c.PushID = splitName(o.Get("name"), form)
	case a2a.ListPushConfigs:
		o.Require(form, "parent")
		c.TaskID, _ = splitName(o.Get("parent"), form)
		if q := codec.ReadPage(o, message, form); q != (a2a.ListQuery{}) {
			c.List = &q
		}
	}
}

// WriteTarget writes what a call is about.
func (own) WriteTarget(w *jsonio.Writer, c *a2a.Call, l jsonio.Losses) error {
	l.Lose(c.Tenant != "", "tenant", "0.3 has no tenants")
	switch c.Op {
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		w.Text("name", taskName(c.TaskID))
		if c.Op == a2a.GetTask {
			codec.WriteHistoryLength(w, c, l)
		}
		l.Lose(c.Op != a2a.GetTask && c.HistoryLength != nil, "historyLength", "0.3 has it on GetTask only")
		l.Lose(c.Metadata != nil, "metadata", "0.3's ProtoJSON has it on messages only")
	case a2a.CreatePushConfig:
		push, err := jsonio.PushOf(c)
		if err != nil {
			return err
		}
		w.Text("parent", taskName(push.TaskID))
		w.Opt("configId", push.ID)
		w.Object("config", func(w *jsonio.Writer) { own{}.WriteTaskConfig(w, push, l) })
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		w.Text("name", configName(c.TaskID, c.PushID))
	case a2a.ListPushConfigs:
		w.Text("parent", taskName(c.TaskID))
		if c.List != nil {
			protojson.WritePage(w, c.List)
		}
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.ListTasks, a2a.GetExtendedCard:
	default:
		return fmt.Errorf("0.3 has no such method")
	}
	return nil
}
