package recorder

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// KeepExamination stores an examination with its session, or updates it. The error wraps ErrNotFound when the
// session is gone, and ErrBadEdit when the report is too long.
func (s *Store) KeepExamination(ctx context.Context, e wire.Examination) error {
	fail := func(err error) error { return fmt.Errorf("keep the examination: %w", err) }
	if len(e.Report) > wire.MaxReportBytes {
		return fail(fmt.Errorf("%w: its report is longer than %d bytes", wire.ErrBadEdit, wire.MaxReportBytes))
	}
	var report any
	if e.Report != nil {
		report = string(e.Report)
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.sessionRow(e.Session)
		if err == nil && n == 0 {
			err = wire.ErrNotFound
		}
		if err != nil {
			return err
		}
		_, err = w.conn.Exec(`INSERT INTO examinations (session, id, agent, asked, ended, report) VALUES (?,?,?,?,?,?)
			ON CONFLICT (session) DO UPDATE SET asked = excluded.asked, ended = excluded.ended, report = excluded.report`,
			n, e.ID, e.Agent, string(e.Options), entry.Nanos(e.Ended), report)
		return err
	})
	if err != nil {
		return fail(err)
	}
	return nil
}

// Examinations lists the newest examinations that have ended and whose session exists, without their reports.
func (s *Store) Examinations(ctx context.Context, limit int) ([]wire.Examination, error) {
	s.sync(ctx)
	return scanQuery(ctx, s, "list examinations", func(r *sql.Rows, e *wire.Examination) (err error) {
		*e, err = scanExamination(r)
		return err
	}, "examinations", limit)
}

// Examination returns an ended examination, with its report, by its id or its session's id. The error wraps
// ErrNotFound when there is none.
func (s *Store) Examination(ctx context.Context, id string) (wire.Examination, error) {
	s.sync(ctx)
	var report string
	e, err := scanExamination(s.readers.QueryRowContext(ctx, database.Query("examination"), id), &report)
	e.Report = []byte(report)
	return e, s.wrapError("read examination "+id, err)
}

// scanExamination reads a row. more receives additional columns.
func scanExamination(r scanner, more ...any) (e wire.Examination, err error) {
	var started, ended int64
	var asked string
	err = r.Scan(append([]any{&e.ID, &e.Session, &e.Agent, &started, &ended, &asked}, more...)...)
	e.Started, e.Ended, e.Options = entry.Time(started), entry.Time(ended), []byte(asked)
	return e, err
}
