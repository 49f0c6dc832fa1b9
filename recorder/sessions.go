package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

type scanner interface{ Scan(dest ...any) error }

func scanSession(r scanner) (x wire.Session, n int64, err error) {
	var started, ended, deleted, imported int64
	var agents, tags, ignored string
	err = r.Scan(&n, &x.ID, &x.Name, &started, &ended, &deleted, &x.Exchanges, &x.Probes, &x.Bytes, &x.Errors,
		&imported, &x.Source, &x.By, &x.Incomplete, &x.Note, &x.Pinned, &x.Level, &ignored, &x.Copied, &x.Pins, &tags, &agents)
	x.Started, x.Ended, x.Deleted, x.Imported = entry.Moment(started), entry.Moment(ended), entry.Moment(deleted), entry.Moment(imported)
	if agents != "" {
		x.Agents = strings.Split(agents, "\n")
		slices.Sort(x.Agents)
	}
	if ignored != "" {
		x.Ignore = strings.Split(ignored, "\n")
	}
	if tags != "" {
		x.Tags = strings.Split(tags, "\n")
		slices.Sort(x.Tags)
	}
	return x, n, err
}

// Sessions returns the sessions, newest first, deleted ones left out.
func (s *Store) Sessions(ctx context.Context) ([]wire.Session, error) {
	s.sync(ctx)
	rows, err := s.ask(ctx, nil, "sessions")
	if err != nil {
		return nil, s.failed("list sessions", err)
	}
	defer rows.Close()
	var out []wire.Session
	for rows.Next() {
		x, _, err := scanSession(rows)
		if err != nil {
			return nil, s.failed("list sessions", err)
		}
		out = append(out, x)
	}
	return out, s.failed("list sessions", rows.Err())
}

// Session returns one session, one that was deleted and can be brought back too.
// The error wraps ErrNotFound when there is none.
func (s *Store) Session(ctx context.Context, id string) (wire.Session, error) {
	s.sync(ctx)
	x, _, err := s.session(ctx, id)
	return x, err
}

func (s *Store) session(ctx context.Context, id string) (wire.Session, int64, error) {
	x, n, err := scanSession(s.readers.QueryRowContext(ctx, database.Query("session"), id))
	if errors.Is(err, sql.ErrNoRows) {
		err = wire.ErrNotFound
	}
	if err != nil {
		return wire.Session{}, 0, s.failed("read session "+id, err)
	}
	return x, n, nil
}

// Rename names a session.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	return s.change(ctx, "rename", id, "UPDATE sessions SET name = ? WHERE id = ?", name, id)
}

// change runs a statement that must change the session.
func (s *Store) change(ctx context.Context, verb, id, text string, args ...any) error {
	err := s.do(ctx, func(w *writer) error {
		n, err := w.conn.Exec(text, args...)
		if err == nil && n == 0 {
			err = wire.ErrNotFound
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s session %s: %w", verb, id, err)
	}
	return nil
}
