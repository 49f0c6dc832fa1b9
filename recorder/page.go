package recorder

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

const defaultPage = 200

// mostSpanned is how many changes are looked at to tell where they lie.
const mostSpanned = 5000

// Exchanges returns a page of the exchanges that f selects, newest first. With
// p.Search set, a page that is hard to find ends after its budget, and says how
// far was looked.
func (s *Store) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	limit := p.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	var until time.Time
	if p.Search != nil {
		p.Search.Upto = 0
		until = time.Now().Add(p.Search.Budget)
	}
	out, err := s.selected(ctx, f, until, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		return q.Find(ctx, tx, p, limit, until)
	})
	if err != nil {
		return nil, s.failed("list exchanges", err)
	}
	if p.After > 0 && p.Before == 0 {
		slices.Reverse(out)
	}
	return out, nil
}

// Version is the newest version of an exchange, 0 when there is none.
func (s *Store) Version(ctx context.Context) (v int64, err error) {
	s.sync(ctx)
	if err := s.readers.QueryRowContext(ctx, database.Query("newest_version")).Scan(&v); err != nil {
		return 0, s.failed("read the newest version", err)
	}
	return v, nil
}

// Changed returns rows that f selects whose Version is above since, in Version
// order, at most limit of them (0: 200). Labels change rows, too.
func (s *Store) Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	if limit <= 0 {
		limit = defaultPage
	}
	out, err := s.selected(ctx, f, time.Time{}, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		var n int
		var where plan.Span
		if err := tx.QueryRowContext(ctx, database.Query("changed_span"), since, mostSpanned).Scan(&n, &where.Low, &where.High); err != nil {
			return nil, err
		}
		if n == mostSpanned {
			where = plan.Span{High: math.MaxInt64}
		}
		text, args := q.Changed(since, limit, where, n < plan.Handful)
		return database.Column[int64](tx.QueryContext(ctx, text, args...))
	})
	if err != nil {
		return nil, s.failed("list changes", err)
	}
	return out, nil
}

// selected reads the exchanges whose seq are found by a plan, all of it as the
// record stands at one moment. until bounds what is done for a good plan.
func (s *Store) selected(ctx context.Context, f wire.Filter, until time.Time, find func(*sql.Tx, *plan.Plan) ([]int64, error)) ([]wire.Exchange, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // nothing was written
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.None {
		return nil, err
	}
	seqs, err := find(tx, q)
	if err != nil {
		return nil, err
	}
	return s.exchanges(ctx, tx, seqs)
}
