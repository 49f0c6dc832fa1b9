package list

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// A page holds a bounded number of rows. While it follows, the stream drops the oldest as
// new ones arrive (trim). While somebody reads further down it is held: new rows are
// counted, older pages drop the newest rows and newer pages the oldest (window.js). What the
// page shows is then said by the page, as it opens its stream.

// window is the part of a list that a page shows.
type window struct {
	Low, High int64 // Seqs of the oldest and the newest row
	Held      bool  // new rows are counted, not sent
	Seen      int64 // of a held page: the newest row when it was held
	Anew      bool  // the page wants the newest rows instead of those it has

	sorted bool
	rows   []int64 // of a sorted page: Seqs of those it shows

	counted int64 // the newest row that was counted
	came    int   // how many were
}

// windowOf is what the page of a live stream shows, nil when it does not say.
func windowOf(r *http.Request) *window {
	said := strings.Fields(r.Header.Get("Console-Shown"))
	if len(said) == 1 && said[0] == "newest" {
		return &window{Anew: true}
	}
	if len(said) > 0 && said[0] == "sorted" {
		return sortedWindow(said[1:])
	}
	if len(said) < 2 || len(said) > 3 {
		return nil
	}
	var at [3]int64
	for i, s := range said {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return nil
		}
		at[i] = n
	}
	if at[0] > at[1] {
		return nil
	}
	return &window{Low: at[0], High: at[1], Held: len(said) == 3, Seen: at[2]}
}

// mostShown is how many rows a page holds at most, also for a moment: those it keeps, and
// a page more.
const mostShown = most + groupSize + Window

// openWindow finds out which of the rows that the page shows have not changed since it was
// drawn. Of a page that is not held, those above them are returned: they came while it was.
func (v *ListView) openWindow(ctx context.Context) (above []wire.Exchange, err error) {
	w := v.window
	if v.anew = v.anew || w.Anew; v.anew {
		return nil, nil
	}
	page := wire.Page{Limit: mostShown, Search: &wire.Search{Budget: SearchTime}}
	if w.Held {
		page.Before = w.High + 1
	}
	xs, err := v.s.Library.Exchanges(ctx, v.Q.Filter, page)
	if err != nil {
		return nil, fmt.Errorf("read the exchanges: %w", err)
	}
	v.full = page.Search.Upto > 0 || len(xs) == mostShown
	for _, x := range xs {
		switch {
		case x.Seq > w.High:
			above = append(above, x)
		case x.Seq < w.Low:
			v.full = true
		case x.Version <= v.since:
			v.note(x)
		}
	}
	if len(above) > Window {
		v.anew = true
		return nil, nil
	}
	return above, w.count(ctx, v.s, v.Q.Filter)
}

// mostCounted is up to how many rows that a held page does not show are counted.
const mostCounted = 1000

// held reports whether new rows are counted, where other pages show them.
func (w *window) held() bool { return w != nil && w.Held }

// has reports whether a row is between the oldest and the newest that the page shows.
func (w *window) has(seq int64) bool { return w != nil && w.Low <= seq && seq <= w.High }

// waiting is how many rows have come since a page was held.
func (w *window) waiting() int {
	if w == nil {
		return 0
	}
	return w.came
}

// count counts what has come since the page was held, the newest first: above the rows of
// a filter there may be many that it leaves out.
func (w *window) count(ctx context.Context, s *Lists, f wire.Filter) error {
	if !w.Held {
		return nil
	}
	xs, err := s.Library.Exchanges(ctx, f, wire.Page{After: w.Seen, Before: math.MaxInt64, Limit: mostCounted, Search: &wire.Search{Budget: SearchTime}})
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	w.counted, w.came = w.Seen, len(xs)
	for _, x := range xs {
		w.counted = max(w.counted, x.Seq)
	}
	return nil
}

// add counts new rows.
func (w *window) add(fresh []record.Row) {
	newest := w.counted
	for _, r := range fresh {
		if r.Seq > w.counted && w.came < mostCounted {
			w.came++
		}
		newest = max(newest, r.Seq)
	}
	w.counted = newest
}

// arrivedWords count what is not shown yet.
func arrivedWords(q link.Query, n int) string {
	words := part.Count(n) + " new"
	if n >= mostCounted {
		words = part.Count(mostCounted) + "+ new"
	}
	if q.Sorted() {
		words += ": sort again"
	}
	return words
}

// showLate puts rows on top that came while the page was held.
func (v *ListView) showLate(ctx context.Context, p *web.Patches, late []wire.Exchange) error {
	if len(late) == 0 || v.anew {
		return nil
	}
	names, err := v.s.Names(ctx)
	if err != nil {
		return err
	}
	return v.onTop(ctx, p, v.place(ctx, p, late, names))
}

// above is the Seq of the first row, where there are newer ones than the page has; else "".
func (l Listing) above() string {
	if l.Held == 0 {
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
