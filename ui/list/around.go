package list

import (
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// rowsAbove is how many rows are shown above an exchange that is too far down for the first page.
const rowsAbove = 60

// Around reads the list next to an exchange: the newest rows, the rows around it, or its page of a
// sorted list. The list contains its row if the filter selects it.
func (s *Lists) Around(ctx context.Context, q link.Query, x wire.Exchange) (Listing, error) {
	l, err := s.List(ctx, q, x.ID, 0)
	if err != nil || len(l.Rows) == 0 || l.has(x.Seq) || !q.Sorted() && x.Seq > l.Rows[0].Seq {
		return l, err
	}
	one := wire.Page{After: x.Seq - 1, Before: x.Seq + 1, Limit: 1}
	if xs, err := s.Library.Exchanges(ctx, q.Filter, one); err != nil || len(xs) == 0 {
		return l, err
	}
	if q.Sorted() {
		q.Order.AroundSeq = x.Seq
		return s.sorted(ctx, q, x.ID)
	}
	return s.listAround(ctx, q, x, l)
}

func (l Listing) has(seq int64) bool {
	for _, r := range l.Rows {
		if r.ID != "" && r.Seq == seq {
			return true
		}
	}
	return false
}

// listAround reads the rows around an exchange. The page is frozen, like one that was
// scrolled down to that row.
func (s *Lists) listAround(ctx context.Context, q link.Query, x wire.Exchange, newest Listing) (Listing, error) {
	version, err := s.Library.Versions(ctx) // first: changes during the read show up later
	if err != nil {
		return newest, fmt.Errorf("read the exchanges: %w", err)
	}
	above, err := s.Library.Exchanges(ctx, q.Filter, wire.Page{After: x.Seq, Limit: rowsAbove})
	if err != nil {
		return newest, fmt.Errorf("read the exchanges: %w", err)
	}
	if len(above) == 0 {
		return newest, nil
	}
	top := slices.MaxFunc(above, func(a, b wire.Exchange) int { return int(a.Seq - b.Seq) }).Seq
	l, err := s.List(ctx, q, x.ID, top+1)
	l.NewestSeq, l.Since = newest.Rows[0].Seq, version.Exchanges
	return l, err
}
