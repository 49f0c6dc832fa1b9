package v01

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// idOf reads a task's id. The specification's samples have the number 1 there.
func idOf(o jsonio.Object, check string) string {
	o.Require(fault(check, "§6.1"), "id")
	return o.String("id", warn(check, "§6.1"))
}

func readTask(n jsonio.Node) *a2a.Task {
	o, ok := n.Object(fault("RES-01", "§6.1"))
	if !ok {
		return nil
	}
	o.Require(fault("RES-01", "§6.1"), "status")
	t := &a2a.Task{
		ID:        idOf(o, "RES-01"),
		ContextID: o.String("sessionId", form("§6.1")),
		Status:    readStatus(o.Get("status")),
		Metadata:  o.Metadata("metadata", form("§6.1")),
	}
	if t.ContextID == "" && o.Has("contextId") {
		t.ContextID = o.String("contextId", form("§6.1"))
	}
	o.Foreign(warn("RES-21", "§6.1"), "it came with 0.2", "kind", "contextId")
	for i, e := range o.Get("artifacts").Elements(form("§6.1")) {
		a, _, _ := readArtifact(e, i)
		t.Artifacts = append(t.Artifacts, a)
	}
	for _, e := range o.Get("history").Elements(form("§6.1")) {
		if m := readMessage(e, warn("REQ-03", "§6.4"), ""); m != nil {
			t.History = append(t.History, *m)
		}
	}
	return t
}

func readStatus(n jsonio.Node) a2a.Status {
	return jsonio.OldStatus(n, spec, "RES-01", states(), func(m jsonio.Node) *a2a.Message { return readMessage(m, warn("RES-22", "§6.2"), a2a.Agent) })
}

// readArtifact reads an artifact and the flags that 0.1 keeps inside it. One
// without an index takes its place in the list.
func readArtifact(n jsonio.Node, place int) (a a2a.Artifact, add, last bool) {
	o, ok := n.Object(form("§6.7"))
	if !ok {
		return a2a.Artifact{ID: strconv.Itoa(place)}, false, false
	}
	o.Require(form("§6.7"), "parts")
	a = a2a.Artifact{
		ID:          strconv.Itoa(place),
		Name:        o.String("name", form("§6.7")),
		Description: o.String("description", form("§6.7")),
		Parts:       readParts(o.Get("parts")),
		Metadata:    o.Metadata("metadata", form("§6.7")),
	}
	index := o.Get("index")
	if i := o.Int("index", fault("ART-01", "§6.7")); i != nil {
		a.ID = strconv.Itoa(*i)
		if *i < 0 {
			index.Report(fault("ART-01", "§6.7"), "An artifact's index must not be negative.")
		}
	} else if !index.Exists() && place > 0 {
		index.Report(info("ART-01", "§6.7"), "The artifact has no index; its place in the list is taken.")
	}
	if o.Has("artifactId") {
		o.Foreign(warn("RES-21", "§6.7"), "it came with 0.2", "artifactId")
		if !index.Exists() {
			a.ID = o.String("artifactId", form("§6.7"))
		}
	}
	return a, o.Bool("append", form("§6.7")), o.Bool("lastChunk", form("§6.7"))
}

func writeTask(w *jsonio.Writer, t *a2a.Task, l jsonio.Losses) {
	w.Text("id", t.ID)
	w.Opt("sessionId", t.ContextID)
	w.Object("status", func(w *jsonio.Writer) { writeStatus(w, t.Status, l.At("status")) })
	if len(t.Artifacts) > 0 {
		w.Each("artifacts", len(t.Artifacts), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { writeArtifact(w, t.Artifacts[i], i, l) })
	}
	if len(t.History) > 0 {
		w.Each("history", len(t.History), l, func(w *jsonio.Writer, i int, l jsonio.Losses) {
			writeMessage(w, &t.History[i], l)
			loseIDs(&t.History[i], l)
		})
	}
	w.Metadata(t.Metadata, l)
}

func writeStatus(w *jsonio.Writer, s a2a.Status, l jsonio.Losses) {
	w.Text("state", writeState(s.State, l))
	if s.Message != nil {
		w.Object("message", func(w *jsonio.Writer) { writeMessage(w, s.Message, l.At("message")) })
		loseIDs(s.Message, l.At("message"))
	}
	w.Opt("timestamp", s.Timestamp)
}

// writeState says a state as nearly as 0.1 can.
func writeState(state a2a.State, l jsonio.Losses) string {
	near := state
	switch state {
	case a2a.AuthRequired:
		near = a2a.InputRequired
	case a2a.Rejected:
		near = a2a.Failed
	case "":
		near = a2a.Unspecified
	}
	word, ok := states().Write(near)
	if !ok {
		word, _ = states().Write(a2a.Unspecified)
		l.Lose(true, "state", "0.1 has no state "+string(state)+"; it is written as unknown")
	}
	l.Lose(ok && state != "" && near != state, "state", "0.1 has no state "+state.Word()+"; it is written as "+near.Word())
	return word
}

func writeArtifact(w *jsonio.Writer, a a2a.Artifact, place int, l jsonio.Losses) {
	w.Opt("name", a.Name)
	w.Opt("description", a.Description)
	writeParts(w, a.Parts, l)
	w.Metadata(a.Metadata, l)
	w.Int("index", indexOf(a.ID, place, l))
	l.Lose(len(a.Extensions) > 0, "extensions", "0.1 has no extensions")
}

// indexOf is the index that an id names: "2", or "artifact-2" as 0.1's
// artifacts are called elsewhere. Another id cannot be said.
func indexOf(id string, place int, l jsonio.Losses) int {
	if i, err := strconv.Atoi(id); err == nil && i >= 0 && strconv.Itoa(i) == id {
		return i
	}
	if i, err := strconv.Atoi(strings.TrimPrefix(id, "artifact-")); err == nil && i >= 0 {
		return i
	}
	l.Lose(id != "", "id", "a 0.1 artifact has an index in place of an id")
	return place
}
