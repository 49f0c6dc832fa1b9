package talk

import (
	"github.com/a2a-console/a2a-console/ui/tape"
)

func DrawnTurn(t *tape.Tape) *TurnView {
	tv := &TurnView{}
	if t.Fold != nil {
		tv.Note(t.Fold.Blocks, max(0, len(t.Fold.Blocks)-blockWindow))
	}
	return tv
}
