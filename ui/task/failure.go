package task

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// explainFailure says why the task failed: from the exchange that contains the state or, while the
// task continues, from the last call about it if that failed. For a task that did not fail it names
// the rule broken last. Good exchanges to compare with must have the message last sent to the task.
func (s *Screen) explainFailure(ctx context.Context, v *taskView, tapes []*tape.Tape, list []wire.Exchange) {
	var sender *wire.Exchange
	for i := range list {
		if op := a2a.Operation(list[i].Labels.Op); op == a2a.SendMessage || op == a2a.SendStreamingMessage {
			sender = &list[i]
		}
	}
	ended := v.State == a2a.Failed || v.State == a2a.Rejected || v.State == a2a.AuthRequired
	for i, t := range slices.Backward(tapes) {
		brought := ended && t.Fold != nil && t.Fold.State == v.State
		last := !ended && !v.State.Terminal() && i == len(tapes)-1 && cause.HasFailed(t.X)
		if !brought && !last {
			continue
		}
		if v.Failed = s.Causes.Explain(ctx, t, sender); v.Failed != nil {
			return
		}
	}
	for _, t := range slices.Backward(tapes) {
		if t.X.Labels.Worst != string(a2a.SeverityError) {
			continue
		}
		if w := s.Causes.Explain(ctx, t, sender); w != nil && w.Kind == cause.Finding {
			v.Failed = w
			return
		}
	}
}
