package recorder

import (
	"context"
	"database/sql"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// upgrade brings the file to this program's format.
func (s *Store) upgrade(c *database.Conn) (err error) {
	// A file that was copied names owners, too, and what runs here by their numbers may be anything.
	alive := func(owner string) bool { return journal.Alive(journalBase(s.opts.Path, owner)) }
	s.swept, err = database.Migrate(c, s.doing, s.opts.Now(), alive, s.opts.Progress)
	if s.swept > 0 {
		s.opts.Logger.Warn("rows were removed that belonged to no exchange", "rows", s.swept, "path", s.opts.Path)
	}
	return err
}

// Sweep removes what belongs to no exchange, such as bytes left behind by an
// older version, in transactions of at most 50 ms, and returns what it removed.
// progress may be nil.
func (s *Store) Sweep(ctx context.Context, progress database.Progress) (done int, err error) {
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
			done += removed
		}
	}
	return done, nil
}

func (s *Store) holes(ctx context.Context) (out []database.Hole, err error) {
	return database.Scanned[database.Hole](s.readers.QueryContext(ctx, database.Query("holes")))(func(r *sql.Rows, h *database.Hole) error { return r.Scan(&h.Before, &h.End) })
}
