package recorder

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Compact rewrites the file so that it holds nothing that was removed and no free pages. It needs as much free
// disk space as the file takes, and no other program may use the file. progress may be nil.
func (s *Store) Compact(ctx context.Context, progress database.Progress) error {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	if err := s.checkExclusive(ctx); err != nil {
		return fmt.Errorf("compact %s: %w", s.path(), err)
	}
	if err := s.indexPresent(ctx); err != nil {
		return fmt.Errorf("compact %s: %w", s.path(), err)
	}
	for i, step := range []struct{ doing, sql string }{
		{"merge the index of words", "INSERT INTO words (words) VALUES ('optimize')"},
		{"prepare the file to shrink by itself", "PRAGMA auto_vacuum = INCREMENTAL"},
		{"rewrite the file", "VACUUM"},
	} {
		progress(step.doing, i, 3)
		err := s.await(ctx, &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error {
			_, err := w.conn.Exec(step.sql)
			w.resetCache()
			return err
		}})
		if err != nil {
			return database.Explain("compact "+s.path(), err)
		}
	}
	progress("rewrite the file", 3, 3)
	return s.await(ctx, &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error {
		w.checkpoint()
		return nil
	}})
}

// checkExclusive returns an error while another program has the file open as its record, or while this one
// records into it.
func (s *Store) checkExclusive(ctx context.Context) error {
	if s.readOnly() {
		return errReadOnly
	}
	if s.journal != nil {
		return fmt.Errorf("%w; stop recording first", wire.ErrRecording)
	}
	if err := s.recoverDead(ctx); err != nil {
		return err
	}
	var n int
	if err := s.readers.QueryRowContext(ctx, "SELECT count(*) FROM owners WHERE id <> ?", s.owner.id).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return errors.New("another program has it open; stop that one first")
	}
	return nil
}
