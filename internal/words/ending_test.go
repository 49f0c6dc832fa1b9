package words

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestEndingOf: every failure, of the protocol or below it, takes precedence over the state, and a response
// that names no task and breaks a rule is a failure.
func TestEndingOf(t *testing.T) {
	sent := wire.Labels{Op: string(a2a.SendMessage)}
	unread := sent
	unread.ResponseSeverity, unread.Failed = string(a2a.SeverityError), true
	ok := wire.Head{Status: 200}
	got := func(op a2a.Operation, task string, st a2a.State, within a2a.Severity) wire.Exchange {
		return wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Frames: 1, Labels: wire.Labels{Op: string(op), Task: task, State: string(st), ResponseSeverity: string(within)}}
	}
	unsaid := func(op a2a.Operation) wire.Exchange {
		x := got(op, "t", "", a2a.SeverityError)
		x.Labels.Failed = true
		return x
	}
	for _, c := range []struct {
		x      wire.Exchange
		want   string
		failed bool
	}{
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Failed)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 500}}, "✕ 500 Server Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 429}}, "✕ 429 Too Many Requests", true},
		{wire.Exchange{Outcome: wire.Interrupted, Response: ok, Labels: wire.Labels{State: string(a2a.Failed)}}, "", false},
		{wire.Exchange{Outcome: wire.Interrupted, Response: ok, Labels: wire.Labels{State: string(a2a.Completed)}}, "⊘ interrupted", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Frames: 1, Labels: unread}, "✕ invalid answer", true},
		{got(a2a.GetTask, "t", "", a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.CancelTask, "t", a2a.Unspecified, a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.SendMessage, "", a2a.Unspecified, a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.SendMessage, "t", "", a2a.SeverityError), "", false}, // a message about a task
		{got(a2a.GetTask, "t", a2a.Unspecified, a2a.SeverityWarning), "", false},
		{got(a2a.GetTask, "t", a2a.Working, a2a.SeverityError), "", false},
		{got(a2a.ListTasks, "", "", a2a.SeverityError), "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Completed), CutOff: true}}, "✕ incomplete answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Frames: 1, Labels: sent}, "", false},
		{wire.Exchange{Outcome: wire.Cut, Response: ok, Labels: wire.Labels{State: string(a2a.Completed)}}, "✕ cut", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: "Internal\n\x1bError"}}, "✕ Internal ␛Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: string(a2a.OtherError)}}, "✕ agent's own error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "✕ ended while working", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.InputRequired)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 302}}, "✕ 302 Found", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 304}, Labels: wire.Labels{Op: string(a2a.GetCard)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 9, ResponseKept: 9, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage)}}, "✕ no event", true}, // comments only
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 9, ResponseKept: 9, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), ResponseSeverity: "warning", Failed: true}}, "✕ no event", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"gzip"}}}, ResponseBytes: 20, ResponseKept: 20, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage)}}, "✕ empty answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Op: string(a2a.GetTask)}}, "✕ empty answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Op: string(a2a.GetCard)}}, "✕ empty answer", true},
		{wire.Exchange{Method: "HEAD", Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Op: string(a2a.GetCard)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 202}, Labels: wire.Labels{Op: string(a2a.SendMessage)}}, "", false}, // a notification
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 204}, Labels: unread}, "✕ empty answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 204}, Labels: wire.Labels{Op: string(a2a.DeletePushConfig)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 9, Gaps: []wire.Gap{{}}, Labels: sent}, "", false}, // what came is not on record
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.GetTask), State: "done"}}, "✕ unknown state", true},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: "done"}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.SubscribeToTask), State: string(a2a.AuthRequired)}}, "", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 7, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Completed)}}, "… open", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Failed)}}, "… open", false},
		{wire.Exchange{Outcome: wire.Cancelled, Labels: wire.Labels{State: string(a2a.Working)}}, "⊘ client left", false},
		{wire.Exchange{Outcome: wire.Cancelled, Response: ok, ResponseBytes: 28, Frames: 1, Labels: wire.Labels{Op: string(a2a.SendMessage), CutOff: true}}, "⊘ client left", false},
		{wire.Exchange{Outcome: wire.ByAgent, Method: "POST", Response: wire.Head{Status: 304}, Labels: sent}, "✕ 304 Not Modified", true},
		{wire.Exchange{Outcome: wire.ByAgent, Method: "GET", Response: wire.Head{Status: 304}, Labels: wire.Labels{Op: string(a2a.GetTask)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: unread}, "✕ empty answer", true},                           // some imported recordings count an empty body as a frame
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Op: string(a2a.GetTask), Binding: "jsonrpc"}}, "", false}, // a notification
		{got(a2a.GetCard, "", "", a2a.SeverityError), "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Frames: 1, Labels: wire.Labels{Op: string(a2a.GetCard), ResponseSeverity: "error", Failed: true}}, "✕ invalid answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), ResponseSeverity: "warning", Failed: true}}, "✕ no event", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"gzip"}, "Content-Type": {"text/event-stream"}}}, ResponseBytes: 20, ResponseKept: 20, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage)}}, "✕ no event", true},
		{unsaid(a2a.ListTasks), "✕ invalid answer", true},
		{unsaid(a2a.CreatePushConfig), "✕ invalid answer", true},
		{unsaid(a2a.ListPushConfigs), "✕ invalid answer", true},
		{unsaid(a2a.SubscribeToTask), "✕ invalid answer", true},
		{unsaid(a2a.DeletePushConfig), "", false},
		{unsaid(""), "", false},
	} {
		e, is := EndingWords(&c.x)
		said := ""
		if is {
			said = e.Glyph + " " + e.Word
		}
		if said != c.want || e.Failed != c.failed {
			t.Errorf("%+v: %q, failed %t; want %q, %t", c.x.Labels, said, e.Failed, c.want, c.failed)
		}
	}
}

// TestIsWrong: a successful exchange is wrong only if the agent breaks a mandatory rule; a failed one is
// never wrong as well.
func TestIsWrong(t *testing.T) {
	done := wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, Frames: 1,
		Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Completed), Worst: "error", AgentSeverity: "error"}}
	for _, c := range []struct {
		name  string
		of    func(x *wire.Exchange)
		wrong bool
	}{
		{"as it is", func(*wire.Exchange) {}, true},
		{"the client's fault", func(x *wire.Exchange) { x.Labels.AgentSeverity = "" }, false},
		{"a warning", func(x *wire.Exchange) { x.Labels.AgentSeverity = "warning" }, false},
		{"the client left", func(x *wire.Exchange) { x.Outcome = wire.Cancelled }, true},
		{"still open", func(x *wire.Exchange) { x.Outcome = wire.Open }, false},
		{"failed", func(x *wire.Exchange) { x.Labels.State = string(a2a.Failed) }, false},
		{"an error", func(x *wire.Exchange) { x.Labels.Error = "TaskNotFound" }, false},
	} {
		x := done
		c.of(&x)
		if got := IsWrong(&x); got != c.wrong {
			t.Errorf("%s: wrong %t", c.name, got)
		}
	}
	message := done
	message.ResponseBytes, message.Labels.State, message.Labels.ResponseSeverity = 9, "", "error"
	if got := StateText(&message); got != "‼ message" {
		t.Errorf("a message: %q", got)
	}
	if got := StateText(&done); got != "‼ completed" {
		t.Errorf("shown as %q", got)
	}
}

// TestNoMessageIsSeen: a response does not count as a message if an info finding says that it was
// not read.
func TestNoMessageIsSeen(t *testing.T) {
	for within, want := range map[string]string{"": "✉ message", "warning": "✉ message", "info": ""} {
		x := wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, ResponseBytes: 9, ResponseKept: 9, Frames: 1,
			Labels: wire.Labels{Op: string(a2a.SendMessage), Binding: "grpc", ResponseSeverity: within}}
		if got := StateText(&x); got != want {
			t.Errorf("within %q: %q, want %q", within, got, want)
		}
	}
}

// An error is named as lists name it, with its code if that is known.
func TestErrorLine(t *testing.T) {
	for want, e := range map[string]a2a.Error{
		"TaskNotFound (-32001): gone":       {Name: a2a.TaskNotFound, Code: -32001, Message: "gone"},
		"agent's own error (-32050): quota": {Name: a2a.OtherError, Code: -32050, Message: "quota"},
		"agent's own error: quota":          {Name: a2a.OtherError, Message: "quota"},
		"agent's own error":                 {Name: a2a.OtherError},
		"that was cut off":                  {},
	} {
		if got := ErrorLine(&e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
