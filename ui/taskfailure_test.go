package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestByTaskTellsTheFailureOfTheTaskPage: an answer that breaks off in its JSON hides what
// became of the task. Both pages say so, and the list counts the task.
func TestByTaskTellsTheFailureOfTheTaskPage(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "cut")
	x.Outcome, x.Labels.Task, x.Labels.State, x.Labels.CutOff = wire.ByAgent, "T1", string(a2a.Submitted), true
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/traffic?view=tasks").Body.String()
	if !strings.Contains(page, "incomplete JSON") || !strings.Contains(page, "1 task · 1 failed · 0 open") {
		t.Error("By task does not tell the failure")
	}
	if !strings.Contains(get(t, s, "/tasks/T1").Body.String(), "incomplete JSON") {
		t.Error("the page of the task does not tell the failure")
	}
}

// TestSequenceTellsTheStatus: a client that leaves before the body of a 500 ended did not
// make it fail.
func TestSequenceTellsTheStatus(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "left")
	x.Outcome, x.Labels.State, x.Labels.Error, x.Frames, x.Response.Status = wire.Cancelled, "", "", 0, 500
	f.put(x)
	d, err := newTestServer(t, f, &fakeCaller{}).sequence.Read(t.Context(), link.Query{View: "sequence"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	end := d.Calls[0].Marks[len(d.Calls[0].Marks)-1]
	if !strings.HasPrefix(end.Label, "✕ HTTP 500") || end.Tone != "failed" || !strings.Contains(end.Say, "the client left before the body ended") {
		t.Errorf("the end is told as %q (%s), %q", end.Label, end.Tone, end.Say)
	}
}
