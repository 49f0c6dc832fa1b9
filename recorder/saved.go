package recorder

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

const maxFilters = 500

// Filters lists the saved filters, sorted by name.
func (s *Store) Filters(ctx context.Context) ([]wire.SavedFilter, error) {
	return scanQuery(ctx, s, "list saved filters", func(r *sql.Rows, f *wire.SavedFilter) error { return r.Scan(&f.Name, &f.Text) }, "filters")
}

// SaveFilter stores a filter, and replaces one with the same name.
func (s *Store) SaveFilter(ctx context.Context, f wire.SavedFilter) error {
	f.Name = strings.TrimSpace(f.Name)
	_, err := filter.Vocabulary{}.Parse(f.Text)
	switch {
	case err != nil:
		return fmt.Errorf("save filter %q: %w", f.Name, err)
	case f.Name == "" || len(f.Name) > wire.MaxNameBytes:
		return fmt.Errorf("save filter: %w: a name must have 1 to %d bytes", wire.ErrBadEdit, wire.MaxNameBytes)
	}
	err = s.do(ctx, func(w *writer) error {
		n, err := w.conn.Number("SELECT count(*) FROM filters WHERE name <> ?", f.Name)
		if err == nil && n >= maxFilters {
			err = fmt.Errorf("%w: %d filters are saved already; delete one first", wire.ErrBadEdit, n)
		}
		if err != nil {
			return err
		}
		_, err = w.conn.Exec("INSERT INTO filters (name, text, saved) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, saved = excluded.saved",
			f.Name, f.Text, entry.Nanos(s.opts.Now()))
		return err
	})
	return s.wrapError("save filter "+f.Name, err)
}

// DropFilter removes a saved filter. The error wraps ErrNotFound when there is none.
func (s *Store) DropFilter(ctx context.Context, name string) error {
	err := s.do(ctx, func(w *writer) error {
		return w.execFound("DELETE FROM filters WHERE name = ?", name)
	})
	return s.wrapError("delete filter "+name, err)
}

// Values lists at most limit (0: 20) recorded values of a filter key that begin with prefix, for completion.
// For dialects, bindings, errors and callers it reads the latest 20,000 exchanges only.
func (s *Store) Values(ctx context.Context, key, prefix string, limit int) ([]string, error) {
	s.sync(ctx)
	if limit <= 0 {
		limit = 20
	}
	ask := func(name string, args ...any) ([]string, error) {
		return database.Column[string](s.readers.QueryContext(ctx, database.Query(name), args...))
	}
	var all []string
	var err error
	switch key {
	case "op", "dialect", "binding", "caller", "error", "finding", "rule":
		all, err = ask("values_" + key)
	case "task", "context": // may be many, so the query filters by prefix
		all, err = ask("values_"+key, prefix, prefix+"\U0010ffff", limit)
	case "state":
		all, err = ask("values_state")
		for i, v := range all {
			all[i] = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(v, "TASK_STATE_")), "_", "-")
		}
	case "agent":
		all, err = ask("origins_recent")
		for i, v := range all {
			_, all[i], _ = strings.Cut(v, "://")
		}
	case "tag":
		all, err = ask("tags")
	case "session":
		all, err = ask("sessions_recent")
	}
	if err != nil {
		return nil, s.wrapError("list values of "+key, err)
	}
	return withPrefix(all, prefix, limit), nil
}

func withPrefix(all []string, prefix string, limit int) []string {
	var out []string
	for _, v := range all {
		if len(v) >= len(prefix) && strings.EqualFold(v[:len(prefix)], prefix) && v != "" && len(out) < limit {
			out = append(out, v)
		}
	}
	return out
}

const maxRequests = 500

// SavedRequests lists the saved requests, sorted by name, without their bodies.
func (s *Store) SavedRequests(ctx context.Context) ([]wire.SavedRequest, error) {
	return scanQuery(ctx, s, "list saved requests", func(rows *sql.Rows, r *wire.SavedRequest) error {
		var saved int64
		err := rows.Scan(&r.Name, &r.Agent, &saved)
		r.Saved = entry.Time(saved)
		return err
	}, "saved_requests")
}

// SavedRequest returns a saved request. The error wraps ErrNotFound when there is none.
func (s *Store) SavedRequest(ctx context.Context, name string) (wire.SavedRequest, error) {
	r := wire.SavedRequest{Name: name}
	var saved int64
	err := s.readers.QueryRowContext(ctx, database.Query("saved_request"), name).Scan(&r.Agent, &r.Body, &saved)
	r.Saved = entry.Time(saved)
	return r, s.wrapError(fmt.Sprintf("read saved request %q", name), err)
}

// SaveRequest stores a request, and replaces one with the same name.
func (s *Store) SaveRequest(ctx context.Context, r wire.SavedRequest) error {
	r.Name = strings.TrimSpace(r.Name)
	if err := requestName(r.Name); err != nil {
		return fmt.Errorf("save request: %w", err)
	}
	if len(r.Body) > wire.MaxSavedRequestBytes {
		return fmt.Errorf("save request %q: %w: with its files it may have at most %d MB", r.Name, wire.ErrBadEdit, wire.MaxSavedRequestBytes>>20)
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.conn.Number("SELECT count(*) FROM requests WHERE name <> ?", r.Name)
		if err == nil && n >= maxRequests {
			err = fmt.Errorf("%w: %d requests are saved already; delete one first", wire.ErrBadEdit, n)
		}
		if err != nil {
			return err
		}
		_, err = w.conn.Exec(`INSERT INTO requests (name, agent, body, saved) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET agent = excluded.agent, body = excluded.body, saved = excluded.saved`,
			r.Name, r.Agent, string(r.Body), entry.Nanos(s.opts.Now()))
		return err
	})
	return s.wrapError("save request "+r.Name, err)
}

// RenameRequest renames a saved request. The new name must be free.
func (s *Store) RenameRequest(ctx context.Context, from, to string) error {
	to = strings.TrimSpace(to)
	err := requestName(to)
	if err == nil && from != to {
		err = s.do(ctx, func(w *writer) error {
			taken, err := w.conn.Number("SELECT count(*) FROM requests WHERE name = ?", to)
			if err == nil && taken > 0 {
				err = fmt.Errorf("%w: another saved request is named %q", wire.ErrBadEdit, to)
			}
			if err != nil {
				return err
			}
			return w.execFound("UPDATE requests SET name = ? WHERE name = ?", to, from)
		})
	}
	return s.wrapError("rename saved request "+from, err)
}

// DropRequest removes a saved request. The error wraps ErrNotFound when there is none.
func (s *Store) DropRequest(ctx context.Context, name string) error {
	err := s.do(ctx, func(w *writer) error {
		return w.execFound("DELETE FROM requests WHERE name = ?", name)
	})
	return s.wrapError("delete saved request "+name, err)
}

func requestName(name string) error {
	if name == "" || len(name) > wire.MaxNameBytes || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("%w: a name must be one line of 1 to %d bytes", wire.ErrBadEdit, wire.MaxNameBytes)
	}
	return nil
}
