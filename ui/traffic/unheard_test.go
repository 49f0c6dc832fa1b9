package traffic

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestUnheard: a task is not shown as over while its final event may still be held.
func TestUnheard(t *testing.T) {
	for _, c := range []struct {
		outcome wire.Outcome
		state   a2a.State
		want    string
	}{
		{wire.Open, a2a.Completed, "</i> open"},
		{wire.Open, a2a.Failed, "</i> open"},
		{wire.Open, a2a.Working, "working"},
		{wire.ByAgent, a2a.Completed, "completed"},
	} {
		var g taskGroup
		g.Latest = wire.Exchange{Outcome: c.outcome, Labels: wire.Labels{Op: string(a2a.SendStreamingMessage), State: string(c.state)}, Response: wire.Head{Status: 200}}
		g.LatestCall = g.Latest
		var b strings.Builder
		if err := taskSummary(g).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		_, state, _ := strings.Cut(b.String(), `class="t-state">`)
		state, _, _ = strings.Cut(state, `class="t-title"`)
		if !strings.Contains(state, c.want) {
			t.Errorf("%s %s: %s", c.outcome, c.state, state)
		}
	}
}

// TestTitleSaysWhy: if no client described a task, its title is the error of its calls.
func TestTitleSaysWhy(t *testing.T) {
	for _, c := range []struct {
		op     a2a.Operation
		failed int
		want   string
	}{
		{a2a.GetTask, 2, `class="first failed"`},
		{a2a.GetTask, 1, `class="first"`},
		{a2a.SendMessage, 2, `class="first"`},
	} {
		g := taskGroup{Title: "no such task"}
		g.Count, g.Failed = 2, c.failed
		g.FirstExchanges = []wire.Exchange{{Labels: wire.Labels{Op: string(c.op)}}}
		var b strings.Builder
		if err := taskSummary(g).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("%s, %d failed: no %s", c.op, c.failed, c.want)
		}
	}
}
