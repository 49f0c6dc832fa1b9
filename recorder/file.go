package recorder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const magic = "SQLite format 3\x00"

// prepare sees to it that there is a file of ours to open, and says what is
// wrong with the place before SQLite does so in its own words.
func prepare(o Options, doing string) error {
	if o.Path == "" {
		return &Trouble{Doing: "open recording", Why: "no file was named", Try: "Name one with --db."}
	}
	info, err := os.Stat(o.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.ReadOnly:
		return &Trouble{Doing: doing, Why: "there is no such file", Try: "Check the path given with --db, or record something first.", Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return create(o.Path, doing)
	case err != nil:
		return trouble(doing, err)
	case info.IsDir():
		return &Trouble{Doing: doing, Why: "the path is a folder", Try: "Name a file in it: --db " + filepath.Join(o.Path, "record.db")}
	case !info.Mode().IsRegular():
		return &Trouble{Doing: doing, Why: "the path is not a plain file", Try: "Name another file with --db."}
	}
	if err := sniff(o.Path, doing); err != nil || o.ReadOnly {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		if err := os.Chmod(o.Path, mode&^0o077); err != nil { // one that its owner may not write stays so
			o.Logger.Warn("recording is open to other users", "path", o.Path, "err", err)
		}
	}
	return nil
}

func create(path, doing string) error {
	dir := filepath.Dir(path)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		if errors.Is(err, fs.ErrNotExist) {
			return &Trouble{Doing: doing, Why: fmt.Sprintf("there is no folder %s", filepath.Dir(dir)), Try: "Make the folder, or name another file with --db.", Err: err}
		}
		return trouble(doing, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) { // another program was first
		return nil
	}
	if err != nil {
		return trouble(doing, err)
	}
	return f.Close()
}

// sniff refuses files that are no database without letting SQLite touch them.
func sniff(path, doing string) error {
	f, err := os.Open(path)
	if err != nil {
		return trouble(doing, err)
	}
	defer f.Close()
	head := make([]byte, len(magic))
	n, err := io.ReadFull(f, head)
	if n == 0 && errors.Is(err, io.EOF) {
		return nil
	}
	if !bytes.Equal(head[:n], []byte(magic)) {
		return &Trouble{Doing: doing, Why: "the file is not a recording (not an SQLite database)", Try: "Name another file with --db; this one is left as it is."}
	}
	return nil
}
