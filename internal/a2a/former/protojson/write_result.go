package protojson

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeResult writes a response, or an event of a streaming operation. Cards are not
// among them.
func (c *Codec) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("the result of "+string(op), func(w *jsonio.Writer, l jsonio.Losses) error { return c.writeResult(w, op, r, l) })
}

// EncodePush writes the body of a push notification, a StreamResponse.
func (c *Codec) EncodePush(r *a2a.Result) (json.RawMessage, error) {
	b, _, err := jsonio.Encode("push notification", func(w *jsonio.Writer, l jsonio.Losses) error { return c.writeEvent(w, r, l) })
	return b, err
}

// writeResult writes the response message of an operation, or an event of one that
// streams. Cards are not among them.
func (c *Codec) writeResult(w *jsonio.Writer, op a2a.Operation, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case op == a2a.SendMessage && (r.Task != nil || r.Message != nil), op.Streams():
		return c.writeEvent(w, r, l)
	case (op == a2a.GetTask || op == a2a.CancelTask) && r.Task != nil:
		c.writeTask(w, r.Task, l.At("task"))
	case (op == a2a.CreatePushConfig || op == a2a.GetPushConfig) && r.Push != nil:
		c.Own.WriteTaskConfig(w, r.Push, l.At("push"))
	case op == a2a.ListPushConfigs:
		w.List("configs", len(r.Pushes), func(w *jsonio.Writer, i int) {
			c.Own.WriteTaskConfig(w, &r.Pushes[i], l.At(fmt.Sprintf("pushes[%d]", i)))
		})
		c.writeNext(w, r.Next)
	case op == a2a.ListTasks:
		w.List("tasks", len(r.Tasks), func(w *jsonio.Writer, i int) { c.writeTask(w, &r.Tasks[i], l.At(fmt.Sprintf("tasks[%d]", i))) })
		c.writeNext(w, r.Next)
		w.Int("pageSize", r.PageSize)
		w.Int("totalSize", r.Total)
	case op == a2a.DeletePushConfig:
		// google.protobuf.Empty: {}
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

// writeEvent writes a StreamResponse, of which SendMessageResponse is a part.
func (c *Codec) writeEvent(w *jsonio.Writer, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case r.Task != nil:
		w.Object("task", func(w *jsonio.Writer) { c.writeTask(w, r.Task, l.At("task")) })
	case r.Message != nil:
		w.Object("message", func(w *jsonio.Writer) { c.writeMessage(w, r.Message, l.At("message")) })
	case r.Status != nil:
		w.Object("statusUpdate", func(w *jsonio.Writer) { c.writeStatusUpdate(w, r.Status, l.At("status")) })
	case r.Artifact != nil:
		w.Object("artifactUpdate", func(w *jsonio.Writer) { c.writeArtifactUpdate(w, r.Artifact, l.At("artifact")) })
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

func (c *Codec) writeStatusUpdate(w *jsonio.Writer, u *a2a.StatusUpdate, l jsonio.Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("status", func(w *jsonio.Writer) { c.writeStatus(w, u.Status, l.At("status")) })
	if c.Final {
		w.True("final", u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted())
	} else {
		l.Lose(u.Final, "final", c.Version+" ends a stream by closing it")
	}
	w.Metadata(u.Metadata, l)
}

func (c *Codec) writeArtifactUpdate(w *jsonio.Writer, u *a2a.ArtifactUpdate, l jsonio.Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("artifact", func(w *jsonio.Writer) { c.writeArtifact(w, u.Artifact, l.At("artifact")) })
	w.True("append", u.Append)
	w.True("lastChunk", u.LastChunk)
	w.Metadata(u.Metadata, l)
}

func (c *Codec) writeNext(w *jsonio.Writer, token string) {
	if c.Next {
		w.Text("nextPageToken", token)
	} else {
		w.Opt("nextPageToken", token)
	}
}
