package link

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Sorted reports whether the list stands in another order than newest first.
func (q Query) Sorted() bool { return q.Order.By != "" }

// NewestFirst is the query in the usual order.
func (q Query) NewestFirst() Query {
	q.Order, q.From = wire.Order{}, 0
	return q
}

// greatestFirst are the orders in which one looks for the greatest.
func greatestFirst() []string { return []string{"status", "duration", "size", "findings"} }

// Turned is the query after a click on the head of a column: sorted by it, the next time
// the other way, then newest first again.
func (q Query) Turned(by string) Query {
	now := q.Order
	q = q.NewestFirst()
	first := wire.Order{By: by, Down: slices.Contains(greatestFirst(), by)}
	switch {
	case now.By != by:
		q.Order = first
	case now.Down == first.Down && by != "time": // of which the other way is newest first
		q.Order = wire.Order{By: by, Down: !first.Down}
	}
	return q
}

// PageFrom is the page of a sorted list that begins with an index.
func (q Query) PageFrom(i int) Query {
	q.From = max(i, 0)
	return q
}
