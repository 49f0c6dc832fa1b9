package wire

import (
	"fmt"
	"slices"
	"strings"
)

// Order is how to sort a list that is not in the default order, newest first.
type Order struct {
	Column     string            // one of Orders
	Descending bool              // greatest first
	Names      map[string]string // names of agents by origin; an agent without one sorts by its host

	AroundSeq int64 // Seq of an exchange whose page is wanted, wherever it sorts; 0 for none
}

// MaxSorted is the most exchanges that are sorted: the newest that the filter selects.
const MaxSorted = 20_000

// Orders are the columns that exchanges can be sorted by. By state, failures come first.
func Orders() []string {
	return []string{"time", "agent", "operation", "state", "status", "duration", "size", "findings"}
}

// ParseOrder reads "duration", or "-duration" for greatest first.
func ParseOrder(s string) (o Order, err error) {
	o.Column, o.Descending = strings.CutPrefix(s, "-")
	if !slices.Contains(Orders(), o.Column) {
		return Order{}, fmt.Errorf("exchanges cannot be sorted by %q; sort them by one of %s", o.Column, strings.Join(Orders(), ", "))
	}
	return o, nil
}

// String formats o so that ParseOrder reads it back.
func (o Order) String() string {
	if o.Descending {
		return "-" + o.Column
	}
	return o.Column
}

// SortedExchanges is a page of the exchanges that a filter selects, in an Order.
type SortedExchanges struct {
	Exchanges []Exchange
	Offset    int   // index of the first of Exchanges
	Total     int   // number of exchanges sorted
	Complete  bool  // all were sorted; else only the newest
	NewestSeq int64 // greatest Seq among those sorted
}
