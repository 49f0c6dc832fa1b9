package fault

import (
	"context"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var reorderAction = Action{
	Name: "reorder", Summary: "is sent after later frames, or at the end", Targets: Responses, NeedsWholeFrame: true,
	Forms: []Form{{"reorder", "it is sent after the next frame"}, {"reorder 2", "it is sent after the next two"}},
	parse: func(s *scanner) (Fault, error) {
		n, err := s.readCount(1, maxReorder)
		return Reorder{n}, err
	},
}

// maxReorder bounds the number of frames that may overtake one.
const maxReorder = 1000

// Reorder sends a frame after Frames later ones.
type Reorder struct{ Frames int }

func (r Reorder) String() string {
	if r.Frames == 1 {
		return "reorder"
	}
	return "reorder " + strconv.Itoa(r.Frames)
}

func (r Reorder) Describe(wire.Side) string {
	if r.Frames == 1 {
		return "is sent after the next one"
	}
	return "is sent after the next " + strconv.Itoa(r.Frames)
}

func (r Reorder) Frame(_ context.Context, w *Work) error {
	if err := w.checkSingle(); err != nil {
		return err
	}
	i := slices.IndexFunc(w.Pieces, func(p Piece) bool { return p.Kind != wire.PassageInjected && p.Kind != wire.PassageDropped })
	if i < 0 {
		return nil
	}
	p := w.Pieces[i]
	if p.Kind == wire.PassageAsIs {
		p.Kind, p.Rule = wire.PassageDelayed, w.Rule
	}
	w.Pieces = slices.Delete(w.Pieces, i, i+1)
	w.Deferred = append(w.Deferred, DeferredPiece{Frames: r.Frames, Piece: p})
	return nil
}
