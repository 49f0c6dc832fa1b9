package fault

import (
	"context"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var reorderAction = Action{
	Name: "reorder", Does: "is sent after frames that came later, or at the end", On: Responses, Whole: true,
	Forms: []Form{{"reorder", "it is sent after the next frame"}, {"reorder 2", "it is sent after the next two"}},
	parse: func(s *scan) (Fault, error) {
		n, err := s.count(1, mostLater)
		return Reorder{n}, err
	},
}

// mostLater is how many frames one may be sent after.
const mostLater = 1000

// Reorder sends a frame after frames that came later.
type Reorder struct{ After int }

func (r Reorder) String() string {
	if r.After == 1 {
		return "reorder"
	}
	return "reorder " + strconv.Itoa(r.After)
}

// Words is of Fault.
func (r Reorder) Words(wire.Side) string {
	if r.After == 1 {
		return "is sent after the next one"
	}
	return "is sent after the next " + strconv.Itoa(r.After)
}

// Frame is of OnFrame.
func (r Reorder) Frame(_ context.Context, w *Work) error {
	if err := w.several(); err != nil {
		return err
	}
	i := slices.IndexFunc(w.Pieces, func(p Piece) bool { return p.How != wire.Injected && p.How != wire.Dropped })
	if i < 0 {
		return nil
	}
	p := w.Pieces[i]
	if p.How == wire.AsIs {
		p.How, p.Rule = wire.Delayed, w.Rule
	}
	w.Pieces = slices.Delete(w.Pieces, i, i+1)
	w.Later = append(w.Later, Later{After: r.After, Piece: p})
	return nil
}
