package dialect

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func event(result string) wire.Frame {
	data := []byte(`{"jsonrpc":"2.0","id":1,"result":` + result + `}`)
	return wire.Frame{Kind: wire.SSE, Raw: data, Data: data}
}

func chunk(artifact, text string, more bool) wire.Frame {
	return event(fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":%q,"parts":[{"text":%q}]},"append":%v}}`, artifact, text, more))
}

func streamRequest() Message {
	return Message{Method: "POST", URL: "http://a/", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"ask"}]}}}`)}
}

func texts(a a2a.Artifact) string {
	var s []string
	for _, p := range a.Parts {
		s = append(s, p.Text)
	}
	return strings.Join(s, "|")
}

func TestReaderFolds(t *testing.T) {
	r := NewReader(streamRequest(), Hint{})
	r.Event(event(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_SUBMITTED"},"artifacts":[{"artifactId":"b","parts":[{"text":"0"}]}]}}`))
	first := r.Event(chunk("a", "1", false))
	r.Event(chunk("b", "x", true))
	r.Event(chunk("a", "2", true))
	r.Event(chunk("a", "3", true))
	r.Event(chunk("b", "new", false))
	r.Event(event(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`))
	task := r.Task()
	if got := texts(task.Artifacts[1]); task.Artifacts[1].ID != "a" || got != "1|2|3" {
		t.Errorf("a is %q", got)
	}
	if got := texts(task.Artifacts[0]); got != "new" {
		t.Errorf("b is %q", got)
	}
	if got := texts(first.Result.Artifact.Artifact); got != "1" {
		t.Errorf("the event's own artifact became %q", got)
	}
	if task.Status.State != a2a.Completed {
		t.Errorf("state %s", task.Status.State)
	}
	want := wire.Labels{Op: "SendStreamingMessage", Dialect: "1.0", Binding: "jsonrpc", Task: "t", Context: "c", State: "TASK_STATE_COMPLETED", Text: "ask\n0\n1\nx\n23\nnew"}
	if got := r.Labels(); got != want {
		t.Errorf("labels\n%+v\n%+v", got, want)
	}
}

// TestLabellerKeepsNothing: a labeller finds the labels that a Reader finds, and keeps no task.
func TestLabellerKeepsNothing(t *testing.T) {
	full, light := NewReader(streamRequest(), Hint{}), NewLabeller(streamRequest(), Hint{})
	for i := range 100 {
		f := chunk(fmt.Sprint(i%3), "word ", i > 2)
		full.Event(f)
		light.Event(f)
	}
	if full.Labels() != light.Labels() {
		t.Errorf("labels differ:\n%+v\n%+v", full.Labels(), light.Labels())
	}
	if light.Task() != nil {
		t.Error("a labeller has a task")
	}
}

// TestLabellerForgets reads a stream of ever new artifacts with long ids: forgotten ones cause no finding.
func TestLabellerForgets(t *testing.T) {
	r := NewLabeller(streamRequest(), Hint{})
	r.Event(wire.Frame{Kind: wire.SSE, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`)})
	long := strings.Repeat("x", 1000)
	for i := range manyArtifacts {
		r.Event(chunk(fmt.Sprint(long, i), "a", false))
	}
	if ps := r.Event(chunk(fmt.Sprint(long, 7), "b", true)).Problems; len(ps) > 0 {
		t.Errorf("of an artifact that came: %+v", ps)
	}
	if ps := r.Event(chunk(fmt.Sprint(long, manyArtifacts-50), "b", true)).Problems; len(ps) > 0 {
		t.Errorf("of one that was forgotten: %+v", ps)
	}
	if n := testing.AllocsPerRun(100, func() { r.Labels() }); n > 0 {
		t.Errorf("Labels takes memory %v times", n)
	}
}

// manyArtifacts are more artifacts than a reader remembers.
const manyArtifacts = 1<<14 + 100

func TestTextIsCapped(t *testing.T) {
	r := NewReader(streamRequest(), Hint{})
	r.Event(chunk("a", strings.Repeat("é", fold.MaxText), false))
	got := r.Labels().Text
	if len(got) > fold.MaxText || len(got) < fold.MaxText-2 || strings.ContainsRune(got, '\ufffd') {
		t.Errorf("%d bytes, ends %q", len(got), got[len(got)-4:])
	}
}

// TestFoldLeavesEventsAlone appends to parts with spare capacity: the original event, and others that share
// its memory, must not change.
func TestFoldLeavesEventsAlone(t *testing.T) {
	room := []a2a.Part{{Text: "1"}, {Text: "mine"}}
	id := a2a.Identity{Versions: []a2a.Version{a2a.V10}}
	var f fold.Task
	f.Add(id, &a2a.Result{Artifact: &a2a.ArtifactUpdate{Artifact: a2a.Artifact{ID: "a", Parts: room[:1]}}})
	f.Add(id, &a2a.Result{Artifact: &a2a.ArtifactUpdate{Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{{Text: "2"}}}, Append: true}})
	if room[1].Text != "mine" || texts(f.Task.Artifacts[0]) != "1|2" {
		t.Errorf("event has %q, task %q", room[1].Text, texts(f.Task.Artifacts[0]))
	}
}

// TestFindingsOfMendedEventsHaveTheirPlace: problems about the order of events, in an event that needed
// repair, have their place in the bytes as received.
func TestFindingsOfMendedEventsHaveTheirPlace(t *testing.T) {
	r := NewReader(Message{Method: "POST", URL: "http://a/", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`)}, Hint{})
	head := Message{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	r.Response(head)
	const event = `{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_%s"}}}}`
	head.Body = []byte("data: " + `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` +
		"\n\ndata: // a comment, which moves all that follows it\ndata: " + strings.ReplaceAll(event, "%s", "WORKING") + "\n\n")
	placed := 0
	for _, f := range framesOf(head, 10) {
		for _, p := range r.Event(f).Problems {
			if p.Check == "SSE-16" || p.Check == "STM-01" {
				placed++
				if got := string(f.Data[p.Offset:]); !strings.HasPrefix(got, `{"statusUpdate"`) {
					t.Errorf("%s leads to %.30q", p.Check, got)
				}
			}
		}
	}
	if placed != 2 {
		t.Errorf("%d findings, want 2", placed)
	}
}
