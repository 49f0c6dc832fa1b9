package recorder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Edit changes a session's name, note, tags and pin, and returns the session as it is afterwards.
func (s *Store) Edit(ctx context.Context, id string, e wire.SessionEdit) (wire.Session, error) {
	fail := func(err error) (wire.Session, error) {
		return wire.Session{}, fmt.Errorf("edit session %s: %w", id, err)
	}
	if err := normalizeEdit(&e); err != nil {
		return fail(err)
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.findRow("SELECT n FROM sessions WHERE id = ?", id)
		if err != nil {
			return err
		}
		return w.edit(n, e)
	})
	if err != nil {
		return fail(err)
	}
	return s.Session(ctx, id)
}

func (w *writer) edit(n int64, e wire.SessionEdit) error {
	for _, c := range []struct {
		query string
		value any
		given bool
	}{
		{"UPDATE sessions SET name = ? WHERE n = ?", textOrEmpty(e.Name), e.Name != nil},
		{"UPDATE sessions SET note = ? WHERE n = ?", textOrEmpty(e.Note), e.Note != nil},
		{"UPDATE sessions SET pinned = ? WHERE n = ?", database.BoolInt(e.Pinned != nil && *e.Pinned), e.Pinned != nil},
	} {
		if !c.given {
			continue
		}
		if _, err := w.conn.Exec(c.query, c.value, n); err != nil {
			return err
		}
	}
	for _, tag := range e.RemoveTags {
		if _, err := w.conn.Exec("DELETE FROM session_tags WHERE session = ? AND tag = ?", n, tag); err != nil {
			return err
		}
	}
	for _, tag := range e.AddTags {
		if _, err := w.conn.Exec("INSERT INTO session_tags (session, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", n, tag); err != nil {
			return err
		}
	}
	count, err := w.conn.Number("SELECT count(*) FROM session_tags WHERE session = ?", n)
	if err == nil && count > wire.MaxTags {
		err = fmt.Errorf("%w: a session may have at most %d tags", wire.ErrBadEdit, wire.MaxTags)
	}
	return err
}

func textOrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// normalizeEdit rejects texts that are too long, and trims, lower-cases and checks tags.
func normalizeEdit(e *wire.SessionEdit) error {
	if len(textOrEmpty(e.Name)) > wire.MaxNameBytes {
		return fmt.Errorf("%w: a name may have at most %d bytes", wire.ErrBadEdit, wire.MaxNameBytes)
	}
	if len(textOrEmpty(e.Note)) > wire.MaxNoteBytes {
		return fmt.Errorf("%w: a note may have at most %d bytes", wire.ErrBadEdit, wire.MaxNoteBytes)
	}
	e.AddTags, e.RemoveTags = slices.Clone(e.AddTags), slices.Clone(e.RemoveTags)
	for _, tags := range [][]string{e.AddTags, e.RemoveTags} {
		for i, tag := range tags {
			tags[i] = strings.ToLower(strings.TrimSpace(tag))
			if t := tags[i]; t == "" || len(t) > wire.MaxTagBytes || strings.ContainsFunc(t, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }) {
				return fmt.Errorf("%w: %q is not a tag; a tag is one word of at most %d bytes", wire.ErrBadEdit, tag, wire.MaxTagBytes)
			}
		}
	}
	return nil
}

// EditExchange changes an exchange's note and pin, and returns the exchange as it is afterwards.
func (s *Store) EditExchange(ctx context.Context, id string, e wire.ExchangeEdit) (wire.Exchange, error) {
	fail := func(err error) (wire.Exchange, error) {
		return wire.Exchange{}, fmt.Errorf("edit exchange %s: %w", id, err)
	}
	if len(textOrEmpty(e.Note)) > wire.MaxNoteBytes {
		return fail(fmt.Errorf("%w: a note may have at most %d bytes", wire.ErrBadEdit, wire.MaxNoteBytes))
	}
	err := s.do(ctx, func(w *writer) error {
		seq, err := w.findRow("SELECT seq FROM exchanges WHERE id = ?", id)
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

// editExchange changes the marks of a row and raises its version, so that lists draw it again.
func (w *writer) editExchange(seq int64, e wire.ExchangeEdit) error {
	session, err := w.conn.Number("SELECT session FROM exchanges WHERE seq = ?", seq)
	if err != nil {
		return err
	}
	if err := w.mark(seq, session, false, ""); err != nil {
		return err
	}
	if e.Pinned != nil {
		if _, err := w.conn.Exec("UPDATE marks SET pinned = ? WHERE exchange = ?", database.BoolInt(*e.Pinned), seq); err != nil {
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

// mark adds the pin and note of an exchange, unless it has some already.
func (w *writer) mark(seq, session int64, pinned bool, note string) error {
	_, err := w.conn.Exec("INSERT INTO marks (exchange, session, pinned, note) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		seq, session, database.BoolInt(pinned), note)
	return err
}

// maxRulesBytes bounds the comparison rules of a session.
const maxRulesBytes = 64 << 10

// SaveComparison stores how a session is compared: a level, and rules for what to ignore, each of one line.
func (s *Store) SaveComparison(ctx context.Context, id, level string, ignore []string) error {
	rules := strings.Join(ignore, "\n")
	switch {
	case len(rules) > maxRulesBytes:
		return fmt.Errorf("keep the rules of session %s: %w: together they may have at most %d bytes; remove some", id, wire.ErrBadEdit, maxRulesBytes)
	case strings.Count(rules, "\n") > max(len(ignore)-1, 0):
		return fmt.Errorf("keep the rules of session %s: %w: each rule must be one line", id, wire.ErrBadEdit)
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.findRow("SELECT n FROM sessions WHERE id = ?", id)
		if err == nil {
			_, err = w.conn.Exec("UPDATE sessions SET level = ?, ignored = ? WHERE n = ?", level, rules, n)
		}
		return err
	})
	return s.wrapError("keep the rules of session "+id, err)
}
