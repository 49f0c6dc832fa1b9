package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

func readTask(n shape.Node) *a2a.Task {
	o, ok := object(n, fault("RES-04", "Task"), nil)
	if !ok {
		return nil
	}
	o.Require(fault("RES-04", "Task"), "id", "status")
	o.Require(warn("RES-04", "Task"), "contextId")
	t := &a2a.Task{
		ID:        o.String("id", form("Task")),
		ContextID: o.String("contextId", form("Task")),
		Status:    readStatus(o.Get("status")),
		Metadata:  o.Metadata("metadata", form("Task")),
	}
	for _, e := range o.Get("artifacts").Elements(form("Task")) {
		t.Artifacts = append(t.Artifacts, readArtifact(e))
	}
	for _, e := range o.Get("history").Elements(form("Task")) {
		if m := readMessage(e, "RES-04"); m != nil {
			t.History = append(t.History, *m)
		}
	}
	o.Foreign(warn("RES-21", "Task"), "it is of 0.3 over JSON-RPC", "kind")
	return t
}

func readStatus(n shape.Node) a2a.Status {
	o, ok := object(n, fault("RES-04", "TaskStatus"), map[string]string{"update": "message"})
	if !ok {
		return a2a.Status{State: a2a.Unspecified}
	}
	s := a2a.Status{
		State:     readState(o.Get("state")),
		Timestamp: shape.Timestamp(o, "timestamp", false, fault("RES-14", "TaskStatus")),
	}
	if s.State == "" {
		s.State = a2a.Unspecified
	}
	if s.State == a2a.Unspecified {
		o.Get("state").Report(warn("STM-10", "TaskState"), "A server should know its task's state; none is said here.")
	}
	if m := o.Get("message"); m.Exists() {
		s.Message = readMessage(m, "RES-22")
	}
	return s
}

func readState(n shape.Node) a2a.State {
	if s, ok := shape.Enum(n, numbers(), warn("RES-19", "TaskState")); ok {
		return s
	}
	return states().Read(n, fault("RES-19", "TaskState"))
}

func readArtifact(n shape.Node) a2a.Artifact {
	o, ok := object(n, form("Artifact"), nil)
	if !ok {
		return a2a.Artifact{}
	}
	o.Require(fault("ART-04", "Artifact"), "artifactId")
	parts := o.Get("parts")
	if content := o.Get("content"); content.Exists() && !parts.Exists() {
		content.Report(fault("REST-12", "Artifact"), "An artifact has its parts in parts; only messages have content.")
		parts = content
	}
	o.Foreign(fault("ART-09", "Artifact"), "it belongs to the event", "append", "lastChunk", "index")
	return a2a.Artifact{
		ID:          o.String("artifactId", form("Artifact")),
		Name:        o.String("name", form("Artifact")),
		Description: o.String("description", form("Artifact")),
		Parts:       readParts(parts),
		Extensions:  o.Strings("extensions", form("Artifact")),
		Metadata:    o.Metadata("metadata", form("Artifact")),
	}
}
