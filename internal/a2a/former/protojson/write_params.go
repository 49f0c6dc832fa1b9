package protojson

import (
	"encoding/json"
	"errors"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeParams writes a request.
func (c *Codec) EncodeParams(call *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("the params of "+string(call.Op), func(w *jsonio.Writer, l jsonio.Losses) error {
		if err := c.Own.WriteTarget(w, call, l); err != nil {
			return err
		}
		switch call.Op {
		case a2a.SendMessage, a2a.SendStreamingMessage:
			return c.writeSend(w, call, l)
		case a2a.ListTasks:
			c.writeList(w, call, l.At("list"))
		}
		return nil
	})
}

// writeSend writes a SendMessageRequest. blocking is always said on a call that waits:
// in a proto its absence is false.
func (c *Codec) writeSend(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) error {
	if call.Message == nil {
		return errors.New("the call has no message")
	}
	l.Lose(call.TaskID != "" && call.TaskID != call.Message.TaskID, "taskId", "in "+c.Version+" the agent names a new task")
	w.Object("message", func(w *jsonio.Writer) { c.writeMessage(w, call.Message, l.At("message")) })
	says := call.ReturnImmediately
	if c.Blocking {
		says = call.Op == a2a.SendMessage
	}
	if says || len(call.AcceptedOutputModes) > 0 || call.Push != nil || c.history(call) != nil {
		w.Object("configuration", func(w *jsonio.Writer) { c.writeConfiguration(w, call, l) })
	}
	w.Metadata(call.Metadata, l)
	return nil
}

func (c *Codec) writeConfiguration(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) {
	w.OptStrings("acceptedOutputModes", call.AcceptedOutputModes)
	if call.Push != nil {
		w.Object(c.Pushes[0], func(w *jsonio.Writer) { c.Own.WriteConfig(w, call.Push, l.At("push")) })
	}
	c.WriteHistoryLength(w, call, l)
	if c.Blocking {
		w.True("blocking", call.Op == a2a.SendMessage && !call.ReturnImmediately)
	} else {
		w.True("returnImmediately", call.ReturnImmediately)
	}
}

// history is the history length that can be said: zero would ask for all where it is
// the same as unset.
func (c *Codec) history(call *a2a.Call) *int {
	if n := call.HistoryLength; n != nil && (*n != 0 || !c.Blocking) {
		return n
	}
	return nil
}

// WriteHistoryLength writes the member of that name.
func (c *Codec) WriteHistoryLength(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) {
	n := c.history(call)
	w.OptInt("historyLength", n)
	l.Lose(n == nil && call.HistoryLength != nil, "historyLength", "zero means the whole history in "+c.Version+"'s ProtoJSON; it is left out")
}

func (c *Codec) writeList(w *jsonio.Writer, call *a2a.Call, l jsonio.Losses) {
	q := a2a.ListQuery{}
	if call.List != nil {
		q = *call.List
	}
	w.Opt("contextId", q.ContextID)
	if q.State != "" {
		word, _ := c.States.Write(q.State)
		w.Text("status", word)
	}
	WritePage(w, &q)
	w.OptInt("historyLength", call.HistoryLength)
	if _, _, ok := jsonio.UTC(q.StatusTimestampAfter); ok && c.UTC {
		jsonio.WriteTime(w, c.After[0], q.StatusTimestampAfter, l)
	} else { // a filter that is left out would mean something else
		w.Opt(c.After[0], q.StatusTimestampAfter)
	}
	w.True("includeArtifacts", q.IncludeArtifacts)
}

// WritePage writes the members that ask for a page.
func WritePage(w *jsonio.Writer, q *a2a.ListQuery) {
	if q.PageSize != 0 {
		w.Int("pageSize", q.PageSize)
	}
	w.Opt("pageToken", q.PageToken)
}
