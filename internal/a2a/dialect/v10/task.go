package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

func readTask(n shape.Node) *a2a.Task {
	o, ok := n.Object(fault("RES-07", "§4.1.1"))
	if !ok {
		return nil
	}
	o.Require(fault("RES-07", "§4.1.1"), "id", "status")
	t := &a2a.Task{
		ID:        o.String("id", fault("RES-07", "§4.1.1")),
		ContextID: o.String("contextId", form("§4.1.1")),
		Status:    readStatus(o.Get("status")),
		Metadata:  o.Metadata("metadata", form("§4.1.1")),
	}
	for _, e := range o.Get("artifacts").Elements(form("§4.1.1")) {
		t.Artifacts = append(t.Artifacts, readArtifact(e))
	}
	for _, e := range o.Get("history").Elements(form("§4.1.1")) {
		if m := readMessage(e, fault("REQ-10", "§4.1.4")); m != nil {
			t.History = append(t.History, *m)
		}
	}
	o.Foreign(warn("RES-21", "§A.2.1"), "it is of an earlier version", "kind", "sessionId")
	snake(o)
	return t
}

func readStatus(n shape.Node) a2a.Status {
	o, ok := n.Object(fault("RES-07", "§4.1.2"))
	if !ok {
		return a2a.Status{State: a2a.Unspecified}
	}
	o.Require(fault("RES-07", "§4.1.2"), "state")
	s := a2a.Status{
		State:     readState(o.Get("state"), fault("RES-19", "§4.1.3")),
		Timestamp: shape.Timestamp(o, "timestamp", true, fault("RES-13", "§5.6.1")),
	}
	if s.State == "" {
		s.State = a2a.Unspecified
	} else if s.State == a2a.Unspecified {
		o.Get("state").Report(warn("STM-10", "§4.1.3"), "A task is in no state that is unspecified.")
	}
	if m := o.Get("message"); m.Exists() {
		s.Message = readMessage(m, fault("RES-22", "§4.1.2"))
	}
	return s
}

// readState reads a state by its name, or by its number as ProtoJSON may.
func readState(n shape.Node, r shape.Rule) a2a.State {
	if s, ok := shape.Enum(n, numbers(), r); ok {
		return s
	}
	return states().Read(n, r)
}

func readArtifact(n shape.Node) a2a.Artifact {
	o, ok := n.Object(form("§4.1.7"))
	if !ok {
		return a2a.Artifact{}
	}
	o.Require(warn("ART-04", "§4.1.7"), "artifactId")
	a := a2a.Artifact{
		ID:          o.String("artifactId", form("§4.1.7")),
		Name:        o.String("name", form("§4.1.7")),
		Description: o.String("description", form("§4.1.7")),
		Parts:       readParts(o.Get("parts")),
		Extensions:  o.Strings("extensions", form("§4.1.7")),
		Metadata:    o.Metadata("metadata", form("§4.1.7")),
	}
	if len(a.Parts) == 0 {
		o.Get("parts").Report(fault("ART-08", "§4.1.7"), "An artifact must have at least one part.")
	}
	o.Foreign(fault("ART-09", "§4.2.2"), "it belongs to the event", "append", "lastChunk", "index")
	snake(o)
	return a
}
