package ui

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// pushBudget bounds what one page reads of bodies and streams, so that an agent
// that pushes a lot does not fill the memory.
type pushBudget struct {
	left  int64 // bytes
	reads int   // exchanges
}

// pushPage is a page's budget in bytes. In both measures a page reads no more than
// the hookbook keeps, so that drawing it again reads nothing twice.
const pushPage = readBytes

func newPushBudget() *pushBudget { return &pushBudget{pushPage, readsKept} }

// take reports whether an exchange can still be read.
func (b *pushBudget) take(x wire.Exchange) bool {
	n := pushCost(x)
	if n > b.left || b.reads == 0 {
		return false
	}
	b.left -= n
	b.reads--
	return true
}

// pushCost is what reading an exchange holds, as far as its size on record tells.
func pushCost(x wire.Exchange) int64 {
	return min(x.RequestKept, pushBytes) + min(x.ResponseKept, pushBytes)
}

// pushReadOf reads an exchange, if the budget lasts. A body that was compressed
// costs what came of it.
func (s *Server) pushReadOf(ctx context.Context, x wire.Exchange, b *pushBudget) (r pushRead, ok bool, err error) {
	if !b.take(x) {
		return r, false, nil
	}
	r, err = s.pushRead(ctx, x)
	b.left -= max(r.cost-pushCost(x), 0)
	return r, true, err
}
