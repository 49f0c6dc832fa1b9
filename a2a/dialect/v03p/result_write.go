package v03p

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/shape"
)

// errEmpty is a result that has not what its operation answers.
var errEmpty = errors.New("the result has nothing that this operation answers")

// EncodeResult writes a response message, or an event of a streaming operation.
func (d Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	if op == a2a.GetExtendedCard && r.Card != nil {
		return d.EncodeCard(r.Card)
	}
	return shape.Encode("the result of "+string(op), func(w *shape.Writer, l shape.Losses) error { return writeResult(w, op, r, l) })
}

func writeResult(w *shape.Writer, op a2a.Operation, r *a2a.Result, l shape.Losses) error {
	switch {
	case op == a2a.SendMessage && (r.Task != nil || r.Message != nil), op.Streams():
		return writeEvent(w, r, l)
	case (op == a2a.GetTask || op == a2a.CancelTask) && r.Task != nil:
		writeTask(w, r.Task, l.At("task"))
	case (op == a2a.CreatePushConfig || op == a2a.GetPushConfig) && r.Push != nil:
		writeTaskConfig(w, r.Push)
	case op == a2a.ListPushConfigs:
		w.List("configs", len(r.Pushes), func(w *shape.Writer, i int) { writeTaskConfig(w, &r.Pushes[i]) })
		w.Opt("nextPageToken", r.Next)
	case op == a2a.ListTasks:
		w.List("tasks", len(r.Tasks), func(w *shape.Writer, i int) {
			writeTask(w, &r.Tasks[i], l.At(fmt.Sprintf("tasks[%d]", i)))
		})
		w.Opt("nextPageToken", r.Next)
		w.Int("pageSize", r.PageSize)
		w.Int("totalSize", r.Total)
	case op == a2a.DeletePushConfig:
		// google.protobuf.Empty: {}
	default:
		return errEmpty
	}
	return nil
}

func writeEvent(w *shape.Writer, r *a2a.Result, l shape.Losses) error {
	switch {
	case r.Task != nil:
		w.Object("task", func(w *shape.Writer) { writeTask(w, r.Task, l.At("task")) })
	case r.Message != nil:
		w.Object("message", func(w *shape.Writer) { writeMessage(w, r.Message, l.At("message")) })
	case r.Status != nil:
		w.Object("statusUpdate", func(w *shape.Writer) { writeStatusUpdate(w, r.Status, l.At("status")) })
	case r.Artifact != nil:
		w.Object("artifactUpdate", func(w *shape.Writer) { writeArtifactUpdate(w, r.Artifact, l.At("artifact")) })
	default:
		return errEmpty
	}
	return nil
}

// writeStatusUpdate says final where the stream must end: on terminal states
// and where the client is waited for.
func writeStatusUpdate(w *shape.Writer, u *a2a.StatusUpdate, l shape.Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("status", func(w *shape.Writer) { writeStatus(w, u.Status, l.At("status")) })
	w.True("final", u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted())
	w.Metadata(u.Metadata, l)
}

func writeArtifactUpdate(w *shape.Writer, u *a2a.ArtifactUpdate, l shape.Losses) {
	w.Text("taskId", u.TaskID)
	w.Text("contextId", u.ContextID)
	w.Object("artifact", func(w *shape.Writer) { writeArtifact(w, u.Artifact, l.At("artifact")) })
	w.True("append", u.Append)
	w.True("lastChunk", u.LastChunk)
	w.Metadata(u.Metadata, l)
}
