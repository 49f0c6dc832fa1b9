package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// ErrOwned means that the process which owns a journal is alive.
var ErrOwned = errors.New("its owner is alive")

// Lock is the lock of a journal's owner.
type Lock struct{ file *flock.Flock }

func lockName(base string) string { return base + ".lock" }

// AcquireLock creates and locks the lock file of a journal.
func AcquireLock(base string) (*Lock, error) {
	for {
		l, err := lock(base)
		if err != nil {
			return nil, fmt.Errorf("lock journal %s: %w", base, err)
		}
		// Another process may have removed the file before it was locked, because it took the file for a
		// dead owner's.
		if l.IsInPlace() {
			return l, nil
		}
		l.file.Close()
	}
}

// TakeOver locks a journal whose owner has ended. The error wraps ErrOwned while the owner is alive.
func TakeOver(base string) (*Lock, error) {
	if _, err := os.Stat(lockName(base)); errors.Is(err, fs.ErrNotExist) {
		return AcquireLock(base)
	}
	l, err := lock(base)
	if err != nil {
		return nil, fmt.Errorf("take over journal %s: %w", base, err)
	}
	return l, nil
}

func lock(base string) (*Lock, error) {
	if err := refuseNonFile(lockName(base)); err != nil {
		return nil, err
	}
	f := flock.New(lockName(base), flock.SetPermissions(0o600))
	ok, err := f.TryLock()
	if err == nil && !ok {
		err = ErrOwned
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Lock{file: f}, nil
}

// refuseNonFile rejects what is not a regular file. Opening a pipe would block until its other end is opened,
// which may be never.
func refuseNonFile(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", name)
	}
	return nil
}

// IsInPlace reports whether the locked file is still the one at its path.
func (l *Lock) IsInPlace() bool {
	named, err := os.Stat(l.file.Path())
	if err != nil {
		return false
	}
	held, err := l.file.Stat()
	return err == nil && os.SameFile(named, held)
}

// IsOwnerAlive reports whether the process that owns a journal exists, even if it is stopped.
func IsOwnerAlive(base string) bool {
	if _, err := os.Stat(lockName(base)); err != nil {
		return false
	}
	l, err := lock(base)
	if err != nil {
		return true
	}
	l.file.Close()
	return false
}

// Release removes the lock file and unlocks it.
func (l *Lock) Release() error {
	// In this order nobody locks a file that is removed already. Where an open file cannot be removed, it is
	// removed after closing.
	err := os.Remove(l.file.Path())
	if cerr := l.file.Close(); cerr != nil {
		return cerr
	}
	if err != nil {
		err = os.Remove(l.file.Path())
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return err
}

// Close unlocks the lock file and keeps it.
func (l *Lock) Close() error { return l.file.Close() }
