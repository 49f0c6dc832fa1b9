package recorder

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// EditExchange changes what people say of an exchange: its note, and whether it is
// pinned. It returns the exchange as it is then.
func (s *Store) EditExchange(ctx context.Context, id string, e wire.ExchangeEdit) (wire.Exchange, error) {
	fail := func(err error) (wire.Exchange, error) {
		return wire.Exchange{}, fmt.Errorf("edit exchange %s: %w", id, err)
	}
	if len(text(e.Note)) > wire.NoteLimit {
		return fail(fmt.Errorf("%w: a note has at most %d bytes", wire.ErrBadEdit, wire.NoteLimit))
	}
	err := s.do(ctx, func(w *writer) error {
		seq, err := w.conn.Number("SELECT seq FROM exchanges WHERE id = ?", id)
		if err == nil && seq == 0 {
			err = wire.ErrNotFound
		}
		if err != nil {
			return err
		}
		return w.editExchange(seq, e)
	})
	if err != nil {
		return fail(err)
	}
	return s.Exchange(ctx, id)
}

// editExchange changes the marks of a row, whose version grows with that: lists draw
// it again.
func (w *writer) editExchange(seq int64, e wire.ExchangeEdit) error {
	session, err := w.conn.Number("SELECT session FROM exchanges WHERE seq = ?", seq)
	if err != nil {
		return err
	}
	if err := w.mark(seq, session, false, ""); err != nil {
		return err
	}
	if e.Pinned != nil {
		if _, err := w.conn.Exec("UPDATE marks SET pinned = ? WHERE exchange = ?", database.Flag(*e.Pinned), seq); err != nil {
			return err
		}
	}
	if e.Note != nil {
		if _, err := w.conn.Exec("UPDATE marks SET note = ? WHERE exchange = ?", *e.Note, seq); err != nil {
			return err
		}
	}
	if _, err := w.conn.Exec("DELETE FROM marks WHERE exchange = ? AND pinned = 0 AND note = ''", seq); err != nil {
		return err
	}
	w.version++
	_, err = w.conn.Exec("UPDATE exchanges SET version = ? WHERE seq = ?", w.version, seq)
	return err
}

// mark says something of an exchange of which nothing was said yet; what was said
// stays.
func (w *writer) mark(seq, session int64, pinned bool, note string) error {
	_, err := w.conn.Exec("INSERT INTO marks (exchange, session, pinned, note) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		seq, session, database.Flag(pinned), note)
	return err
}
