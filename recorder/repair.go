package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// Repairs returns what Open found damaged and repaired; it is logged, too.
func (s *Store) Repairs() database.Repairs { return s.repairs }

// upgrade brings the file to this program's format and repairs what is damaged.
func (s *Store) upgrade(c *database.Conn) error {
	// A file that was copied names owners, too, and what runs here by their numbers may be anything.
	alive := func(owner string) bool { return journal.Alive(journalBase(s.path(), owner)) }
	swept, err := database.Migrate(c, s.doing, s.opts.Now(), alive, s.opts.Progress)
	if err != nil {
		return err
	}
	repaired, err := database.Repair(c)
	if err != nil {
		return database.Explain(s.doing, err)
	}
	if s.repairs = repaired.Plus(swept); s.repairs != (database.Repairs{}) {
		s.opts.Logger.Warn(s.repairs.String(), "path", s.path())
	}
	return nil
}

// Sweep removes what belongs to no exchange, such as bytes left behind by an
// older version, in transactions of at most 50 ms, and returns what it removed.
// progress may be nil.
func (s *Store) Sweep(ctx context.Context, progress database.Progress) (database.Repairs, error) {
	var done database.Repairs
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
				removed, more, err = h.Sweep(w.conn, time.Now().Add(slice))
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

func (s *Store) holes(ctx context.Context) (out []database.Hole, err error) {
	rows, err := s.readers.QueryContext(ctx, database.Query("holes"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var h database.Hole
		if err := rows.Scan(&h.Before, &h.End); err != nil {
			return nil, fmt.Errorf("look for leftovers: %w", err)
		}
		out = append(out, h)
	}
	return out, rows.Err()
}
