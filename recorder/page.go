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
	query, args := q.page(p, limit)
	if query == "" {
		return nil, nil
	}
	out, err := s.list(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list exchanges: %w", err)
	}
	if p.After > 0 && p.Before == 0 {
		slices.Reverse(out)
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
