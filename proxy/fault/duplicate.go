package fault

import (
	"context"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var duplicateAction = Action{
	Name: "duplicate", Summary: "is sent again, right after the first time", Targets: Responses, NeedsWholeFrame: true,
	Forms: []Form{{"duplicate", "it is sent twice"}, {"duplicate 3", "it is sent three times more"}},
	parse: func(s *scanner) (Fault, error) {
		n, err := s.readCount(1, maxCopies)
		return Duplicate{n}, err
	},
}

// maxCopies is how many more times one frame may be sent.
const maxCopies = 100

// Duplicate sends a frame Times more times.
type Duplicate struct{ Times int }

func (d Duplicate) String() string {
	if d.Times == 1 {
		return "duplicate"
	}
	return "duplicate " + strconv.Itoa(d.Times)
}

func (d Duplicate) Describe(wire.Side) string {
	if d.Times == 1 {
		return "is sent twice"
	}
	return "is sent " + strconv.Itoa(d.Times+1) + " times"
}

func (d Duplicate) Frame(_ context.Context, w *Work) error {
	if err := w.checkSingle(); err != nil {
		return err
	}
	p := w.ownPiece()
	if p == nil {
		return nil
	}
	copies := slices.Repeat([]Piece{w.newInjected(p.Raw, -1)}, d.Times)
	if i := slices.IndexFunc(w.Pieces, func(o Piece) bool { return o.Passage == p.Passage }); i >= 0 {
		w.Pieces = slices.Insert(w.Pieces, i+1, copies...)
		return nil
	}
	w.Pieces = append(w.Pieces, copies...) // the frame itself is sent later
	return nil
}
