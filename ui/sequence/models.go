package sequence

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxModelCalls bounds the calls of models and tools that are added beneath the exchanges of a diagram.
const maxModelCalls = 60

// addModelCalls adds the newest calls of models and tools that agents made during the exchanges xs. Those that the
// filter selects are there already.
func (s *Screen) addModelCalls(ctx context.Context, xs []wire.Exchange) ([]wire.Exchange, map[string]*modelcall.Child, error) {
	if len(xs) == 0 {
		return xs, nil, nil
	}
	has := map[string]bool{}
	for i := range xs {
		has[xs[i].ID] = true
	}
	from, to := modelcall.TimeOf(xs)
	all, err := modelcall.Load(ctx, s.Library, from, to)
	if err != nil {
		return nil, nil, err
	}
	added, parents := 0, map[string]*modelcall.Child{}
	for i := range slices.Backward(all) { // the newest, as of exchanges
		c := &all[i]
		isBeneath := c.Parent != "" && has[c.Parent]
		if isBeneath {
			parents[c.ID] = c
		}
		if isBeneath && !has[c.ID] && added < maxModelCalls {
			added++
			xs = append(xs, c.Exchange)
		}
	}
	return xs, parents, nil
}

// joinModelCalls makes the agent of the exchange beneath which a model was called its caller.
func (d *Diagram) joinModelCalls(parents map[string]*modelcall.Child) {
	for _, h := range d.Calls {
		if c := parents[h.X.ID]; c != nil {
			h.Parent, h.Inferred = c.Parent, c.Basis == modelcall.Inferred
		}
	}
}
