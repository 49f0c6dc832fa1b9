package pushes

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Budget bounds what one page reads of bodies and streams, so that an agent with many pushes
// does not fill the memory.
type Budget struct {
	BytesLeft int64
	ReadsLeft int // exchanges
}

// PageBudget is a page's budget in bytes. A page reads no more bytes and exchanges than a Store
// keeps, so that drawing it again reads nothing twice.
const PageBudget = MaxReadBytes

func NewBudget() *Budget { return &Budget{PageBudget, MaxReads} }

// Take charges an exchange to the budget, or returns false if that would exceed it.
func (b *Budget) Take(x wire.Exchange) bool {
	n := pushCost(x)
	if n > b.BytesLeft || b.ReadsLeft == 0 {
		return false
	}
	b.BytesLeft -= n
	b.ReadsLeft--
	return true
}

// pushCost estimates the bytes that reading an exchange keeps, from its recorded size.
func pushCost(x wire.Exchange) int64 {
	return min(x.RequestKept, pushBytes) + min(x.ResponseKept, pushBytes)
}

// Read reads an exchange if the budget allows. A compressed body costs its decoded size.
func (s *Reader) Read(ctx context.Context, x wire.Exchange, b *Budget) (r Reading, ok bool, err error) {
	if !b.Take(x) {
		return r, false, nil
	}
	r, err = s.read(ctx, x)
	b.BytesLeft -= max(r.cost-pushCost(x), 0)
	return r, true, err
}
