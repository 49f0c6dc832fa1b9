package wire

import (
	"fmt"
	"slices"
	"strings"
)

// Order is what a list is sorted by where that is not its usual order, newest first.
type Order struct {
	Column     string            // of Orders
	Descending bool              // the greatest first
	Names      map[string]string // of agents, by origin; those that it lacks are sorted by their hosts

	AroundSeq int64 // Seq of an exchange whose page is wanted where it is among those sorted, 0 for none
}

// MaxSorted is how many exchanges are sorted at most: the newest that a filter selects.
const MaxSorted = 20_000

// Orders are what exchanges can be sorted by. In state, what failed comes first.
func Orders() []string {
	return []string{"time", "agent", "operation", "state", "status", "duration", "size", "findings"}
}

// ParseOrder reads "duration", or "-duration" for the greatest first.
func ParseOrder(s string) (o Order, err error) {
	o.Column, o.Descending = strings.CutPrefix(s, "-")
	if !slices.Contains(Orders(), o.Column) {
		return Order{}, fmt.Errorf("exchanges cannot be sorted by %q; they can be by %s", o.Column, strings.Join(Orders(), ", "))
	}
	return o, nil
}

// String is what ParseOrder reads.
func (o Order) String() string {
	if o.Descending {
		return "-" + o.Column
	}
	return o.Column
}

// SortedExchanges is a part of the exchanges that a filter selects, in an Order.
type SortedExchanges struct {
	Exchanges []Exchange
	Offset    int   // index of the first of them
	Total     int   // how many were sorted
	Complete  bool  // that is all; else they are the newest
	NewestSeq int64 // greatest Seq among them
}
