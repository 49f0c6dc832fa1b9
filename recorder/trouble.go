package recorder

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// ErrClosed is what a Store returns after Close.
var ErrClosed = errors.New("the recording is closed")

// failed says what was being done when an error occurred; nil for nil. What
// SQLite says of a damaged or lost file is put in words for people, with
// advice.
func (s *Store) failed(doing string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		if err == nil {
			return nil
		}
		return fmt.Errorf("%s: %w", doing, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
		return database.Explain(doing+" in "+s.opts.Path, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
