package recorder

import (
	"context"
	"database/sql"
	"math"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

// maxChangesSpanned is how many changes are read to find the span of rows that they are in.
const maxChangesSpanned = 5000

// Versions returns the newest versions, which grow with changes by this program and others.
func (s *Store) Versions(ctx context.Context) (v wire.Versions, err error) {
	s.sync(ctx)
	if err := scanVersions(s.readers.QueryRowContext(ctx, database.Query("versions")), &v); err != nil {
		return v, s.wrapError("read the newest versions", err)
	}
	return v, nil
}

func scanVersions(r scanner, v *wire.Versions) error {
	return r.Scan(&v.Exchanges, &v.Sessions, &v.Agents)
}

// ChangesSince returns the present versions and at most limit exchanges that changed after since, as Changed
// does, in one snapshot of the record.
func (s *Store) ChangesSince(ctx context.Context, since wire.Versions, limit int) (now wire.Versions, list []wire.Exchange, err error) {
	s.sync(ctx)
	list, err = s.selected(ctx, wire.Filter{}, time.Time{}, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		err := scanVersions(tx.QueryRowContext(ctx, database.Query("versions")), &now)
		if err != nil || now.Exchanges <= since.Exchanges {
			return nil, err
		}
		return changed(ctx, tx, q, since.Exchanges, limit)
	})
	if err != nil {
		return since, nil, s.wrapError("read what changed", err)
	}
	return now, list, nil
}

// Changed returns at most limit (0: 200) rows that f selects and whose Version is above since, ordered by
// Version. New labels change rows too.
func (s *Store) Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	if limit <= 0 {
		limit = defaultPage
	}
	out, err := s.selected(ctx, f, time.Time{}, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		return changed(ctx, tx, q, since, limit)
	})
	if err != nil {
		return nil, s.wrapError("list changes", err)
	}
	return out, nil
}

func changed(ctx context.Context, tx *sql.Tx, q *plan.Plan, since int64, limit int) ([]int64, error) {
	var n int
	var where plan.Span
	if err := tx.QueryRowContext(ctx, database.Query("changed_span"), since, maxChangesSpanned).Scan(&n, &where.Low, &where.High); err != nil {
		return nil, err
	}
	if n == maxChangesSpanned {
		where = plan.Span{High: math.MaxInt64}
	}
	text, args := q.ChangedRows(since, limit, where, n < plan.MaxHandful)
	return database.Column[int64](tx.QueryContext(ctx, text, args...))
}
