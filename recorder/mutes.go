package recorder

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Mutes lists the muted checks, sorted by id.
func (s *Store) Mutes(ctx context.Context) ([]wire.Mute, error) {
	return scanQuery(ctx, s, "list muted checks", func(r *sql.Rows, m *wire.Mute) error {
		var created int64
		err := r.Scan(&m.Check, &m.Session, &m.Reason, &created)
		m.Created = entry.Time(created)
		return err
	}, "mutes")
}

// Mute hides the findings of a check in a session, or in all with Session "". If it is muted already, the
// reason is replaced.
func (s *Store) Mute(ctx context.Context, m wire.Mute) error {
	fail := func(err error) error { return fmt.Errorf("mute %s: %w", m.Check, err) }
	m.Reason = strings.TrimSpace(m.Reason)
	switch {
	case m.Reason == "":
		return fail(fmt.Errorf("%w: give a reason, so that others know why", wire.ErrBadEdit))
	case len(m.Reason) > wire.MaxReasonBytes:
		return fail(fmt.Errorf("%w: a reason may have at most %d bytes", wire.ErrBadEdit, wire.MaxReasonBytes))
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.sessionRow(m.Session)
		if err == nil {
			_, err = w.conn.Exec("INSERT INTO mutes (check_id, session, reason, created) VALUES (?,?,?,?) ON CONFLICT DO UPDATE SET reason = excluded.reason, created = excluded.created",
				m.Check, n, m.Reason, entry.Nanos(s.opts.Now()))
		}
		if err != nil {
			return err
		}
		return w.touchFindings(m.Check, n)
	})
	if err != nil {
		return fail(err)
	}
	return nil
}

// Unmute shows the findings of a check again. The error wraps ErrNotFound if it is not muted there.
func (s *Store) Unmute(ctx context.Context, check, session string) error {
	err := s.do(ctx, func(w *writer) error {
		n, err := w.sessionRow(session)
		if err != nil {
			return err
		}
		if err := w.execFound("DELETE FROM mutes WHERE check_id = ? AND session = ?", check, n); err != nil {
			return err
		}
		return w.touchFindings(check, n)
	})
	return s.wrapError("unmute "+check, err)
}

// sessionRow returns the row of a session, 0 for "".
func (w *writer) sessionRow(id string) (int64, error) {
	if id == "" {
		return 0, nil
	}
	return w.findRow("SELECT n FROM sessions WHERE id = ? AND purge = 0", id)
}

// findRow returns the number that a query selects, or ErrNotFound.
func (w *writer) findRow(query string, args ...any) (int64, error) {
	n, err := w.conn.Number(query, args...)
	if err == nil && n == 0 {
		err = wire.ErrNotFound
	}
	return n, err
}

// execFound runs a statement, and returns ErrNotFound if it changes no row.
func (w *writer) execFound(query string, args ...any) error {
	n, err := w.conn.Exec(query, args...)
	if err == nil && n == 0 {
		err = wire.ErrNotFound
	}
	return err
}

// maxTouched bounds how many exchanges are drawn again when a check is muted.
const maxTouched = 1000

// touchFindings makes lists redraw the newest exchanges with a finding of a check; session 0 means all sessions.
func (w *writer) touchFindings(check string, session int64) error {
	w.version++
	_, err := w.conn.Exec(`UPDATE exchanges SET version = ? WHERE seq IN (
		SELECT exchange FROM findings WHERE check_id = ? AND (? = 0 OR session = ?) ORDER BY exchange DESC LIMIT ?)`,
		w.version, check, session, session, int64(maxTouched))
	return err
}

// CheckCounts returns how often each check was broken, sorted by id, in a session or, with "", in all that are
// not deleted, without examinations. unread counts the exchanges of the whole record that an older version of
// the program recorded: only the number of their findings is known until Reindex.
func (s *Store) CheckCounts(ctx context.Context, session string) (met []wire.CheckCount, unread int, err error) {
	s.sync(ctx)
	met, err = scanQuery(ctx, s, "count findings", func(r *sql.Rows, m *wire.CheckCount) error {
		var severity int64
		err := r.Scan(&m.Check, &severity, &m.Exchanges, &m.Times, &m.ExaminedExchanges)
		m.Severity = database.Severity(severity)
		return err
	}, "checks_met", session)
	if err != nil {
		return nil, 0, err
	}
	err = s.readers.QueryRowContext(ctx, database.Query("findings_unread")).Scan(&unread)
	return met, unread, s.wrapError("count findings", err)
}

// Breaches returns the broken checks by agent, in a session or, with "", in all that are not deleted, without
// examinations.
func (s *Store) Breaches(ctx context.Context, session string) ([]wire.Breach, error) {
	s.sync(ctx)
	return scanQuery(ctx, s, "count findings", func(r *sql.Rows, b *wire.Breach) error {
		var severity int64
		err := r.Scan(&b.Check, &b.Agent, &b.ByAgent, &severity, &b.ByClient)
		b.Severity = database.Severity(severity)
		return err
	}, "checks_by_agent", session)
}
