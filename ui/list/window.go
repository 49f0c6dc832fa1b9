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

// A page holds a bounded number of rows. While it follows, the stream drops the oldest as
// new ones arrive. While somebody reads further down it is held: new rows are
// counted, older pages drop the newest rows and newer pages the oldest (window.js). What the
// page shows is then said by the page, as it opens its stream.

// window is the part of a list that a page shows. The zero window is the newest rows.
type window struct {
	Low, High  int64 // Seqs of the oldest row, 0 where there are no older ones, and of the newest
	IsFrozen   bool  // new rows are counted, not sent
	FrozenAt   int64 // of a held page: the newest row when it was held
	NeedsReset bool  // the page wants the newest rows instead of those it has
	IsSorted   bool  // it is held, and its rows are where they were sorted to
	Since      int64 // version of the record that the oldest of its rows were read at, 0 for that of the page

	rows     []int64 // of a sorted page: Seqs of those that it shows
	counted  int64   // the newest row that was counted
	arrivals int     // how many were
}

// windowOf is what the page of a live stream says that it shows.
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

// maxRows is how many rows a page holds at most, also for a moment: those that window.js
// keeps, and a page more.
const maxRows = 300 + Window

// windowOfPage is that of a page that was just drawn.
func windowOfPage(l Listing) window {
	if !l.Query.Sorted() {
		return window{Low: l.Older}
	}
	n := l.Sorting.NewestSeq
	return window{High: n, FrozenAt: n, IsFrozen: true, IsSorted: true, counted: n}
}

// maxArrived is up to how many rows that a held page does not show are counted.
const maxArrived = 1000

// has reports whether a row is among those that the page shows, where it matches.
func (w *window) has(seq int64) bool {
	if w.IsSorted {
		return slices.Contains(w.rows, seq)
	}
	return w.Low <= seq && (!w.IsFrozen || seq <= w.High)
}

// above reports whether a row that the page has stands above another one.
func (w *window) above(a, b int64) bool {
	if w.IsSorted {
		return slices.Index(w.rows, a) < slices.Index(w.rows, b)
	}
	return a > b
}

// count counts a row that the page does not show, where it is a new one.
func (w *window) count(seq int64) {
	if w.IsFrozen && seq > w.counted {
		w.counted, w.arrivals = seq, min(w.arrivals+1, maxArrived)
	}
}

// arrivedWords count what is not shown yet.
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

// firstSeq is the Seq of the first row, where there are newer ones than the page has; else "".
func (l Listing) firstSeq() string {
	if l.NewestSeq == 0 {
		return ""
	}
	return strconv.FormatInt(l.Rows[0].Seq, 10)
}

// Newer reads the oldest rows above a Seq, for a page that dropped them. It reports
// whether they are all.
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
