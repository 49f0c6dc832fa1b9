package link

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Sorted reports whether the list has another order than newest first.
func (q Query) Sorted() bool { return q.Order.Column != "" }

// NewestFirst returns the first page of the query in the default order.
func (q Query) NewestFirst() Query {
	q.Order, q.From = wire.Order{}, 0
	return q
}

// TaskOrders lists what tasks can be sorted by; "time" is their start.
func TaskOrders() []string { return []string{"time", "duration", "exchanges", "state", "agent"} }

func ordersIn(view string) []string {
	switch view {
	case "":
		return wire.Orders()
	case "tasks":
		return TaskOrders()
	}
	return nil
}

// orderOf parses an order. It returns the zero Order if the view has none of that name.
func orderOf(text, view string) (o wire.Order) {
	o.Column, o.Descending = strings.CutPrefix(text, "-")
	if !slices.Contains(ordersIn(view), o.Column) {
		return wire.Order{}
	}
	return o
}

// greatestFirst lists the orders whose first click sorts descending, because people
// look for the greatest value.
func greatestFirst() []string { return []string{"status", "duration", "size", "findings", "exchanges"} }

// NextOrder returns the query after a click on a column's head: sorted by it, on the next click
// reversed, then newest first again.
func (q Query) NextOrder(by string) Query {
	now := q.Order
	q = q.NewestFirst()
	if q.Order = Turned(now, by, slices.Contains(greatestFirst(), by)); q.Order.String() == "-time" {
		q.Order = wire.Order{} // newest first
	}
	return q
}

// Turned returns the order of a list after a click on a column's head: sorted by it, descending
// first if down; reversed after the next click; then the list's default.
func Turned(now wire.Order, by string, down bool) wire.Order {
	switch {
	case now.Column != by:
		return wire.Order{Column: by, Descending: down}
	case now.Descending == down:
		return wire.Order{Column: by, Descending: !down}
	}
	return wire.Order{}
}

// PageFrom returns the page of a sorted list that begins at index i.
func (q Query) PageFrom(i int) Query {
	q.From = max(i, 0)
	return q
}
