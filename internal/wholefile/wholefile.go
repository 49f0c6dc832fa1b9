// Package wholefile writes files completely or not at all.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Write writes a file completely or not at all: to a temporary file next to path, which it then
// renames. With partial, after an error, path holds what was written before it. Only the owner can
// read the file.
func Write(path string, partial bool, write func(io.Writer) error) (err error) {
	if info, e := os.Stat(path); e == nil && !info.Mode().IsRegular() {
		return writeDevice(path, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".a2a-console-*")
	if err != nil {
		return fmt.Errorf("create a file next to %s: %w", path, Explain(err))
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	failed := err
	if failed == nil || partial {
		if e := os.Rename(f.Name(), path); e != nil {
			failed = errors.Join(failed, e)
		} else if failed == nil {
			return nil
		} else {
			return fmt.Errorf("%w; %s holds what had been written before", Explain(failed), path)
		}
	}
	return errors.Join(Explain(failed), os.Remove(f.Name()))
}

// writeDevice writes to something that is not a regular file, such as /dev/null or a pipe.
func writeDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(f)
	return Explain(errors.Join(err, f.Close()))
}

// Explain adds advice for the user to err if the disk is full.
func Explain(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w (%w)", errNoRoom, err)
	}
	return err
}

var errNoRoom = errors.New("the disk is full; free some space or name another file with --output")
