package v10

import (
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// writer is what differs in 1.0 from other versions in ProtoJSON.
func writer() *shape.ProtoWriter {
	return &shape.ProtoWriter{
		Version: spec, States: states, Content: "parts", References: true, Part: writePart, Config: writeConfig,
		Final: func(_ *shape.Writer, u *a2a.StatusUpdate, l shape.Losses) {
			l.Lose(u.Final, "final", "1.0 ends a stream by closing it")
		},
		Next: (*shape.Writer).Text,
	}
}

// EncodeResult writes a result, or an event of a streaming operation.
func (d Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	if op == a2a.GetExtendedCard && r.Card != nil {
		return d.EncodeCard(r.Card)
	}
	return shape.Encode("the result of "+string(op), func(w *shape.Writer, l shape.Losses) error { return writer().Result(w, op, r, l) })
}

// ReadResult reads a response's result, or an event of a streaming operation.
func (d Dialect) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard {
		card, problems := d.ReadCard(raw)
		return &a2a.Result{Card: card}, problems
	}
	root, sink := shape.Open(raw, spec)
	r := readResult(op, root)
	return r, sink.Problems()
}

// ReadResultAt is ReadResult of a value in a document taken apart already.
func (d Dialect) ReadResultAt(op a2a.Operation, p shape.Place) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard {
		return d.ReadResult(op, p.Raw())
	}
	root, sink := p.Open(spec)
	r := readResult(op, root)
	return r, sink.Problems()
}

func readResult(op a2a.Operation, root shape.Node) *a2a.Result {
	switch op {
	case a2a.SendMessage:
		r := readEvent(root, fault("RES-06", "§3.1.1"))
		if r.Status != nil || r.Artifact != nil {
			root.Report(fault("RES-06", "§3.1.1"), "Here stands a stream event; a task or message is expected.")
		}
		return r
	case a2a.GetTask, a2a.CancelTask:
		return readBareTask(root)
	case a2a.ListTasks:
		return readTasks(root)
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		if c := readConfig(root, fault("PUSH-04", "§4.3.1"), "taskId", "id"); c != nil {
			return &a2a.Result{Push: c}
		}
		return &a2a.Result{}
	case a2a.ListPushConfigs:
		return readConfigs(root)
	case a2a.DeletePushConfig:
		return &a2a.Result{}
	}
	return readEvent(root, fault("SSE-11", "§4.2"))
}

func readBareTask(root shape.Node) *a2a.Result {
	if !root.Exists() {
		root.Report(fault("RES-07", "§4.1.1"), "The result is empty; a task is expected.")
		return &a2a.Result{}
	}
	if o, ok := root.Object(fault("RES-07", "§4.1.1")); ok && !o.Has("status") && o.Has("task") {
		root.Report(fault("RES-07", "§3.1.3"), "The task is wrapped in a member task; here it is expected bare.")
		return &a2a.Result{Task: readTask(o.Get("task"))}
	}
	return &a2a.Result{Task: readTask(root)}
}

func readTasks(root shape.Node) *a2a.Result {
	r := &a2a.Result{Tasks: []a2a.Task{}}
	o, ok := root.Object(fault("LIST-05", "§3.1.4"))
	if !ok {
		return r
	}
	o.Require(fault("LIST-05", "§3.1.4"), "tasks", "pageSize", "totalSize")
	o.Require(fault("LIST-01", "§3.1.4"), "nextPageToken")
	for _, e := range o.Get("tasks").Elements(fault("LIST-05", "§3.1.4")) {
		if t := readTask(e); t != nil {
			r.Tasks = append(r.Tasks, *t)
		}
	}
	r.Next = o.String("nextPageToken", form("§3.1.4"))
	r.PageSize = orZero(o.ProtoInt("pageSize", form("§3.1.4")))
	r.Total = orZero(o.ProtoInt("totalSize", form("§3.1.4")))
	return r
}

func orZero(i *int) int {
	if i == nil {
		return 0
	}
	return *i
}

// readEvent reads a StreamResponse. exactly is the rule that it has one member.
func readEvent(root shape.Node, exactly shape.Rule) *a2a.Result {
	r := &a2a.Result{}
	o, ok := root.Object(exactly)
	if !ok {
		if !root.Exists() {
			root.Report(exactly, "The result is empty; a task or message is expected.")
		}
		return r
	}
	var said []string
	for _, m := range o.Members() {
		if !m.Exists() {
			continue
		}
		switch m.Name() {
		case "task", "message", "statusUpdate", "artifactUpdate":
			if said = append(said, m.Name()); len(said) == 1 {
				readPayload(m, r)
			}
		}
	}
	if len(said) == 0 {
		readBare(o, r, exactly)
	} else if len(said) > 1 {
		o.Report(exactly, "Exactly one of task, message, statusUpdate and artifactUpdate is expected; here are "+strings.Join(said, ", ")+". The first is read.")
	}
	o.Foreign(warn("SSE-19", "§A.2.1"), "1.0 has no kind", "kind")
	snake(o)
	return r
}

func readPayload(m shape.Node, r *a2a.Result) {
	switch m.Name() {
	case "task":
		r.Task = readTask(m)
	case "message":
		r.Message = readMessage(m, fault("REQ-10", "§4.1.4"))
		if r.Message != nil && r.Message.Role == a2a.User {
			m.Report(fault("RES-08", "§4.1.5"), "A message from an agent has the role ROLE_AGENT.")
		}
	case "statusUpdate":
		r.Status = readStatusUpdate(m)
	case "artifactUpdate":
		r.Artifact = readArtifactUpdate(m)
	}
}

// readBare reads a payload that lacks its wrapper, by its members.
func readBare(o shape.Object, r *a2a.Result, exactly shape.Rule) {
	what := ""
	switch {
	case o.Has("artifact"):
		what, r.Artifact = "an artifact update", readArtifactUpdate(o.Node)
	case o.Has("taskId") && o.Has("status"):
		what, r.Status = "a status update", readStatusUpdate(o.Node)
	case o.Has("status"):
		what, r.Task = "a task", readTask(o.Node)
	case o.Has("parts"):
		what, r.Message = "a message", readMessage(o.Node, fault("REQ-10", "§4.1.4"))
	default:
		o.Report(exactly, "Exactly one of task, message, statusUpdate and artifactUpdate is expected; here is none.")
		return
	}
	o.Report(exactly, "The wrapper member is missing; by its members this is "+what+".")
}

func readStatusUpdate(n shape.Node) *a2a.StatusUpdate {
	o, ok := n.Object(form("§4.2.1"))
	if !ok {
		return nil
	}
	o.Require(warn("SSE-18", "§4.2.1"), "taskId", "contextId")
	o.Require(fault("SSE-18", "§4.2.1"), "status")
	o.Foreign(warn("SSE-19", "§A.2.1"), "1.0 ends a stream by closing it", "final")
	o.Foreign(warn("SSE-19", "§A.2.1"), "1.0 has no kind", "kind")
	snake(o)
	return &a2a.StatusUpdate{
		TaskID:    o.String("taskId", form("§4.2.1")),
		ContextID: o.String("contextId", form("§4.2.1")),
		Status:    readStatus(o.Get("status")),
		Final:     o.Bool("final", form("§4.2.1")),
		Metadata:  o.Metadata("metadata", form("§4.2.1")),
	}
}

func readArtifactUpdate(n shape.Node) *a2a.ArtifactUpdate {
	o, ok := n.Object(form("§4.2.2"))
	if !ok {
		return nil
	}
	o.Require(warn("SSE-18", "§4.2.2"), "taskId", "contextId")
	o.Require(fault("SSE-18", "§4.2.2"), "artifact")
	o.Foreign(warn("SSE-19", "§A.2.1"), "1.0 has no kind", "kind")
	snake(o)
	return &a2a.ArtifactUpdate{
		TaskID:    o.String("taskId", form("§4.2.2")),
		ContextID: o.String("contextId", form("§4.2.2")),
		Artifact:  readArtifact(o.Get("artifact")),
		Append:    o.Bool("append", form("§4.2.2")),
		LastChunk: o.Bool("lastChunk", form("§4.2.2")),
		Metadata:  o.Metadata("metadata", form("§4.2.2")),
	}
}
