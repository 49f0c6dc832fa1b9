package sequence

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

type library struct {
	host.Library
	list []wire.Exchange // the oldest first
}

func (l library) Exchanges(_ context.Context, f wire.Filter, _ wire.Page) (out []wire.Exchange, err error) {
	for _, x := range slices.Backward(l.list) {
		if (len(f.Origins) == 0 || slices.Contains(f.Origins, x.Origin)) && !slices.Contains(f.ExcludedOrigins, x.Origin) && len(f.Outcomes) == 0 {
			out = append(out, x)
		}
	}
	return out, nil
}

// TestModelCallsComeFromTheAgentsLane: a filter that selects a task only still shows what the agent called for it.
func TestModelCallsComeFromTheAgentsLane(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	call := wire.Exchange{ID: "a", Origin: wire.Client, Caller: "client", Agent: "http://agent.test", Started: at(0), Ended: at(9), Outcome: wire.ByAgent, Labels: wire.Labels{Op: "SendMessage", Task: "t"}}
	model := wire.Exchange{ID: "m", Origin: wire.Model, Caller: "Python-urllib/3", Agent: "http://model.test", Started: at(2), Ended: at(3), Outcome: wire.ByAgent, Labels: wire.Labels{Model: &wire.ModelLabels{Model: "gpt-x", Finish: "stop"}}}
	s := &Screen{Library: library{list: []wire.Exchange{call, model}}}
	xs, parents, err := s.addModelCalls(t.Context(), []wire.Exchange{call})
	if err != nil || len(xs) != 2 || parents["m"] == nil {
		t.Fatalf("%d exchanges, %v, %v", len(xs), parents, err)
	}
	d := &Diagram{}
	for _, x := range xs {
		d.Calls = append(d.Calls, &hop{X: x, Name: x.Agent})
	}
	d.joinModelCalls(parents)
	d.assignLanes()
	var lanes []string
	for _, l := range d.Lanes {
		lanes = append(lanes, l.Name)
	}
	h := d.Calls[1]
	if !slices.Equal(lanes, []string{"client", "http://agent.test", "http://model.test"}) || d.Lanes[h.From].Name != "http://agent.test" || d.Lanes[h.To].Name != "http://model.test" || !h.Inferred {
		t.Errorf("lanes %v, the model call goes from %d to %d, inferred: %v", lanes, h.From, h.To, h.Inferred)
	}
	if got := h.endLabel(); got != "✓ stop · 1.0 s" {
		t.Errorf("labelled %q", got)
	}
}
