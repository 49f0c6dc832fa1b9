package recorder

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// rulesLimit bounds the rules of a session, in bytes.
const rulesLimit = 64 << 10

// KeepRules keeps with a session how it is compared: a level, and rules of what
// is ignored, none of which may hold a line break.
func (s *Store) KeepRules(ctx context.Context, id, level string, ignore []string) error {
	rules := strings.Join(ignore, "\n")
	switch {
	case len(rules) > rulesLimit:
		return fmt.Errorf("keep the rules of session %s: %w: together they have at most %d bytes; take some away", id, wire.ErrBadEdit, rulesLimit)
	case strings.Count(rules, "\n") > max(len(ignore)-1, 0):
		return fmt.Errorf("keep the rules of session %s: %w: a rule is one line", id, wire.ErrBadEdit)
	}
	err := s.do(ctx, func(w *writer) error {
		n, err := w.conn.Number("SELECT n FROM sessions WHERE id = ?", id)
		if err == nil && n == 0 {
			err = wire.ErrNotFound
		}
		if err == nil {
			_, err = w.conn.Exec("UPDATE sessions SET level = ?, ignored = ? WHERE n = ?", level, rules, n)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the rules of session %s: %w", id, err)
	}
	return nil
}
