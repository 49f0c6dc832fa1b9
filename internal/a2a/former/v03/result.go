package v03

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeResult writes a result, or an event of a streaming operation.
func (c Codec) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	switch op {
	case a2a.GetExtendedCard:
		if r.Card != nil {
			return c.EncodeCard(r.Card)
		}
	case a2a.ListPushConfigs:
		b, err := jsonio.Array(len(r.Pushes), func(w *jsonio.Writer, i int) { writeTaskConfig(w, &r.Pushes[i]) })
		if err != nil {
			return nil, nil, fmt.Errorf("encode the list of push configs: %w", err)
		}
		return b, nil, nil
	case a2a.DeletePushConfig:
		return json.RawMessage("null"), nil, nil
	}
	return jsonio.Encode("the result of "+string(op), func(w *jsonio.Writer, l jsonio.Losses) error { return c.writeResult(w, op, r, l) })
}

func (c Codec) writeResult(w *jsonio.Writer, op a2a.Operation, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case op == a2a.SendMessage && (r.Task != nil || r.Message != nil), op.Streams():
		return c.writeEvent(w, r, l)
	case (op == a2a.GetTask || op == a2a.CancelTask) && r.Task != nil:
		c.writeTask(w, r.Task, l.At("task"))
	case (op == a2a.CreatePushConfig || op == a2a.GetPushConfig) && r.Push != nil:
		writeTaskConfig(w, r.Push)
	case op == a2a.ListTasks:
		return fmt.Errorf("%s has no such method", c.spec())
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

// writeEvent writes what a kind can stand for (0.3 §7.2.1).
func (c Codec) writeEvent(w *jsonio.Writer, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case r.Task != nil:
		c.writeTask(w, r.Task, l.At("task"))
	case r.Message != nil:
		c.writeMessage(w, r.Message, l.At("message"))
	case r.Status != nil:
		c.writeStatusUpdate(w, r.Status, l.At("status"))
	case r.Artifact != nil:
		c.writeArtifactUpdate(w, r.Artifact, l.At("artifact"))
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

// writeStatusUpdate says final where the stream must end: on terminal states
// and where the client is waited for.
func (c Codec) writeStatusUpdate(w *jsonio.Writer, u *a2a.StatusUpdate, l jsonio.Losses) {
	w.Text("kind", "status-update")
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("status", func(w *jsonio.Writer) { c.writeStatus(w, u.Status, l.At("status")) })
	w.Bool("final", u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted())
	w.Metadata(u.Metadata, l)
}

func (c Codec) writeArtifactUpdate(w *jsonio.Writer, u *a2a.ArtifactUpdate, l jsonio.Losses) {
	w.Text("kind", "artifact-update")
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("artifact", func(w *jsonio.Writer) { c.writeArtifact(w, u.Artifact, l.At("artifact")) })
	w.Bool("append", u.Append)
	w.Bool("lastChunk", u.LastChunk)
	w.Metadata(u.Metadata, l)
}

// ReadResult reads a response's result, or an event of a streaming operation.
func (c Codec) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return c.ReadResultAt(op, jsonio.Bytes(raw))
}

// ReadResultAt is ReadResult of a value in a document.
func (c Codec) ReadResultAt(op a2a.Operation, p jsonio.Place) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard {
		card, problems := c.ReadCard(p.Raw())
		return &a2a.Result{Card: card}, problems
	}
	root, sink := p.Open(c.rules())
	r := c.readResult(op, root)
	return r, sink.Problems()
}

func (c Codec) readResult(op a2a.Operation, root jsonio.Node) *a2a.Result {
	switch op {
	case a2a.SendMessage:
		r := c.readAny(root, "RES-03", "§7.1")
		if r.Status != nil || r.Artifact != nil {
			root.Report(c.fault("RES-03", "§7.1"), "Expected a task or a message, got a stream event.")
		}
		return r
	case a2a.GetTask, a2a.CancelTask:
		r := c.readAny(root, "RES-04", "§6.1")
		if r.Task == nil && (r.Message != nil || r.Status != nil || r.Artifact != nil) {
			root.Report(c.fault("RES-04", "§6.1"), "A task is expected here.")
		}
		return r
	case a2a.ListTasks:
		return c.readTasks(root)
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return &a2a.Result{Push: c.readTaskConfig(root)}
	case a2a.ListPushConfigs:
		return c.readConfigs(root)
	case a2a.DeletePushConfig:
		return &a2a.Result{}
	}
	return c.readAny(root, "SSE-06", "§7.2.1")
}

// readTasks reads the answer to tasks/list, which only a draft has.
func (c Codec) readTasks(root jsonio.Node) *a2a.Result {
	r := &a2a.Result{Tasks: []a2a.Task{}}
	o, ok := root.Object(c.form("§6.1"))
	if !ok {
		return r
	}
	for _, e := range o.Get("tasks").Elements(c.form("§6.1")) {
		if t := c.readTask(e); t != nil {
			r.Tasks = append(r.Tasks, *t)
		}
	}
	r.Next = o.String("nextPageToken", c.form("§6.1"))
	if n := o.Int("totalSize", c.form("§6.1")); n != nil {
		r.Total = *n
	}
	return r
}
