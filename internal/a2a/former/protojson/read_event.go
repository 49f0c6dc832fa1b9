package protojson

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readEvent reads a StreamResponse, of which SendMessageResponse is a part. exactly is
// the rule that it has one member.
func (c *Codec) readEvent(root jsonio.Node, exactly jsonio.Rule) *a2a.Result {
	const message = TypeStreamResponse
	r := &a2a.Result{}
	o, ok := c.Object(root, exactly, message)
	if !ok {
		if !root.Exists() {
			root.Report(exactly, "Expected a task or a message, got nothing.")
		}
		return r
	}
	var said []string
	for _, name := range [...]string{"task", "message", "statusUpdate", "artifactUpdate"} {
		m := o.Get(name)
		if name == "message" {
			m = c.message(o, message)
		}
		if !m.Exists() {
			continue
		}
		if said = append(said, name); len(said) == 1 {
			c.readPayload(name, m, r)
		}
	}
	switch {
	case len(said) == 0:
		c.readBare(o, r, exactly)
	case len(said) > 1:
		o.Report(exactly, "Expected exactly one of task, message, statusUpdate and artifactUpdate, got "+strings.Join(said, ", ")+". The first is read.")
	}
	return r
}

func (c *Codec) readPayload(name string, m jsonio.Node, r *a2a.Result) {
	switch name {
	case "task":
		r.Task = c.readTask(m)
	case "message":
		r.Message = c.readMessage(m, MessageSaid)
		if r.Message != nil && r.Message.Role == a2a.User {
			m.Report(c.rule(AgentRole, TypeMessage), "A message from an agent has the role ROLE_AGENT.")
		}
	case "statusUpdate":
		r.Status = c.readStatusUpdate(m)
	case "artifactUpdate":
		r.Artifact = c.readArtifactUpdate(m)
	}
}

// readBare reads a payload that lacks its wrapper, as early SDKs serve it, by its
// members.
func (c *Codec) readBare(o jsonio.Object, r *a2a.Result, exactly jsonio.Rule) {
	name := ""
	switch {
	case o.Has("artifact"):
		name = "artifactUpdate"
	case o.Has("status") && o.Has("taskId"):
		name = "statusUpdate"
	case o.Has("status"):
		name = "task"
	case o.Has(c.Content) || o.Has("parts"):
		name = "message"
	default:
		o.Report(exactly, "Expected exactly one of task, message, statusUpdate and artifactUpdate, got none.")
		return
	}
	o.Report(exactly, "The wrapper member is missing; by its members this belongs in "+name+".")
	c.readPayload(name, o.Node, r)
}

func (c *Codec) readStatusUpdate(n jsonio.Node) *a2a.StatusUpdate {
	const message = TypeTaskStatusUpdateEvent
	form := c.FormOf(message)
	o, ok := c.Object(n, c.rule(StatusUpdateObject, message), message)
	if !ok {
		return nil
	}
	c.require(o, StatusTask, message, "taskId")
	o.Require(milder(c.rule(StatusUpdate, message)), "contextId")
	c.require(o, StatusUpdate, message, "status")
	return &a2a.StatusUpdate{
		TaskID:    o.String("taskId", form),
		ContextID: o.String("contextId", form),
		Status:    c.readStatus(o.Get("status")),
		Final:     o.Bool("final", form),
		Metadata:  o.Metadata("metadata", form),
	}
}

func (c *Codec) readArtifactUpdate(n jsonio.Node) *a2a.ArtifactUpdate {
	const message = TypeTaskArtifactUpdateEvent
	form := c.FormOf(message)
	o, ok := c.Object(n, c.rule(ArtifactUpdateObject, message), message)
	if !ok {
		return nil
	}
	c.require(o, ArtifactTask, message, "taskId")
	o.Require(milder(c.rule(ArtifactUpdate, message)), "contextId")
	c.require(o, ArtifactUpdate, message, "artifact")
	return &a2a.ArtifactUpdate{
		TaskID:    o.String("taskId", form),
		ContextID: o.String("contextId", form),
		Artifact:  c.readArtifact(o.Get("artifact")),
		Append:    o.Bool("append", form),
		LastChunk: o.Bool("lastChunk", form),
		Metadata:  o.Metadata("metadata", form),
	}
}
