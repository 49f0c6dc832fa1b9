package recorder

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

const defaultPage = 200

// Exchanges returns a page of the exchanges that f selects, newest first.
func (s *Store) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	limit := p.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	if p.Search != nil {
		p.Search.Upto = 0
	}
	q, err := s.plan(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("list exchanges: %w", err)
	}
	out, err := s.page(ctx, q, p, limit)
	if err != nil {
		return nil, fmt.Errorf("list exchanges: %w", err)
	}
	if p.After > 0 && p.Before == 0 {
		slices.Reverse(out)
	}
	return out, nil
}

func (s *Store) page(ctx context.Context, q *plan, p wire.Page, limit int) ([]wire.Exchange, error) {
	if q.free != "" {
		return s.pageWithout(ctx, q, p, limit)
	}
	query, args := q.page(p, limit)
	if query == "" {
		return nil, nil
	}
	return s.list(ctx, query, args...)
}

// stretch is how many rows are looked up in the index of words at once, and
// firstStretch how many of them at first.
const (
	stretch      = 20_000
	firstStretch = 2500
)

// pageWithout is a page of rows without some words. The index can list who has
// a word, not who lacks it: that is found stretch by stretch, until the page is
// full or the search has lasted long enough.
func (s *Store) pageWithout(ctx context.Context, q *plan, p wire.Page, limit int) ([]wire.Exchange, error) {
	var low, high int64
	if err := s.readers.QueryRowContext(ctx, "SELECT coalesce((SELECT min(seq) FROM exchanges), 0), coalesce((SELECT max(seq) FROM exchanges), 0)").Scan(&low, &high); err != nil {
		return nil, err
	}
	low = max(low, p.After+1)
	if p.Before > 0 {
		high = min(high, p.Before-1)
	}
	up := p.After > 0 && p.Before == 0
	search := wire.Search{Budget: math.MaxInt64}
	if p.Search != nil && !up {
		search.Budget = p.Search.Budget
	}
	var out []wire.Exchange
	began := time.Now()
	for size := int64(firstStretch); low <= high && len(out) < limit; size = min(2*size, stretch) {
		from, to := max(low, high-size+1), high
		if up {
			from, to = low, min(high, low+size-1)
			low = to + 1
		} else {
			high = from - 1
		}
		list, err := s.stretch(ctx, *q, from, to, up, limit-len(out))
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
		if low <= high && len(out) < limit && time.Since(began) > search.Budget {
			p.Search.Upto = from
			break
		}
	}
	return out, nil
}

// stretch is the rows of a stretch without some words.
func (s *Store) stretch(ctx context.Context, q plan, from, to int64, up bool, limit int) ([]wire.Exchange, error) {
	q.where, q.args = slices.Clone(q.where), slices.Clone(q.args)
	q.and("e.seq NOT IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)", q.free, from, to)
	w := wire.Page{After: from - 1, Before: to + 1}
	if up {
		w.Before = 0
		q.and("e.seq <= ?", to)
	}
	query, args := q.page(w, limit)
	if query == "" {
		return nil, nil
	}
	return s.list(ctx, query, args...)
}

// Changed returns rows that f selects whose Version is above since, in Version
// order, at most limit of them (0: 200). Labels change rows, too.
func (s *Store) Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	if limit <= 0 {
		limit = defaultPage
	}
	q, err := s.plan(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	query, args := q.changed(since, limit)
	if query == "" {
		return nil, nil
	}
	out, err := s.list(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	return out, nil
}
