package v03

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeParams writes the params of a request.
func (c Codec) EncodeParams(call *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("the params of "+string(call.Op), func(w *jsonio.Writer, l jsonio.Losses) error { return c.writeParams(w, call, l) })
}

func (c Codec) writeParams(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) error {
	l.Lose(call.Tenant != "", "tenant", c.spec()+" has no tenants")
	switch call.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return c.writeSend(w, call, l)
	case a2a.CreatePushConfig:
		push, err := jsonio.PushOf(call)
		if err != nil {
			return err
		}
		writeTaskConfig(w, push)
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		c.writeTaskParams(w, call, l)
	case a2a.GetExtendedCard:
		if c.Early {
			return errors.New("0.2 serves the extended card at a path, not by a method")
		}
	default:
		return fmt.Errorf("%s has no such method", c.spec())
	}
	return nil
}

func (c Codec) writeTaskParams(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) {
	w.Text("id", call.TaskID)
	if call.Op == a2a.GetTask {
		w.OptInt("historyLength", call.HistoryLength)
	}
	if call.Op == a2a.GetPushConfig || call.Op == a2a.DeletePushConfig {
		w.Opt("pushNotificationConfigId", call.PushID)
	}
	w.Metadata(call.Metadata, l)
	l.Lose(call.Op != a2a.GetTask && call.HistoryLength != nil, "historyLength", c.spec()+" has it on tasks/get only")
	l.Lose(call.List != nil && *call.List != (a2a.ListQuery{}), "list", c.spec()+" has no pages and filters")
}

// writeSend writes MessageSendParams (0.3 §7.1.1). blocking is said wherever
// there is a configuration to say it in: what its absence means, no text fixes.
func (c Codec) writeSend(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) error {
	if call.Message == nil {
		return errors.New("the call has no message")
	}
	l.Lose(call.TaskID != "" && call.TaskID != call.Message.TaskID, "taskId", "in "+c.spec()+" the agent names a new task")
	w.Object("message", func(w *jsonio.Writer) { c.writeMessage(w, call.Message, l.At("message")) })
	if len(call.AcceptedOutputModes) > 0 || call.Push != nil || call.HistoryLength != nil || call.ReturnImmediately {
		w.Object("configuration", func(w *jsonio.Writer) {
			if c.Early { // up to 0.2.5 its schema requires the list
				w.Strings("acceptedOutputModes", call.AcceptedOutputModes)
			} else {
				w.OptStrings("acceptedOutputModes", call.AcceptedOutputModes)
			}
			if call.Op == a2a.SendMessage || call.ReturnImmediately {
				w.Bool("blocking", !call.ReturnImmediately)
			}
			w.OptInt("historyLength", call.HistoryLength)
			if call.Push != nil {
				w.Object("pushNotificationConfig", func(w *jsonio.Writer) { writeConfig(w, call.Push) })
			}
		})
	}
	w.Metadata(call.Metadata, l)
	return nil
}
