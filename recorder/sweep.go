package recorder

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// hole is a stretch of numbers that no exchange has: after before, up to but
// not including end.
type hole struct{ before, end int64 }

// sweepRows is how many rows one statement of a sweep removes at most.
const sweepRows = 500

// sweep removes rows of no exchange in a hole until the deadline, and reports
// whether there may be more. The hole may have been filled meanwhile.
func (h hole) sweep(c *conn, until time.Time) (removed int, more bool, err error) {
	for _, s := range []struct {
		name     string
		from, to int64
	}{
		{"sweep_chunks", chunkKey(h.before+1, 0, 0), chunkKey(h.end, 0, 0) - 1},
		{"sweep_details", h.before, h.end},
		{"sweep_unlabelled", h.before, h.end},
		{"sweep_unindexed", h.before, h.end},
		{"sweep_words", h.before, h.end},
	} {
		for n := int64(sweepRows); n == sweepRows; {
			if time.Now().After(until) {
				return removed, true, nil
			}
			if n, err = c.exec(query(s.name), s.from, s.to, int64(sweepRows)); err != nil {
				return removed, false, err
			}
			removed += int(n)
		}
	}
	return removed, false, nil
}

// sweepAll removes all rows of no exchange. It runs inside a migration.
func sweepAll(c *conn) (Repairs, error) {
	var holes []hole
	err := c.each(func(v []driver.Value) error {
		holes = append(holes, hole{v[0].(int64), v[1].(int64)})
		return nil
	}, query("holes"))
	if err != nil {
		return Repairs{}, err
	}
	var done Repairs
	for _, h := range holes {
		n, _, err := h.sweep(c, time.Now().Add(24*time.Hour))
		if err != nil {
			return done, err
		}
		done.Orphans += n
	}
	return done, nil
}

// Sweep removes what belongs to no exchange, such as bytes left behind by an
// older version, in transactions of at most 50 ms, and returns what it removed.
// progress may be nil.
func (s *Store) Sweep(ctx context.Context, progress Progress) (Repairs, error) {
	var done Repairs
	holes, err := s.holes(ctx)
	if err != nil {
		return done, s.failed("look for leftovers", err)
	}
	for i, h := range holes {
		if progress != nil {
			progress("removing leftovers", i, len(holes))
		}
		for more := true; more; {
			var removed int
			err := s.do(ctx, func(w *writer) error {
				var err error
				removed, more, err = h.sweep(w.conn, time.Now().Add(slice))
				return err
			})
			if err != nil {
				return done, s.failed("remove leftovers", err)
			}
			done.Orphans += removed
		}
	}
	return done, nil
}

func (s *Store) holes(ctx context.Context) (out []hole, err error) {
	rows, err := s.readers.QueryContext(ctx, query("holes"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var h hole
		if err := rows.Scan(&h.before, &h.end); err != nil {
			return nil, fmt.Errorf("look for leftovers: %w", err)
		}
		out = append(out, h)
	}
	return out, rows.Err()
}
