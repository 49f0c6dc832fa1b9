package record

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// The State column shows every failure, of the protocol or below it, and who left;
// otherwise the task's state.
func TestEnding(t *testing.T) {
	working := wire.Labels{State: string(a2a.Working)}
	for _, c := range []struct {
		name  string
		x     wire.Exchange
		want  string
		title string
	}{
		{"an answer", wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, Labels: working}, "", ""},
		{"a status", wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 401}}, "✕ 401 Unauthorized", ""},
		{"a status with a long name", wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 500}}, "✕ 500 Server Error", "HTTP 500 Internal Server Error"},
		{"a status without a name", wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 499}}, "✕ 499", ""},
		{"an error", wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 404}, Labels: wire.Labels{Error: "TaskNotFound"}}, "✕ TaskNotFound", "HTTP 404 Not Found"},
		{"a stream cut", wire.Exchange{Outcome: wire.Cut, Response: wire.Head{Status: 200}, Problem: "reset by peer", Labels: working}, "✕ cut", "last state: working · reset by peer"},
		{"no agent", wire.Exchange{Outcome: wire.Unreachable}, "✕ unreachable", ""},
		{"a client that left", wire.Exchange{Outcome: wire.Cancelled, Response: wire.Head{Status: 200}, Labels: working}, "⊘ client left", "last state: working"},
		{"a client that left a finished task", wire.Exchange{Outcome: wire.Cancelled, Response: wire.Head{Status: 200}, Labels: wire.Labels{State: string(a2a.Completed)}}, "", ""},
		{"a console that stopped", wire.Exchange{Outcome: wire.Interrupted}, "⊘ interrupted", "The console stopped while this exchange was open"},
	} {
		e, ok := Row{Exchange: c.x}.Ending()
		got := ""
		if ok {
			got = e.Glyph + " " + e.Word
		}
		if got != c.want || e.Title != c.title {
			t.Errorf("%s: %q (%q), want %q (%q)", c.name, got, e.Title, c.want, c.title)
		}
	}
}

// A waterfall distinguishes 48 ms from 3 s next to a call of a minute.
func TestWaterfallTellsTimesApart(t *testing.T) {
	short, long := fallX(48*time.Millisecond), fallX(3*time.Second)
	if short < 20 || long-short < 30 || fallX(time.Minute) != fallWidth-14 || fallX(time.Hour) != fallWidth-8 || fallX(-1) != 0 {
		t.Errorf("48 ms ends at %.1f, 3 s at %.1f, a minute at %.1f, an hour at %.1f of %d", short, long, fallX(time.Minute), fallX(time.Hour), fallWidth)
	}
}
