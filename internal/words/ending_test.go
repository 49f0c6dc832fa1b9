package words

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestEndingOf: every failure, of the protocol or below it, goes before the state, and an
// answer that names no task and breaks a rule is none.
func TestEndingOf(t *testing.T) {
	sent := wire.Labels{Op: string(a2a.SendMessage)}
	unread := sent
	unread.Within = string(a2a.SeverityError)
	ok := wire.Head{Status: 200}
	got := func(op a2a.Operation, task string, st a2a.State, within a2a.Severity) wire.Exchange {
		return wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Labels: wire.Labels{Op: string(op), Task: task, State: string(st), Within: string(within)}}
	}
	for _, c := range []struct {
		x      wire.Exchange
		want   string
		failed bool
	}{
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Failed)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 500}}, "✕ 500 Server Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Labels: unread}, "✕ invalid answer", true},
		{got(a2a.GetTask, "t", "", a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.CancelTask, "t", a2a.Unspecified, a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.SendMessage, "", a2a.Unspecified, a2a.SeverityError), "✕ invalid answer", true},
		{got(a2a.SendMessage, "t", "", a2a.SeverityError), "", false}, // a message about a task
		{got(a2a.GetTask, "t", a2a.Unspecified, a2a.SeverityWarning), "", false},
		{got(a2a.GetTask, "t", a2a.Working, a2a.SeverityError), "", false},
		{got(a2a.ListTasks, "", "", a2a.SeverityError), "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Completed), CutOff: true}}, "✕ incomplete JSON", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Labels: sent}, "", false},
		{wire.Exchange{Outcome: wire.Cut, Response: ok, Labels: wire.Labels{State: string(a2a.Completed)}}, "✕ cut", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: "Internal\n\x1bError"}}, "✕ Internal ␛Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: string(a2a.OtherError)}}, "✕ agent's own error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "⊘ ended while working", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.InputRequired)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 7, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Completed)}}, "… open", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Failed)}}, "… open", false},
		{wire.Exchange{Outcome: wire.Cancelled, Labels: wire.Labels{State: string(a2a.Working)}}, "⊘ client left", false},
	} {
		e, is := EndingOf(&c.x)
		said := ""
		if is {
			said = e.Glyph + " " + e.Word
		}
		if said != c.want || e.Failed != c.failed {
			t.Errorf("%+v: %q, failed %t; want %q, %t", c.x.Labels, said, e.Failed, c.want, c.failed)
		}
	}
}
