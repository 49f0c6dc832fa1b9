package v03

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func (c Codec) readTask(n jsonio.Node) *a2a.Task {
	o, ok := n.Object(c.fault("RES-04", "§6.1"))
	if !ok {
		return nil
	}
	c.is(o, "task", "RES-04", "§6.1")
	o.Require(c.fault("RES-04", "§6.1"), "id", "contextId", "status")
	t := &a2a.Task{
		ID:        o.String("id", c.warn("RES-04", "§6.1")),
		ContextID: o.String("contextId", c.form("§6.1")),
		Status:    c.readStatus(o.Get("status")),
		Metadata:  o.Metadata("metadata", c.form("§6.1")),
	}
	if o.Has("sessionId") {
		o.Foreign(c.warn("RES-21", "§6.1"), "it is of 0.1", "sessionId")
		if t.ContextID == "" {
			t.ContextID = o.String("sessionId", c.form("§6.1"))
		}
	}
	for i, e := range o.Get("artifacts").Elements(c.form("§6.1")) {
		t.Artifacts = append(t.Artifacts, c.readArtifact(e, i))
	}
	for _, e := range o.Get("history").Elements(c.form("§6.1")) {
		if m := c.readMessage(e, "RES-04", ""); m != nil {
			t.History = append(t.History, *m)
		}
	}
	c.snake(o)
	return t
}

func (c Codec) readStatus(n jsonio.Node) a2a.Status {
	return jsonio.OldStatus(n, c.rules(), "RES-04", states(), func(m jsonio.Node) *a2a.Message { return c.readMessage(m, "RES-22", a2a.Agent) })
}

// readArtifact reads an artifact (0.3 §6.7). One without an id takes its index,
// as 0.1 has it, or its place in the list.
func (c Codec) readArtifact(n jsonio.Node, place int) a2a.Artifact {
	o, ok := n.Object(c.form("§6.7"))
	if !ok {
		return a2a.Artifact{ID: strconv.Itoa(place)}
	}
	o.Require(c.fault("ART-04", "§6.7"), "artifactId")
	o.Require(c.fault("ART-04/parts", "§6.7"), "parts")
	a := a2a.Artifact{
		ID:          o.String("artifactId", c.form("§6.7")),
		Name:        o.String("name", c.form("§6.7")),
		Description: o.String("description", c.form("§6.7")),
		Parts:       c.readParts(o.Get("parts")),
		Extensions:  o.Strings("extensions", c.form("§6.7")),
		Metadata:    o.Metadata("metadata", c.form("§6.7")),
	}
	if a.ID == "" {
		a.ID = strconv.Itoa(place)
		if index := o.Int("index", c.fault("ART-04", "§6.7")); index != nil {
			a.ID = strconv.Itoa(*index)
		}
	}
	o.Foreign(c.fault("ART-09", "§7.2.3"), "it belongs to the event", "append", "lastChunk")
	o.Foreign(c.warn("RES-21", "§6.7"), "it is of 0.1", "index")
	c.snake(o)
	return a
}

func (c Codec) writeTask(w *jsonio.Writer, t *a2a.Task, l jsonio.Losses) {
	w.Text("kind", "task")
	w.Text("id", t.ID)
	w.Text("contextId", t.ContextID)
	w.Object("status", func(w *jsonio.Writer) { c.writeStatus(w, t.Status, l.At("status")) })
	if len(t.Artifacts) > 0 {
		w.Each("artifacts", len(t.Artifacts), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { c.writeArtifact(w, t.Artifacts[i], l) })
	}
	if len(t.History) > 0 {
		w.Each("history", len(t.History), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { c.writeMessage(w, &t.History[i], l) })
	}
	w.Metadata(t.Metadata, l)
}

func (c Codec) writeStatus(w *jsonio.Writer, s a2a.Status, l jsonio.Losses) {
	word, ok := states().Write(s.State)
	if !ok {
		word, _ = states().Write(a2a.Unspecified)
		l.Lose(s.State != "", "state", c.spec()+" has no state "+string(s.State)+"; it is written as unknown")
	}
	w.Text("state", word)
	if s.Message != nil {
		w.Object("message", func(w *jsonio.Writer) { c.writeMessage(w, s.Message, l.At("message")) })
	}
	w.Opt("timestamp", s.Timestamp)
}

func (c Codec) writeArtifact(w *jsonio.Writer, a a2a.Artifact, l jsonio.Losses) {
	w.Text("artifactId", a.ID)
	w.Opt("name", a.Name)
	w.Opt("description", a.Description)
	c.writeParts(w, a.Parts, l)
	w.OptStrings("extensions", a.Extensions)
	w.Metadata(a.Metadata, l)
}
