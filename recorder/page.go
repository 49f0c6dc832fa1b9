package recorder

import (
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/wire"
)

const defaultPage = 200

// Exchanges returns a page of the exchanges that f selects, newest first.
func (s *Store) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	limit := p.Limit
	if limit <= 0 {
		limit = defaultPage
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

// stretch is how many rows are looked up in the index of words at once.
const stretch = 20_000

// pageWithout is a page of rows without some words. The index can list who has
// a word, not who lacks it: that is found stretch by stretch, until the page is
// full.
func (s *Store) pageWithout(ctx context.Context, q *plan, p wire.Page, limit int) ([]wire.Exchange, error) {
	var low, high int64
	if err := s.readers.QueryRowContext(ctx, "SELECT coalesce(min(seq), 0), coalesce(max(seq), 0) FROM exchanges").Scan(&low, &high); err != nil {
		return nil, err
	}
	low = max(low, p.After+1)
	if p.Before > 0 {
		high = min(high, p.Before-1)
	}
	up := p.After > 0 && p.Before == 0
	var out []wire.Exchange
	for low <= high && len(out) < limit {
		from, to := max(low, high-stretch+1), high
		if up {
			from, to = low, min(high, low+stretch-1)
			low = to + 1
		} else {
			high = from - 1
		}
		part := *q
		part.where, part.args = slices.Clone(q.where), slices.Clone(q.args)
		part.and("e.seq NOT IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)", q.free, from, to)
		w := wire.Page{After: from - 1, Before: to + 1}
		if up {
			w.Before = 0
			part.and("e.seq <= ?", to)
		}
		query, args := part.page(w, limit-len(out))
		if query == "" {
			return nil, nil
		}
		list, err := s.list(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
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
