package protojson

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

func (c *Codec) readTask(n jsonio.Node) *a2a.Task {
	const message = TypeTask
	rule, form := c.rule(TaskObject, message), c.FormOf(message)
	o, ok := c.Object(n, rule, message)
	if !ok {
		return nil
	}
	o.Require(rule, "id", "status")
	c.require(o, TaskContext, message, "contextId")
	t := &a2a.Task{
		ID:        o.String("id", c.rule(TaskID, message)),
		ContextID: o.String("contextId", form),
		Status:    c.readStatus(o.Get("status")),
		Metadata:  o.Metadata("metadata", form),
	}
	t.Artifacts = jsonio.Map(o.Get("artifacts").Elements(form), c.readArtifact)
	for _, e := range o.Get("history").Elements(form) {
		if m := c.readMessage(e, MessageKept); m != nil {
			t.History = append(t.History, *m)
		}
	}
	return t
}

// readStatus reads a status. A state that is missing is a problem of its own where the
// version requires one, and says nothing where it does not.
func (c *Codec) readStatus(n jsonio.Node) a2a.Status {
	const message = TypeTaskStatus
	o, ok := c.Object(n, c.rule(StatusObject, message), message)
	if !ok {
		return a2a.Status{State: a2a.Unspecified}
	}
	c.require(o, StatusState, message, "state")
	s := a2a.Status{
		State:     c.readState(o.Get("state"), c.rule(State, TypeTaskState)),
		Timestamp: jsonio.Timestamp(o, "timestamp", c.UTC, c.rule(Timestamp, message)),
	}
	if s.State == a2a.Unspecified || s.State == "" && !c.has(StatusState) {
		o.Get("state").Report(c.rule(Unspecified, TypeTaskState), c.text(Unspecified, "A task is in no state that is unspecified."))
	}
	if s.State == "" {
		s.State = a2a.Unspecified
	}
	if m := c.message(o, message); m.Exists() {
		s.Message = c.readMessage(m, MessageOf)
	}
	return s
}

// readState reads a state by its name, or by its number as ProtoJSON may.
func (c *Codec) readState(n jsonio.Node, r jsonio.Rule) a2a.State {
	if s, ok := jsonio.Enum(n, numbered, r); ok {
		return s
	}
	return c.States.Read(n, r)
}

// numbered are the states by their numbers.
var numbered = []a2a.State{a2a.Unspecified, a2a.Submitted, a2a.Working, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.InputRequired, a2a.Rejected, a2a.AuthRequired}

func (c *Codec) readArtifact(n jsonio.Node) a2a.Artifact {
	const message = TypeArtifact
	form := c.FormOf(message)
	o, ok := c.Object(n, form, message)
	if !ok {
		return a2a.Artifact{}
	}
	c.require(o, ArtifactID, message, "artifactId")
	parts := o.Get("parts")
	if content := o.Get("content"); c.has(ForeignParts) && content.Exists() && !parts.Exists() {
		content.Report(c.rule(ForeignParts, message), "An artifact has its parts in parts; only messages have content.")
		parts = content
	}
	a := a2a.Artifact{
		ID:          o.String("artifactId", form),
		Name:        o.String("name", form),
		Description: o.String("description", form),
		Parts:       c.readParts(parts),
		Extensions:  o.Strings("extensions", form),
		Metadata:    o.Metadata("metadata", form),
	}
	if len(a.Parts) == 0 && c.has(ArtifactParts) {
		parts.Report(c.rule(ArtifactParts, message), "An artifact must have at least one part.")
	}
	return a
}
