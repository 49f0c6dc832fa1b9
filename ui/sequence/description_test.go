package sequence

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSpokenContent: the sentence about an event or a response in Present contains the beginning
// of its text, on one line.
func TestSpokenContent(t *testing.T) {
	h := &hop{X: wire.Exchange{Outcome: wire.ByAgent, Labels: wire.Labels{State: string(a2a.Failed)}}, Name: "Ann"}
	for _, c := range []struct {
		row  sketchRow
		want string
	}{
		{sketchRow{Events: 1, Word: "state", State: a2a.InputRequired, Text: "Which\ncolour?"}, "Ann needs more input before it can continue – “Which colour?”"},
		{sketchRow{Events: 1, Word: "state", State: a2a.Working}, "Ann says: the task is working"},
		{sketchRow{Events: 1, Word: "artifact", Subject: "draft", Text: "Dear all"}, "Ann begins to deliver “draft” – “Dear all”"},
		{sketchRow{Events: 2, Word: "append", Subject: "draft", Text: "Dear all"}, "Ann continues “draft” in 2 pieces"},
	} {
		if got := h.eventSentence(c.row); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := h.endSentence(); got != "Ann answers: the task is failed" {
		t.Errorf("%q", got)
	}
	h.X.Labels.State = string(a2a.InputRequired)
	if got := h.endSentence(); got != "Ann needs more input before it can continue" {
		t.Errorf("%q", got)
	}
	if got := (&hop{X: wire.Exchange{Outcome: wire.Refused, PassageKinds: wire.PassageKindsOf(wire.PassageInjected), ResponseSent: &wire.Head{Status: 401}}, Name: "Ann"}).endSentence(); got != "A rule of the console answers in place of Ann, with HTTP 401" {
		t.Errorf("%q", got)
	}
	if got := (&hop{X: wire.Exchange{Origin: wire.Push, Outcome: wire.ByAgent, Response: wire.Head{Status: 400}}, Name: "Ann"}).endSentence(); got != "The webhook receiver answers with HTTP 400" {
		t.Errorf("%q", got)
	}
	h.X.Labels.State = string(a2a.Failed)
	h.sketch.Answer = "no paper"
	if got := h.endSentence(); got != "Ann answers: the task is failed – “no paper”" {
		t.Errorf("%q", got)
	}
	for problem, want := range map[string]string{"A person dropped the request.": "A person aborts it on the way", "A rule of the console cut the connection.": "A rule of the console aborts it on the way", "": "The console stops; how this ended is not on record"} {
		if got := (&hop{X: wire.Exchange{Outcome: wire.Interrupted, Problem: problem}, Name: "Ann"}).endSentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEndsAsTheListSays: the arrow of an end has the sign and the words of the list's State column.
func TestEndsAsTheListSays(t *testing.T) {
	answered := func(op a2a.Operation, state a2a.State, agent string) wire.Exchange {
		return wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, ResponseBytes: 9, ResponseKept: 9, Frames: 1,
			Labels: wire.Labels{Op: string(op), Task: "t", State: string(state), AgentSeverity: agent}}
	}
	empty := answered(a2a.SendMessage, "", "")
	empty.Frames = 0
	moved := answered(a2a.SendMessage, "", "")
	moved.Response.Status = 302
	for _, c := range []struct {
		x                wire.Exchange
		rows             []sketchRow
		label, tone, say string
	}{
		{answered(a2a.SendMessage, a2a.Completed, ""), nil, "✓ completed · 0 µs", "completed", "Ann answers: the task is completed"},
		{answered(a2a.SendMessage, a2a.Completed, "error"), nil, "‼ completed · 0 µs", "failed", "Ann answers: the task is completed"},
		{answered(a2a.SendStreamingMessage, a2a.Completed, "error"), []sketchRow{{}}, "‼ end of stream · 0 µs", "failed", ""},
		{answered(a2a.SendStreamingMessage, a2a.Working, ""), []sketchRow{{}}, "✕ ended while working · 0 µs", "failed", "Ann answers. The agent ended the stream before the task was over"},
		{empty, nil, "✕ no event · 0 µs", "failed", "Ann answers. Bytes arrived, but none form a readable event or document"},
		{moved, nil, "✕ HTTP 302 · 0 µs", "failed", "Ann answers with HTTP 302"},
	} {
		h := &hop{X: c.x, Name: "Ann"}
		h.sketch.Rows = c.rows
		if got := h.endLabel(); got != c.label {
			t.Errorf("%q, want %q", got, c.label)
		}
		if got := h.endTone(); got != c.tone {
			t.Errorf("%s: tone %q, want %q", c.label, got, c.tone)
		}
		if got := h.endSentence(); c.say != "" && got != c.say {
			t.Errorf("%q, want %q", got, c.say)
		}
	}
}
