package talk

import (
	"github.com/a2a-console/a2a-console/ui/tape"
)

// DrawnTurn is the view of a turn that the page has, drawn where shown stands above it.
func DrawnTurn(t *tape.Tape, shown Shown) *TurnView {
	tv := &TurnView{}
	if t.Fold != nil {
		tv.note(t, max(0, len(t.Fold.Blocks)-blockWindow), shown)
	}
	return tv
}
