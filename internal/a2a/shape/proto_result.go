package shape

import (
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// ProtoWriter writes messages, tasks, events and results as ProtoJSON has them in
// every version. Its fields say in what a version differs.
type ProtoWriter struct {
	Version    string // by name: "1.0"
	States     func() States
	Content    string // the member that has a message's parts
	References bool   // a message may refer to tasks

	Part   func(*Writer, a2a.Part, Losses)
	Config func(*Writer, *a2a.PushConfig, Losses)   // a push config as it is answered
	Final  func(*Writer, *a2a.StatusUpdate, Losses) // that a status update is its stream's last
	Next   func(w *Writer, name, token string)      // the next page's token, "" when there is none
}

// errEmpty is a result that has not what its operation answers.
var errEmpty = errors.New("the result has nothing that this operation answers")

// Result writes the response message of an operation, or an event of one that
// streams. Cards are not among them.
func (p *ProtoWriter) Result(w *Writer, op a2a.Operation, r *a2a.Result, l Losses) error {
	switch {
	case op == a2a.SendMessage && (r.Task != nil || r.Message != nil), op.Streams():
		return p.Event(w, r, l)
	case (op == a2a.GetTask || op == a2a.CancelTask) && r.Task != nil:
		p.Task(w, r.Task, l.At("task"))
	case (op == a2a.CreatePushConfig || op == a2a.GetPushConfig) && r.Push != nil:
		p.Config(w, r.Push, l.At("push"))
	case op == a2a.ListPushConfigs:
		w.List("configs", len(r.Pushes), func(w *Writer, i int) { p.Config(w, &r.Pushes[i], l.At(fmt.Sprintf("pushes[%d]", i))) })
		p.Next(w, "nextPageToken", r.Next)
	case op == a2a.ListTasks:
		w.List("tasks", len(r.Tasks), func(w *Writer, i int) { p.Task(w, &r.Tasks[i], l.At(fmt.Sprintf("tasks[%d]", i))) })
		p.Next(w, "nextPageToken", r.Next)
		w.Int("pageSize", r.PageSize)
		w.Int("totalSize", r.Total)
	case op == a2a.DeletePushConfig:
		// google.protobuf.Empty: {}
	default:
		return errEmpty
	}
	return nil
}

// Event writes a StreamResponse, of which SendMessageResponse is a part.
func (p *ProtoWriter) Event(w *Writer, r *a2a.Result, l Losses) error {
	switch {
	case r.Task != nil:
		w.Object("task", func(w *Writer) { p.Task(w, r.Task, l.At("task")) })
	case r.Message != nil:
		w.Object("message", func(w *Writer) { p.Message(w, r.Message, l.At("message")) })
	case r.Status != nil:
		w.Object("statusUpdate", func(w *Writer) { p.statusUpdate(w, r.Status, l.At("status")) })
	case r.Artifact != nil:
		w.Object("artifactUpdate", func(w *Writer) { p.artifactUpdate(w, r.Artifact, l.At("artifact")) })
	default:
		return errEmpty
	}
	return nil
}

func (p *ProtoWriter) statusUpdate(w *Writer, u *a2a.StatusUpdate, l Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("status", func(w *Writer) { p.status(w, u.Status, l.At("status")) })
	p.Final(w, u, l)
	w.Metadata(u.Metadata, l)
}

func (p *ProtoWriter) artifactUpdate(w *Writer, u *a2a.ArtifactUpdate, l Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("artifact", func(w *Writer) { p.artifact(w, u.Artifact, l.At("artifact")) })
	w.True("append", u.Append)
	w.True("lastChunk", u.LastChunk)
	w.Metadata(u.Metadata, l)
}
