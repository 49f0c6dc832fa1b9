package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

const sessionColumns = `n, id, name, started, ended, deleted, exchanges, probes, bytes, errors, imported, source, recorder, incomplete, note, pinned, level, ignored, copied,
	coalesce((SELECT group_concat(tag, char(10)) FROM session_tags WHERE session = sessions.n), ''),
	coalesce((SELECT group_concat(o.origin, char(10)) FROM session_origins so JOIN origins o ON o.n = so.origin
	          WHERE so.session = sessions.n), '')`

type scanner interface{ Scan(dest ...any) error }

func scanSession(r scanner) (x wire.Session, n int64, err error) {
	var started, ended, deleted, imported int64
	var agents, tags, ignored string
	err = r.Scan(&n, &x.ID, &x.Name, &started, &ended, &deleted, &x.Exchanges, &x.Probes, &x.Bytes, &x.Errors,
		&imported, &x.Source, &x.By, &x.Incomplete, &x.Note, &x.Pinned, &x.Level, &ignored, &x.Copied, &tags, &agents)
	x.Started, x.Ended, x.Deleted, x.Imported = moment(started), moment(ended), moment(deleted), moment(imported)
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
	rows, err := s.readers.QueryContext(ctx, "SELECT "+sessionColumns+" FROM sessions WHERE deleted = 0 ORDER BY started DESC, n DESC")
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	defer rows.Close()
	var out []wire.Session
	for rows.Next() {
		x, _, err := scanSession(rows)
		if err != nil {
			return nil, fmt.Errorf("list sessions: %w", err)
		}
		out = append(out, x)
	}
	return out, rows.Err()
}

// Session returns one session, a deleted one too. The error wraps ErrNotFound
// when there is none.
func (s *Store) Session(ctx context.Context, id string) (wire.Session, error) {
	x, _, err := s.session(ctx, id)
	return x, err
}

func (s *Store) session(ctx context.Context, id string) (wire.Session, int64, error) {
	x, n, err := scanSession(s.readers.QueryRowContext(ctx, "SELECT "+sessionColumns+" FROM sessions WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = wire.ErrNotFound
	}
	if err != nil {
		return wire.Session{}, 0, fmt.Errorf("read session %s: %w", id, err)
	}
	return x, n, nil
}

// Rename names a session.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	return s.change(ctx, "rename", id, "UPDATE sessions SET name = ? WHERE id = ?", name, id)
}

// change runs a statement that must change the session.
func (s *Store) change(ctx context.Context, verb, id, query string, args ...any) error {
	err := s.do(ctx, func(w *writer) error {
		n, err := w.conn.exec(query, args...)
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
