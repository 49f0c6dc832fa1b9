package link

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Sorted reports whether the list stands in another order than newest first.
func (q Query) Sorted() bool { return q.Order.Column != "" }

// NewestFirst is the query in the usual order.
func (q Query) NewestFirst() Query {
	q.Order, q.From = wire.Order{}, 0
	return q
}

// TaskOrders are what tasks can be sorted by: by when they began, how long they lasted, how many
// exchanges they have.
func TaskOrders() []string { return []string{"time", "duration", "exchanges", "state", "agent"} }

// ordersIn are what can be sorted by in a view.
func ordersIn(view string) []string {
	switch view {
	case "":
		return wire.Orders()
	case "tasks":
		return TaskOrders()
	}
	return nil
}

// orderOf reads an order, the zero where the view has none of that name.
func orderOf(text, view string) (o wire.Order) {
	o.Column, o.Descending = strings.CutPrefix(text, "-")
	if !slices.Contains(ordersIn(view), o.Column) {
		return wire.Order{}
	}
	return o
}

// greatestFirst are the orders in which one looks for the greatest.
func greatestFirst() []string { return []string{"status", "duration", "size", "findings", "exchanges"} }

// Turned is the query after a click on the head of a column: sorted by it, the next time
// the other way, then newest first again.
func (q Query) Turned(by string) Query {
	now := q.Order
	q = q.NewestFirst()
	if q.Order = Turned(now, by, slices.Contains(greatestFirst(), by)); q.Order.String() == "-time" {
		q.Order = wire.Order{} // which is newest first
	}
	return q
}

// Turned is the order of a list after a click on the head of a column: by it, down or up first,
// the next time the other way, then the list's usual one.
func Turned(now wire.Order, by string, down bool) wire.Order {
	switch {
	case now.Column != by:
		return wire.Order{Column: by, Descending: down}
	case now.Descending == down:
		return wire.Order{Column: by, Descending: !down}
	}
	return wire.Order{}
}

// PageFrom is the page of a sorted list that begins with an index.
func (q Query) PageFrom(i int) Query {
	q.From = max(i, 0)
	return q
}
