package database

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// Magic is how every SQLite file begins.
const Magic = "SQLite format 3\x00"

// Prepare creates the file if it is missing, and explains what is wrong with its path before SQLite does so in
// its own words.
func Prepare(path string, readOnly bool, log *slog.Logger, doing string) error {
	if path == "" {
		return &FileError{Doing: "open recording", Cause: "no file was named", Advice: "Name one with --db."}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && readOnly:
		return &FileError{Doing: doing, Cause: "there is no such file", Advice: "Check the path given with --db, or record something first.", Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return create(path, doing)
	case err != nil:
		return Explain(doing, err)
	case info.IsDir():
		return &FileError{Doing: doing, Cause: "the path is a folder", Advice: "Name a file in it: --db " + filepath.Join(path, "record.db")}
	case !info.Mode().IsRegular():
		return &FileError{Doing: doing, Cause: "the path is not a plain file", Advice: "Name another file with --db."}
	}
	if err := sniff(path, doing); err != nil || readOnly {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		if err := os.Chmod(path, mode&^0o077); err != nil { // a file that its owner may not write stays so
			log.Warn("recording is open to other users", "path", path, "err", err)
		}
	}
	return nil
}

func create(path, doing string) error {
	dir := filepath.Dir(path)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		if errors.Is(err, fs.ErrNotExist) {
			return &FileError{Doing: doing, Cause: fmt.Sprintf("there is no folder %s", filepath.Dir(dir)), Advice: "Create the folder, or name another file with --db.", Err: err}
		}
		return Explain(doing, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) { // another program created it first
		return nil
	}
	if err != nil {
		return Explain(doing, err)
	}
	return f.Close()
}

// sniff rejects files that are not databases before SQLite touches them.
func sniff(path, doing string) error {
	f, err := os.Open(path)
	if err != nil {
		return Explain(doing, err)
	}
	defer f.Close()
	head := make([]byte, len(Magic))
	n, err := io.ReadFull(f, head)
	if n == 0 && errors.Is(err, io.EOF) {
		return nil
	}
	if !bytes.Equal(head[:n], []byte(Magic)) {
		return &FileError{Doing: doing, Cause: "the file is not a recording (not an SQLite database)", Advice: "Name another file with --db; this one is left as it is."}
	}
	return nil
}
