package database

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FileError is an error about the file in words for people: what was being done, why it failed, and what to
// try.
type FileError struct {
	Doing  string // "open recording /x/y.db"
	Cause  string
	Advice string
	Err    error // of SQLite or the operating system; may be nil
}

func (t *FileError) Error() string {
	return fmt.Sprintf("%s: %s. %s", t.Doing, t.Cause, t.Advice)
}

func (t *FileError) Unwrap() error { return t.Err }

// Explain makes a *FileError of an error of SQLite or the file system. It returns nil and a *FileError unchanged.
func Explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	if t := (*FileError)(nil); errors.As(err, &t) {
		return err
	}
	t := &FileError{Doing: doing, Err: err}
	t.Cause, t.Advice = explainError(err)
	return t
}

// ExplainSQLite is Explain for errors of SQLite. It returns others unchanged.
func ExplainSQLite(doing string, err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return Explain(doing, err)
	}
	return err
}

func explainError(err error) (why, try string) {
	var e *sqlite.Error
	switch {
	case errors.As(err, &e):
		return explainCode(e)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full", "Free some space; recording then continues by itself. Or record elsewhere with --db."
	case errors.Is(err, fs.ErrPermission):
		return "this user may not use the file or its folder", "Change its permissions, or name another file with --db."
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file", "Check the path given with --db."
	}
	return err.Error(), "Try another file with --db."
}

func explainCode(e *sqlite.Error) (why, try string) {
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return "the disk is full", "Free some space; recording then continues by itself. Or record elsewhere with --db."
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "another program holds the file locked", "Close the program that has it open (a database browser, a long copy), or name another file with --db."
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return "the file or its folder cannot be written", "Change its permissions, or name another file with --db."
	case sqlite3.SQLITE_CANTOPEN:
		return "the file or its folder cannot be opened", "Check the path and its permissions, or name another file with --db."
	case sqlite3.SQLITE_NOTADB:
		return "the file is not a recording (not an SQLite database)", "Name another file with --db; this one is left as it is."
	case sqlite3.SQLITE_CORRUPT:
		return "the file is damaged", "Name another file with --db, and try `sqlite3 FILE .recover` on a copy of this one."
	case sqlite3.SQLITE_IOERR:
		return "the disk reported an error (" + e.Error() + ")", "Check the disk; recording continues by itself once the disk works again. Or record elsewhere with --db."
	}
	return e.Error(), "Try another file with --db."
}

// IsDuplicate reports whether a statement violated a UNIQUE constraint.
func IsDuplicate(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsLocked reports whether a statement did not run because another program writes to the file.
func IsLocked(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}
