package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestByTaskTellsTheFailureOfTheTaskPage: a response whose JSON breaks off hides the task's result.
// Both pages say so, and the list counts the task.
func TestByTaskTellsTheFailureOfTheTaskPage(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "cut")
	x.Outcome, x.Labels.Task, x.Labels.State, x.Labels.CutOff = wire.ByAgent, "T1", string(a2a.Submitted), true
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/traffic?view=tasks").Body.String()
	if !strings.Contains(page, "incomplete answer") || !strings.Contains(page, "1 task · 1 failed · 0 open") {
		t.Error("By task does not tell the failure")
	}
	if !strings.Contains(get(t, s, "/tasks/T1").Body.String(), "incomplete answer") {
		t.Error("the page of the task does not tell the failure")
	}
}

// TestTasksThatWaitAreOpen: a task that works or waits for somebody is not over, even if no call on
// it is open. A task whose last call was cut off does not count as open.
func TestTasksThatWaitAreOpen(t *testing.T) {
	f := emptyRecord()
	for i, st := range []a2a.State{a2a.InputRequired, a2a.AuthRequired, a2a.Working, a2a.Completed, a2a.Canceled, a2a.Failed, a2a.Unspecified} {
		x := sample(i+1, string(st))
		x.Labels.Op, x.Frames, x.Outcome, x.Labels.Task, x.Labels.State = string(a2a.GetTask), 1, wire.ByAgent, string(st), string(st)
		f.put(x)
	}
	x := sample(9, "cut")
	x.Outcome, x.Labels.Task, x.Labels.State = wire.Cut, "T9", string(a2a.InputRequired)
	f.put(x)
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/traffic?view=tasks").Body.String()
	if want := "8 tasks · 2 failed · 3 open"; !strings.Contains(page, want) {
		t.Errorf("By task lacks %q", want)
	}
	row := between(get(t, newTestServer(t, f, &fakeCaller{}), "/tasks/T9").Body.String(), `<tbody id="task-rows">`, "</tbody>")
	if !strings.Contains(row, "</i> cut") || strings.Contains(row, "</i> input required") {
		t.Errorf("the exchange of the task tells its last state, not that it was cut: %s", row)
	}
}

// TestHiddenProbesAreTold: if only the console's own probes match, the list says that they are
// hidden, and links to them.
func TestHiddenProbesAreTold(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "card")
	x.Origin, x.Labels.Op, x.Labels.Task, x.Labels.State = wire.Console, "GetAgentCard", "", ""
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	for _, at := range []string{"/traffic?q=op:getagentcard", "/traffic?q=op:getagentcard&view=tasks"} {
		page := get(t, s, at).Body.String()
		if !strings.Contains(page, "The matching exchanges are hidden") || !strings.Contains(page, "probes=1") || strings.Contains(page, "Nothing matches") {
			t.Errorf("%s does not tell that the probes are hidden", at)
		}
	}
	if page := get(t, s, "/traffic?q=op:sendmessage").Body.String(); !strings.Contains(page, "Nothing matches") || strings.Contains(page, "is hidden") {
		t.Error("a filter that selects nothing at all says that something is hidden")
	}
}

// TestSequenceTellsTheStatus: a client that leaves before the body of a 500 has ended is not the
// cause of the failure.
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
	if !strings.HasPrefix(end.Label, "✕ HTTP 500") || end.Tone != "failed" || !strings.Contains(end.Sentence, "the client left before the body ended") {
		t.Errorf("the end is told as %q (%s), %q", end.Label, end.Tone, end.Sentence)
	}
}

// TestTaskTellsTheBrokenRule: the page of a task that did not fail says which rule its stream
// broke, like the page of the exchange.
func TestTaskTellsTheBrokenRule(t *testing.T) {
	f := emptyRecord()
	x, chunks := withBodies(sample(1, "onward"), "onward")
	late := `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"late"}]}}}}` + "\n\n"
	last := chunks[len(chunks)-1]
	chunks = append(chunks, wire.Chunk{Side: wire.Response, Offset: last.Offset + int64(len(last.Data)), At: last.At, Data: []byte(late), Frame: last.Frame + 1})
	x.ResponseBytes += int64(len(late))
	x.ResponseKept = x.ResponseBytes
	x.Outcome, x.Labels.Task, x.Labels.State, x.Labels.Findings, x.Labels.Worst = wire.ByAgent, "t", string(a2a.Completed), 1, "error"
	f.put(x, chunks...)
	s := newTestServer(t, f, &fakeCaller{})
	for _, at := range []string{"/exchanges/" + x.ID, "/tasks/t"} {
		_, box, _ := strings.Cut(get(t, s, at).Body.String(), `aria-label="What is wrong?"`)
		box, _, _ = strings.Cut(box, "</section>")
		if !strings.Contains(box, "What is wrong?") || !strings.Contains(box, "SSE-16") || !strings.Contains(box, "/exchanges/"+x.ID+"?tab=") {
			t.Errorf("%s: %s", at, box)
		}
	}
}
