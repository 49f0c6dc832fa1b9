package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readAny reads a task, a message or an update by its kind, else by its members
// (0.3 §7.2.1). check is that of the place where one of them is expected.
func (c Codec) readAny(root jsonio.Node, check, section string) *a2a.Result {
	r := &a2a.Result{}
	o, ok := root.Object(c.fault(check, section))
	if !ok {
		if !root.Exists() {
			root.Report(c.fault(check, section), "The result is empty; a task or a message is expected.")
		}
		return r
	}
	kind := o.String("kind", c.form(section))
	if c.read(o, kind, r) {
		return r
	}
	if kind != "" {
		o.Get("kind").Report(c.fault(check, section), "Kind "+kind+" is none of task, message, status-update and artifact-update.")
	}
	if c.readWrapped(o, check, section, r) {
		return r
	}
	guess := kindByMembers(o)
	if guess == "" {
		o.Report(c.fault(check, section), "A task, a message or an update of a task is expected; this is none.")
		return r
	}
	if guess == "status" {
		o.Report(c.fault(check, section), "Expected an update of the task, got a bare status; it is read as one.")
		r.Status = &a2a.StatusUpdate{Status: c.readStatus(root)}
		return r
	}
	c.read(o, guess, r)
	return r
}

// read reads an object of a kind, false when there is no such kind.
func (c Codec) read(o jsonio.Object, kind string, r *a2a.Result) bool {
	switch kind {
	case "task":
		r.Task = c.readTask(o.Node)
	case "message":
		r.Message = c.readMessage(o.Node, "RES-05", a2a.Agent)
		if r.Message != nil && r.Message.Role == a2a.User {
			o.Get("role").Report(c.fault("RES-05", "§6.4"), "A message from an agent has the role agent.")
		}
	case "status-update":
		r.Status = c.readStatusUpdate(o)
	case "artifact-update":
		r.Artifact = c.readArtifactUpdate(o)
	default:
		return false
	}
	return true
}

// kindByMembers is the kind that an object seems to be of; "status" is a task's
// status without what should be around it.
func kindByMembers(o jsonio.Object) string {
	switch {
	case o.Has("artifact"):
		return "artifact-update"
	case o.Has("status") && (o.Has("taskId") && !o.Has("id") || o.Has("final")): // some tasks have a taskId, too
		return "status-update"
	case o.Has("status"):
		return "task"
	case o.Has("parts") || o.Has("content"):
		return "message"
	case o.Has("state"):
		return "status"
	}
	return ""
}

// readWrapped reads what stands in a wrapper member, as in 1.0.
func (c Codec) readWrapped(o jsonio.Object, check, section string, r *a2a.Result) bool {
	for _, w := range [...]struct{ member, kind string }{
		{"task", "task"}, {"message", "message"}, {"statusUpdate", "status-update"}, {"artifactUpdate", "artifact-update"},
	} {
		inner := o.Get(w.member)
		if !inner.Is('{') || o.Has("status") || o.Has("parts") {
			continue
		}
		inner.Report(c.fault(check, section), "It stands in a member "+w.member+", as in 1.0; in "+c.spec()+" it is bare and has a kind.")
		payload, _ := inner.Object(c.form(section))
		return c.read(payload, w.kind, r)
	}
	return false
}

func (c Codec) readStatusUpdate(o jsonio.Object) *a2a.StatusUpdate {
	c.is(o, "status-update", "SSE-07", "§7.2.2")
	o.Require(c.fault("SSE-07", "§7.2.2"), "taskId", "contextId", "status")
	if !o.Has("final") {
		o.Require(c.warn("SSE-07", "§7.2.2"), "final") // ProtoJSON peers leave false out
	}
	c.snake(o)
	return &a2a.StatusUpdate{
		TaskID:    c.eventTask(o),
		ContextID: o.String("contextId", c.form("§7.2.2")),
		Status:    c.readStatus(o.Get("status")),
		Final:     o.Bool("final", c.form("§7.2.2")),
		Metadata:  o.Metadata("metadata", c.form("§7.2.2")),
	}
}

// eventTask is the task an event is about; 0.1 has it in id.
func (c Codec) eventTask(o jsonio.Object) string {
	if !o.Has("taskId") && o.Has("id") {
		o.Foreign(c.warn("RES-21", "§7.2.2"), "it is of 0.1, and is read as taskId", "id")
		return o.String("id", c.form("§7.2.2"))
	}
	return o.String("taskId", c.form("§7.2.2"))
}

func (c Codec) readArtifactUpdate(o jsonio.Object) *a2a.ArtifactUpdate {
	c.is(o, "artifact-update", "SSE-08", "§7.2.3")
	o.Require(c.fault("SSE-08", "§7.2.3"), "taskId", "contextId", "artifact")
	c.snake(o)
	u := &a2a.ArtifactUpdate{
		TaskID:    c.eventTask(o),
		ContextID: o.String("contextId", c.form("§7.2.3")),
		Artifact:  c.readArtifact(o.Get("artifact"), 0),
		Append:    o.Bool("append", c.form("§7.2.3")),
		LastChunk: o.Bool("lastChunk", c.form("§7.2.3")),
		Metadata:  o.Metadata("metadata", c.form("§7.2.3")),
	}
	if inner := o.Get("artifact"); inner.Is('{') { // where 0.1 has the flags
		a, _ := inner.Object(c.form("§6.7"))
		u.Append = u.Append || a.Bool("append", c.form("§6.7"))
		u.LastChunk = u.LastChunk || a.Bool("lastChunk", c.form("§6.7"))
	}
	return u
}
