package list

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// A page holds a bounded number of rows. While it follows the newest, the stream drops the oldest
// as new ones arrive. While somebody reads further down it is frozen: new rows are only counted,
// older pages push out the newest rows, and newer pages push out the oldest (window.js). The page
// reports what it shows when it opens its stream.

// window is the part of a list that a page shows. The zero window shows the newest rows.
type window struct {
	Low, High  int64 // Seqs of the oldest row (0 if there are no older ones) and of the newest
	IsFrozen   bool  // new rows are counted, not sent
	FrozenAt   int64 // newest row when the page was frozen
	NeedsReset bool  // the page wants the newest rows instead of its own
	IsSorted   bool  // frozen, with rows in sorted order
	Since      int64 // oldest version at which its rows were read; 0: that of the page

	rows     []int64 // Seqs of the rows of a sorted page
	counted  int64   // newest row that was counted
	arrivals int     // number of rows counted
}

// windowOf parses the window that the page reports in the request for its stream.
func windowOf(r *http.Request) window {
	said, at, _ := strings.Cut(r.Header.Get("Console-Shown"), "@")
	w := parseWindow(strings.Fields(said))
	w.Since, _ = strconv.ParseInt(at, 10, 64)
	return w
}

func parseWindow(said []string) window {
	sorted := len(said) > 0 && said[0] == "sorted"
	if sorted {
		said = said[1:]
	}
	all := make([]int64, len(said))
	for i, s := range said {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return window{NeedsReset: true}
		}
		all[i] = n
	}
	switch {
	case sorted && len(all) > 0 && len(all) <= 1+Window:
		return window{High: all[0], FrozenAt: all[0], IsFrozen: true, IsSorted: true, rows: all[1:]}
	case !sorted && len(all) == 2 && all[0] <= all[1]:
		return window{Low: all[0], High: all[1]}
	case !sorted && len(all) == 3 && all[0] <= all[1]:
		return window{Low: all[0], High: all[1], IsFrozen: true, FrozenAt: all[2]}
	}
	return window{NeedsReset: sorted || len(all) > 0}
}

// maxRows bounds the rows of a page at any moment: those that window.js keeps, plus one page.
const maxRows = 300 + Window

func windowOfPage(l Listing) window {
	if !l.Query.Sorted() {
		return window{Low: l.Older}
	}
	n := l.Sorting.NewestSeq
	return window{High: n, FrozenAt: n, IsFrozen: true, IsSorted: true, counted: n}
}

// maxArrived bounds the new rows that a frozen page counts.
const maxArrived = 1000

// has reports whether the page shows the row, provided that it matches.
func (w *window) has(seq int64) bool {
	if w.IsSorted {
		return slices.Contains(w.rows, seq)
	}
	return w.Low <= seq && (!w.IsFrozen || seq <= w.High)
}

// above reports whether row a of the page is above row b.
func (w *window) above(a, b int64) bool {
	if w.IsSorted {
		return slices.Index(w.rows, a) < slices.Index(w.rows, b)
	}
	return a > b
}

// count counts a row that the page does not show, if it is new.
func (w *window) count(seq int64) {
	if w.IsFrozen && seq > w.counted {
		w.counted, w.arrivals = seq, min(w.arrivals+1, maxArrived)
	}
}

func arrivedWords(q link.Query, n int) string {
	words := part.Count(n) + " new"
	if n >= maxArrived {
		words = part.Count(maxArrived) + "+ new"
	}
	if q.Sorted() {
		words += ": sort again"
	}
	return words
}

// firstSeq returns the Seq of the first row if there are newer ones than the page shows; else "".
func (l Listing) firstSeq() string {
	if l.NewestSeq == 0 {
		return ""
	}
	return strconv.FormatInt(l.Rows[0].Seq, 10)
}

// Newer reads the oldest rows above a Seq, for a page that dropped them. all reports
// that there are no newer ones.
func (s *Lists) Newer(ctx context.Context, q link.Query, after int64) (l Listing, all bool, err error) {
	xs, err := s.Library.Exchanges(ctx, q.Filter, wire.Page{After: after, Limit: Window + 1})
	if err != nil {
		return l, false, fmt.Errorf("read the exchanges: %w", err)
	}
	if len(xs) == 0 {
		return Listing{Query: q}, true, nil
	}
	before, all := xs[0].Seq, len(xs) <= Window // the row above them
	if all {
		before++
	}
	if l, err = s.List(ctx, q, "", before); err != nil {
		return l, false, err
	}
	l.Rows = slices.DeleteFunc(l.Rows, func(r record.Row) bool { return r.Seq <= after })
	return l, all, nil
}
