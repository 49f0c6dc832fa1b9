package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// writeFile writes a file whole or not at all: beside it first, then in its
// place. With partial, what was written before an error stays, under the same
// name. Nobody else may read the file.
func writeFile(path string, partial bool, write func(io.Writer) error) (err error) {
	if info, e := os.Stat(path); e == nil && !info.Mode().IsRegular() {
		return writeDevice(path, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".a2a-console-*")
	if err != nil {
		return fmt.Errorf("make a file beside %s: %w", path, explainDisk(err))
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
			return fmt.Errorf("%w; %s holds what was written until then", explainDisk(failed), path)
		}
	}
	return errors.Join(explainDisk(failed), os.Remove(f.Name()))
}

// writeDevice writes to what is no file, such as /dev/null or a pipe.
func writeDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(f)
	return explainDisk(errors.Join(err, f.Close()))
}

func explainDisk(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w (%w)", errNoRoom, err)
	}
	return err
}
