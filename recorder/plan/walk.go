package plan

import (
	"context"
	"database/sql"
	"math"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// A walk reads one slice of seq after the other. It begins with few rows, which is enough for nearly every
// page, and grows while slices are quick, but not so much that a long search exceeds its budget by far.
const (
	firstSlice = 2500
	minSlice   = 250
	maxSlice   = math.MaxInt64 / 4
	quickSlice = 2 * time.Millisecond
	slowSlice  = 15 * time.Millisecond
)

type walk struct {
	remaining   []Span // still to walk, ascending
	isAscending bool   // from the lowest seq up
	size        int64  // rows of the next slice

	phrase bool // as in Plan
}

func (w *walk) next() (s Span, ok bool) {
	if len(w.remaining) == 0 {
		return Span{}, false
	}
	if w.isAscending {
		r := &w.remaining[0]
		s = Span{r.Low, min(r.High, r.Low+w.size-1)}
		if r.Low = s.High + 1; r.Low > r.High {
			w.remaining = w.remaining[1:]
		}
		return s, true
	}
	r := &w.remaining[len(w.remaining)-1]
	s = Span{max(r.Low, r.High-w.size+1), r.High}
	if r.High = s.Low - 1; r.Low > r.High {
		w.remaining = w.remaining[:len(w.remaining)-1]
	}
	return s, true
}

// adaptSlice adapts the size of the next slice to the time of the last one.
func (w *walk) adaptSlice(d time.Duration) {
	switch {
	case d < quickSlice:
		w.size = min(4*w.size, maxSlice)
	case d < slowSlice/2:
		w.size = min(2*w.size, maxSlice)
	case w.phrase && d > 5*slowSlice:
		// While the index searches for a phrase that does not occur, it does not stop at the end of the slice.
		// One more search answers for all rows.
		w.size = maxSlice
	case d > slowSlice:
		w.size = max(w.size/2, minSlice)
	}
}

func (q *Plan) walk(ctx context.Context, tx *sql.Tx, p wire.Page) (w walk, err error) {
	var low, high int64
	if err := tx.QueryRowContext(ctx, database.Query("bounds")).Scan(&low, &high); err != nil {
		return w, err
	}
	low = max(low, p.After+1)
	if p.Before > 0 {
		high = min(high, p.Before-1)
	}
	w = walk{remaining: q.stretches(low, high), isAscending: p.After > 0 && p.Before == 0, phrase: q.phrase, size: firstSlice}
	if q.rare() {
		w.size = maxSlice
	}
	return w, nil
}

// Count counts the matching rows, the newest first. It stops early as Find does.
func (q *Plan) Count(ctx context.Context, tx *sql.Tx, search *wire.Search, until time.Time) (n int, err error) {
	w, err := q.walk(ctx, tx, wire.Page{})
	if err != nil || len(w.remaining) == 0 {
		return 0, err
	}
	stmt, err := tx.PrepareContext(ctx, "SELECT count(*) FROM ("+q.Slice(false)+")")
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	for {
		part, ok := w.next()
		if !ok {
			return n, nil
		}
		start, found := time.Now(), 0
		if err := stmt.QueryRowContext(ctx, q.sliceArgs(part, math.MaxInt)...).Scan(&found); err != nil {
			return 0, err
		}
		n += found
		w.adaptSlice(time.Since(start))
		if len(w.remaining) > 0 && time.Now().After(until) {
			search.NextBefore = part.Low
			return n, nil
		}
	}
}

// Find returns the rows of a page in the order of the walk. It stops after the slice that passes until; zero
// is no bound. p.Search then says how far it got.
func (q *Plan) Find(ctx context.Context, tx *sql.Tx, p wire.Page, limit int, until time.Time) ([]int64, error) {
	w, err := q.walk(ctx, tx, p)
	if err != nil || len(w.remaining) == 0 {
		return nil, err
	}
	stmt, err := tx.PrepareContext(ctx, q.Slice(w.isAscending))
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	var out []int64
	for len(out) < limit {
		part, ok := w.next()
		if !ok {
			break
		}
		start := time.Now()
		found, err := database.Column[int64](stmt.QueryContext(ctx, q.sliceArgs(part, limit-len(out))...))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
		w.adaptSlice(time.Since(start))
		if len(w.remaining) > 0 && len(out) < limit && w.size < maxSlice && !w.isAscending && !until.IsZero() && time.Now().After(until) {
			p.Search.NextBefore = part.Low
			break
		}
	}
	return out, nil
}
