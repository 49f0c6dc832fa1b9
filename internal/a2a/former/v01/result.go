package v01

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeResult writes a result, or an event of a streaming operation.
func (Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("the result of "+string(op), func(w *jsonio.Writer, l jsonio.Losses) error { return writeResult(w, op, r, l) })
}

func writeResult(w *jsonio.Writer, op a2a.Operation, r *a2a.Result, l jsonio.Losses) error {
	switch op {
	case a2a.SendMessage, a2a.GetTask, a2a.CancelTask:
		if r.Task == nil && r.Message == nil {
			return jsonio.ErrEmpty
		}
		task := r.Task
		if task == nil {
			l.Lose(true, "message", "0.1 answers with a task; the message is the status of a completed one")
			task = taskOf(r.Message)
			writeTask(w, task, jsonio.Losses{List: new([]a2a.Loss)})
			return nil
		}
		writeTask(w, task, l.At("task"))
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		return writeEvent(w, r, l)
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		if r.Push == nil {
			return jsonio.ErrEmpty
		}
		writeTaskConfig(w, r.Push, l.At("push"))
	default:
		return fmt.Errorf("0.1 has no such method")
	}
	return nil
}

// taskOf is the completed task that stands for a message.
func taskOf(m *a2a.Message) *a2a.Task {
	return &a2a.Task{ID: m.TaskID, ContextID: m.ContextID, Status: a2a.Status{State: a2a.Completed, Message: m}}
}

// writeEvent writes a stream event. 0.1 has no snapshot of a task and no
// message among its events: both become the status they imply.
func writeEvent(w *jsonio.Writer, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case r.Status != nil:
		writeStatusUpdate(w, r.Status, l.At("status"))
	case r.Artifact != nil:
		writeArtifactUpdate(w, r.Artifact, l.At("artifact"))
	case r.Task != nil:
		l.Lose(len(r.Task.Artifacts) > 0, "task.artifacts", "a 0.1 stream has no task snapshots; the status is sent")
		l.Lose(len(r.Task.History) > 0, "task.history", "a 0.1 stream has no task snapshots; the status is sent")
		writeStatusUpdate(w, &a2a.StatusUpdate{TaskID: r.Task.ID, ContextID: r.Task.ContextID, Status: r.Task.Status, Metadata: r.Task.Metadata}, l.At("task"))
	case r.Message != nil:
		l.Lose(true, "message", "a 0.1 stream has no messages; it is the status of a completed task")
		task := taskOf(r.Message)
		writeStatusUpdate(w, &a2a.StatusUpdate{TaskID: task.ID, Status: task.Status}, jsonio.Losses{List: new([]a2a.Loss)})
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

// writeStatusUpdate says final where the stream must end: the version's text
// has it on terminal states and where the client is waited for.
func writeStatusUpdate(w *jsonio.Writer, u *a2a.StatusUpdate, l jsonio.Losses) {
	w.Text("id", u.TaskID)
	w.Object("status", func(w *jsonio.Writer) { writeStatus(w, u.Status, l.At("status")) })
	w.Bool("final", u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted())
	w.Metadata(u.Metadata, l)
	l.Lose(u.ContextID != "", "contextId", "a 0.1 event does not name its session")
}

func writeArtifactUpdate(w *jsonio.Writer, u *a2a.ArtifactUpdate, l jsonio.Losses) {
	w.Text("id", u.TaskID)
	w.Object("artifact", func(w *jsonio.Writer) {
		writeArtifact(w, u.Artifact, 0, l.At("artifact"))
		w.Bool("append", u.Append)
		w.Bool("lastChunk", u.LastChunk)
	})
	w.Metadata(u.Metadata, l)
	l.Lose(u.ContextID != "", "contextId", "a 0.1 event does not name its session")
}

// ReadResult reads a response's result, or an event of a streaming operation.
func (d Dialect) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return d.ReadResultAt(op, jsonio.Bytes(raw))
}

// ReadResultAt is ReadResult of a value in a document.
func (Dialect) ReadResultAt(op a2a.Operation, p jsonio.Place) (*a2a.Result, []a2a.Problem) {
	root, sink := p.Open(spec)
	r := readResult(op, root)
	return r, sink.Problems()
}

func readResult(op a2a.Operation, root jsonio.Node) *a2a.Result {
	check := "RES-01"
	if op.Streams() {
		check = "SSE-04"
	} else if op == a2a.CreatePushConfig || op == a2a.GetPushConfig {
		check = "PUSH-01"
	}
	o, ok := root.Object(fault(check, "§7"))
	if !ok {
		if !root.Exists() {
			root.Report(fault(check, "§7"), "The result is empty.")
		}
		return &a2a.Result{}
	}
	switch {
	case op.Streams():
		return readEvent(o)
	case check == "PUSH-01":
		return &a2a.Result{Push: readTaskConfig(o)}
	case o.Has("parts") && !o.Has("status"):
		root.Report(fault("RES-01", "§7.1"), "Expected a task, got a message.")
		return &a2a.Result{Message: readMessage(root, warn("RES-22", "§6.4"), a2a.Agent)}
	case (o.Has("artifact") || o.Has("final")) && !o.Has("artifacts"):
		root.Report(fault("RES-01", "§7.1"), "Expected a task, got a stream event.")
		return readEvent(o)
	}
	return &a2a.Result{Task: readTask(root)}
}

// readEvent reads a stream event by its members (0.1 §7.2).
func readEvent(o jsonio.Object) *a2a.Result {
	hasStatus, hasArtifact := o.Has("status"), o.Has("artifact")
	o.Foreign(warn("RES-21", "§7.2"), "it came with 0.2", "kind", "contextId", "taskId")
	if hasStatus && hasArtifact {
		o.Report(fault("SSE-04", "§7.2"), "An event has either a status or an artifact; this one has both. The artifact is read.")
	}
	switch {
	case hasArtifact:
		return &a2a.Result{Artifact: readArtifactUpdate(o)}
	case hasStatus && !o.Has("final") && (o.Has("artifacts") || o.Has("history") || o.Has("sessionId")):
		o.Report(warn("SSE-04", "§7.2"), "A whole task stands where an event of one is expected.")
		return &a2a.Result{Task: readTask(o.Node)}
	case hasStatus:
		return &a2a.Result{Status: &a2a.StatusUpdate{
			TaskID:   eventID(o),
			Status:   readStatus(o.Get("status")),
			Final:    o.Bool("final", form("§7.2")),
			Metadata: o.Metadata("metadata", form("§7.2")),
		}}
	}
	o.Report(fault("SSE-04", "§7.2"), "An event has a status or an artifact; this one has neither.")
	return &a2a.Result{}
}

func eventID(o jsonio.Object) string {
	if !o.Has("id") && o.Has("taskId") {
		return o.String("taskId", form("§7.2"))
	}
	return idOf(o, "SSE-04")
}

func readArtifactUpdate(o jsonio.Object) *a2a.ArtifactUpdate {
	u := &a2a.ArtifactUpdate{TaskID: eventID(o), Metadata: o.Metadata("metadata", form("§7.2"))}
	n := o.Get("artifact")
	if n.Is('[') {
		list := n.Elements(form("§7.2"))
		n.Report(warn("SSE-04", "§7.2"), fmt.Sprintf("The artifact is an array of %d; one artifact is expected, and the first is read.", len(list)))
		if len(list) == 0 {
			return u
		}
		n = list[0]
	}
	u.Artifact, u.Append, u.LastChunk = readArtifact(n, 0)
	return u
}
