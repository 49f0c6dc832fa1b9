package v03p

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// EncodeParams writes a request message of the gRPC service. Over HTTP+JSON what
// path and query say is taken out of it.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return shape.Encode("the params of "+string(c.Op), func(w *shape.Writer, l shape.Losses) error { return writeParams(w, c, l) })
}

func writeParams(w *shape.Writer, c *a2a.Call, l shape.Losses) error {
	l.Lose(c.Tenant != "", "tenant", "0.3 has no tenants")
	switch c.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return writeSend(w, c, l)
	case a2a.GetTask, a2a.CancelTask, a2a.SubscribeToTask:
		w.Text("name", taskName(c.TaskID))
		if c.Op == a2a.GetTask {
			writeHistoryLength(w, c, l)
		}
		l.Lose(c.Op != a2a.GetTask && c.HistoryLength != nil, "historyLength", "0.3 has it on GetTask only")
		l.Lose(c.Metadata != nil, "metadata", "0.3's ProtoJSON has it on messages only")
	case a2a.CreatePushConfig:
		return writeCreate(w, c)
	case a2a.GetPushConfig, a2a.DeletePushConfig:
		w.Text("name", configName(c.TaskID, c.PushID))
	case a2a.ListPushConfigs:
		w.Text("parent", taskName(c.TaskID))
		if c.List != nil {
			writePage(w, c.List)
		}
	case a2a.ListTasks:
		writeList(w, c, l.At("list"))
	case a2a.GetExtendedCard:
	default:
		return fmt.Errorf("0.3 has no such method")
	}
	return nil
}

// writeHistoryLength leaves zero out, as ProtoJSON does: it would ask for all.
func writeHistoryLength(w *shape.Writer, c *a2a.Call, l shape.Losses) {
	w.OptInt("historyLength", orNil(c.HistoryLength))
	l.Lose(c.HistoryLength != nil && *c.HistoryLength == 0, "historyLength", "zero means the whole history in 0.3's ProtoJSON; it is left out")
}

// writeSend writes a SendMessageRequest. blocking is always said on a call that
// waits: in proto its absence is false.
func writeSend(w *shape.Writer, c *a2a.Call, l shape.Losses) error {
	if c.Message == nil {
		return errors.New("the call has no message")
	}
	l.Lose(c.TaskID != "" && c.TaskID != c.Message.TaskID, "taskId", "in 0.3 the agent names a new task")
	w.Object("message", func(w *shape.Writer) { writer().Message(w, c.Message, l.At("message")) })
	if c.Op == a2a.SendMessage || len(c.AcceptedOutputModes) > 0 || c.Push != nil || orNil(c.HistoryLength) != nil {
		w.Object("configuration", func(w *shape.Writer) {
			w.OptStrings("acceptedOutputModes", c.AcceptedOutputModes)
			if c.Push != nil {
				w.Object("pushNotification", func(w *shape.Writer) { writeConfig(w, c.Push) })
			}
			writeHistoryLength(w, c, l)
			w.True("blocking", c.Op == a2a.SendMessage && !c.ReturnImmediately)
		})
	}
	w.Metadata(c.Metadata, l)
	return nil
}

func writePage(w *shape.Writer, q *a2a.ListQuery) {
	if q.PageSize != 0 {
		w.Int("pageSize", q.PageSize)
	}
	w.Opt("pageToken", q.PageToken)
}

func writeList(w *shape.Writer, c *a2a.Call, l shape.Losses) {
	q := a2a.ListQuery{}
	if c.List != nil {
		q = *c.List
	}
	w.Opt("contextId", q.ContextID)
	if q.State != "" {
		w.Text("status", writer().State(q.State, l))
	}
	writePage(w, &q)
	w.OptInt("historyLength", c.HistoryLength)
	w.Opt("lastUpdatedTime", q.StatusTimestampAfter)
	w.True("includeArtifacts", q.IncludeArtifacts)
}
