package list

import (
	"context"
	"fmt"
	"strings"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// A sorted list has pages and stays in place: shown rows change where they are. New rows are only
// counted until the person sorts again.

// orderNames names the ascending and the descending order of a column.
func orderNames(by string) (up, down string) {
	switch by {
	case "time":
		return "oldest first", "newest first"
	case "state":
		return "failures first", "failures last"
	case "duration":
		return "shortest first", "longest first"
	case "size":
		return "smallest first", "largest first"
	case "status":
		return "lowest first", "highest first"
	case "findings":
		return "fewest first", "most first"
	}
	return "A to Z", "Z to A"
}

// orderWords describes an order: "duration, longest first".
func orderWords(o wire.Order) string {
	up, down := orderNames(o.Column)
	if o.Descending {
		return o.Column + ", " + down
	}
	return o.Column + ", " + up
}

func (l Listing) label() string {
	if l.Query.Sorted() {
		return "Exchanges by " + orderWords(l.Order)
	}
	return "Exchanges, newest first"
}

// sortOf returns the aria-sort value of a column, "" for none.
func (l Listing) sortOf(by string) string {
	o := l.Order
	if !l.Query.Sorted() {
		o = wire.Order{Column: "time", Descending: true}
	}
	return part.AriaSort(o, by)
}

// sortURL returns the target of a column's head. An open exchange stays open.
func (l Listing) sortURL(q link.Query) string {
	if l.Selected != "" {
		return q.ExchangeURL(l.Selected, "")
	}
	return q.URL("/traffic")
}

func (s *Lists) sorted(ctx context.Context, q link.Query, selected string) (Listing, error) {
	l := Listing{Query: q, Selected: selected}
	version, err := s.Library.Versions(ctx) // first: changes during the read show up later
	if err != nil {
		return l, fmt.Errorf("read the sessions: %w", err)
	}
	if l.Names, err = s.Names(ctx); err != nil {
		return l, err
	}
	o := q.Order
	o.Names = l.Names
	search := &wire.Search{Budget: SearchTime}
	found, err := s.Library.Sorted(ctx, q.Filter, o, q.From, Window, search)
	if err != nil {
		return l, fmt.Errorf("sort the exchanges: %w", err)
	}
	s.rows(&l, found.Exchanges, s.firstTicks(ctx))
	l.Since, l.Sessions = version.Exchanges, version.NonExchange()
	found.Exchanges, l.Sorting, l.From = nil, found, found.Offset
	l.IsPartial = search.NextBefore > 0
	if !found.Complete && selectsSessions(q.Filter) {
		if l.total, err = s.total(ctx, q); err != nil {
			return l, err
		}
	}
	s.fillSurroundings(ctx, &l, found.Total > 0)
	if l.Gaps, err = s.Gaps(ctx, q); err != nil {
		return l, err
	}
	s.divideSorted(ctx, &l)
	return l, nil
}

// divideSorted adds dividers if the list is sorted by time.
func (s *Lists) divideSorted(ctx context.Context, l *Listing) {
	if l.Order.Column == "time" {
		s.dividers(l.Query).divide(ctx, l.Rows, wire.Exchange{})
	}
}

// total counts the exchanges of a filter that selects by nothing but the session.
func (s *Lists) total(ctx context.Context, q link.Query) (n int, err error) {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the sessions: %w", err)
	}
	for _, x := range all {
		switch {
		case !strings.HasPrefix(strings.ToLower(x.ID), strings.ToLower(q.Filter.Session)):
		case q.Probes:
			n += x.Exchanges
		default:
			n += x.Calls()
		}
	}
	return n, nil
}

// sortLimitNote says which exchanges are sorted; "" if all are.
func (l Listing) sortLimitNote() string {
	n := part.Count(l.Sorting.Total)
	switch {
	case l.Sorting.Complete:
		return ""
	case l.IsPartial:
		return "Only the newest " + n + " that were found in time are sorted; narrow the filter to sort older ones."
	case l.total > l.Sorting.Total:
		return "Only the newest " + n + " of " + part.Count(l.total) + " are sorted; filter the list to sort older ones."
	}
	return "Only the newest " + n + " that match are sorted; narrow the filter to sort older ones."
}

func (l Listing) sortedRange() string {
	return fmt.Sprintf("%s–%s of %s", part.Count(l.From+1), part.Count(l.From+len(l.Rows)), part.Count(l.Sorting.Total))
}

// windowData returns what the page's script reports to the stream if the list does not show the
// newest rows: the newest row; for a sorted list, the newest exchange that was sorted, and how many
// rows the previous pages have.
func (l Listing) windowData() templ.Attributes {
	switch {
	case l.Query.Sorted():
		return templ.Attributes{"data-sorted": part.Str(l.Sorting.NewestSeq), "data-above": part.Itoa(l.From)}
	case l.NewestSeq > 0:
		return templ.Attributes{"data-held": part.Str(l.NewestSeq)}
	}
	return nil
}
