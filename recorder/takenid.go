package recorder

import (
	"database/sql/driver"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func (w *writer) sessionTaken(id string) error {
	n, err := w.conn.Number("SELECT n FROM sessions WHERE id = ?", id)
	if err != nil {
		return err
	}
	return w.explainTakenID(wire.ErrExists, n)
}

// exchangeTaken returns the error for an exchange, imported into a session, whose id is on record already.
func (w *writer) exchangeTaken(id string, session int64) error {
	n, err := w.conn.Number("SELECT session FROM exchanges WHERE id = ?", id)
	switch {
	case err != nil:
		return err
	case n == session:
		return fmt.Errorf("exchange %s: %w: the file has it twice; remove one of them from the file", id, wire.ErrExists)
	}
	return w.explainTakenID(fmt.Errorf("exchange %s: %w, in another session", id, wire.ErrExists), n)
}

// explainTakenID adds to why the state of the session in row n, which has the id already, and what to try.
func (w *writer) explainTakenID(why error, n int64) error {
	var id, state string
	var deleted, purge int64
	err := w.conn.Each(func(v []driver.Value) error {
		id, _ = v[0].(string)
		deleted, _ = v[1].(int64)
		purge, _ = v[2].(int64)
		return nil
	}, "SELECT id, deleted, purge FROM sessions WHERE n = ?", n)
	try := "remove that first"
	switch {
	case err != nil:
		return err
	case purge != 0:
		return fmt.Errorf("%w, but is being removed; try again in a moment", why)
	case deleted == importMark:
		state, try = ", and its import is under way or was cut off", "wait for that, or remove it first"
	case deleted != 0:
		state, try = ", deleted but not removed yet", "bring it back, or remove it for good first"
	}
	err = fmt.Errorf("%w%s; %s (a2a-console sessions rm %s)", why, state, try, id)
	if state == "" {
		return &wire.ExistsError{Session: id, Err: err}
	}
	return err
}
