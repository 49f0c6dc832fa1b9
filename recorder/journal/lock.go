package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// ErrOwned says that the process which owns a journal is alive.
var ErrOwned = errors.New("its owner is alive")

// Lock is held by the owner of a journal.
type Lock struct{ file *flock.Flock }

func lockName(base string) string { return base + ".lock" }

// AcquireLock makes the lock file of a journal and holds it.
func AcquireLock(base string) (*Lock, error) {
	for {
		l, err := lock(base)
		if err != nil {
			return nil, fmt.Errorf("own journal %s: %w", base, err)
		}
		// Somebody who took the file for one that a dead process left may have
		// removed it between the two.
		if l.IsInPlace() {
			return l, nil
		}
		l.file.Close()
	}
}

// TakeOver holds the lock of a journal whose owner is gone. The error wraps
// ErrOwned when it is not.
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

// refuseNonFile refuses what is there and no file: a pipe would be opened when its
// other end is, which may be never.
func refuseNonFile(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file", name)
	}
	return nil
}

// IsInPlace reports whether the file that is held is the one at its name.
func (l *Lock) IsInPlace() bool {
	named, err := os.Stat(l.file.Path())
	if err != nil {
		return false
	}
	held, err := l.file.Stat()
	return err == nil && os.SameFile(named, held)
}

// IsOwnerAlive reports whether the process that owns a journal runs, be it stopped.
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

// Release removes the lock file and lets go of it.
func (l *Lock) Release() error {
	// In this order nobody holds a lock on a name that is free. Where an open file
	// cannot be removed it is after it was closed.
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

// Close lets go of the lock and leaves its file.
func (l *Lock) Close() error { return l.file.Close() }
