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
	for _, c := range []struct {
		x      wire.Exchange
		want   string
		failed bool
	}{
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Failed)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 500}}, "✕ 500 Server Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Labels: unread}, "✕ invalid answer", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{State: string(a2a.Completed), CutOff: true}}, "✕ incomplete JSON", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, ResponseBytes: 1, Labels: sent}, "", false},
		{wire.Exchange{Outcome: wire.Cut, Response: ok, Labels: wire.Labels{State: string(a2a.Completed)}}, "✕ cut", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: "Internal\n\x1bError"}}, "✕ Internal ␛Error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Labels: wire.Labels{Error: string(a2a.OtherError)}}, "✕ agent's own error", true},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "⊘ ended while working", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.InputRequired)}}, "", false},
		{wire.Exchange{Outcome: wire.ByAgent, Response: ok, Frames: 1, Labels: wire.Labels{Op: string(a2a.SendMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.Open, Response: ok, Frames: 2, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}, "", false},
		{wire.Exchange{Outcome: wire.Cancelled, Labels: wire.Labels{State: string(a2a.Working)}}, "⊘ client left", false},
	} {
		e, is := EndingOf(&c.x)
		got := ""
		if is {
			got = e.Glyph + " " + e.Word
		}
		if got != c.want || e.Failed != c.failed {
			t.Errorf("%+v: %q, failed %t; want %q, %t", c.x.Labels, got, e.Failed, c.want, c.failed)
		}
	}
}
