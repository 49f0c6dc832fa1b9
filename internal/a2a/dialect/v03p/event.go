package v03p

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// readEvent reads a StreamResponse, of which SendMessageResponse is a part.
// exactly is the rule that it has one member.
func readEvent(root shape.Node, exactly shape.Rule) *a2a.Result {
	r := &a2a.Result{}
	o, ok := object(root, exactly, map[string]string{"msg": "message"})
	if !ok {
		if !root.Exists() {
			root.Report(exactly, "The result is empty; a task or message is expected.")
		}
		return r
	}
	var said []string
	for _, name := range [...]string{"task", "message", "statusUpdate", "artifactUpdate"} {
		m := o.Get(name)
		if !m.Exists() {
			continue
		}
		if said = append(said, name); len(said) == 1 {
			readPayload(name, m, r)
		}
	}
	switch len(said) {
	case 0:
		readBare(o, r, exactly)
	case 1:
	default:
		o.Report(exactly, "Exactly one of task, message, statusUpdate and artifactUpdate is expected; here are "+strings.Join(said, ", ")+". The first is read.")
	}
	return r
}

func readPayload(name string, m shape.Node, r *a2a.Result) {
	switch name {
	case "task":
		r.Task = readTask(m)
	case "message":
		r.Message = readMessage(m, "RES-05")
		if r.Message != nil && r.Message.Role == a2a.User {
			m.Report(fault("RES-05", "Message"), "A message from an agent has the role ROLE_AGENT.")
		}
	case "statusUpdate":
		r.Status = readStatusUpdate(m)
	case "artifactUpdate":
		r.Artifact = readArtifactUpdate(m)
	}
}

// readBare reads a payload that lacks its wrapper, as early SDKs serve it, by its
// members.
func readBare(o shape.Object, r *a2a.Result, exactly shape.Rule) {
	name := ""
	switch {
	case o.Has("artifact"):
		name = "artifactUpdate"
	case o.Has("status") && o.Has("taskId"):
		name = "statusUpdate"
	case o.Has("status"):
		name = "task"
	case o.Has("content") || o.Has("parts"):
		name = "message"
	default:
		o.Report(exactly, "Exactly one of task, message, statusUpdate and artifactUpdate is expected; here is none.")
		return
	}
	o.Report(exactly, "The wrapper member is missing; by its members this belongs in "+name+".")
	readPayload(name, o.Node, r)
}

func readStatusUpdate(n shape.Node) *a2a.StatusUpdate {
	const message = "TaskStatusUpdateEvent"
	o, ok := object(n, fault("SSE-07", message), nil)
	if !ok {
		return nil
	}
	o.Require(fault("SSE-07", message), "taskId", "status")
	o.Require(warn("SSE-07", message), "contextId")
	o.Foreign(warn("RES-21", message), "it is of 0.3 over JSON-RPC", "kind")
	return &a2a.StatusUpdate{
		TaskID:    o.String("taskId", form(message)),
		ContextID: o.String("contextId", form(message)),
		Status:    readStatus(o.Get("status")),
		Final:     o.Bool("final", form(message)),
		Metadata:  o.Metadata("metadata", form(message)),
	}
}

func readArtifactUpdate(n shape.Node) *a2a.ArtifactUpdate {
	const message = "TaskArtifactUpdateEvent"
	o, ok := object(n, fault("SSE-08", message), nil)
	if !ok {
		return nil
	}
	o.Require(fault("SSE-08", message), "taskId", "artifact")
	o.Require(warn("SSE-08", message), "contextId")
	o.Foreign(warn("RES-21", message), "it is of 0.3 over JSON-RPC", "kind")
	return &a2a.ArtifactUpdate{
		TaskID:    o.String("taskId", form(message)),
		ContextID: o.String("contextId", form(message)),
		Artifact:  readArtifact(o.Get("artifact")),
		Append:    o.Bool("append", form(message)),
		LastChunk: o.Bool("lastChunk", form(message)),
		Metadata:  o.Metadata("metadata", form(message)),
	}
}
