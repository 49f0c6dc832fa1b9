package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MaxNoteBytes bounds the records of a Note.
const MaxNoteBytes = 16 << 10

// Note is a small file beside a journal that can be rewritten while the disk is full, because its blocks are
// allocated when it is created. It holds what would otherwise be only in memory while the journal cannot be
// written. On file systems that write changed blocks elsewhere, even this can fail.
type Note struct {
	file *os.File
	page []byte
}

func noteName(base string) string { return base + ".note" }

// CreateNote creates the empty note of the journal at base. The caller must hold the journal's lock.
func CreateNote(base string) (*Note, error) {
	f, err := os.OpenFile(noteName(base), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("begin journal: %w", err)
	}
	n := &Note{file: f, page: make([]byte, MaxNoteBytes)}
	if err := n.Write(nil); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

// Write replaces the content of the note with whole records, as Begin and End make them, of at most
// MaxNoteBytes.
func (n *Note) Write(records []byte) error {
	clear(n.page[copy(n.page, records):])
	if _, err := n.file.WriteAt(n.page, 0); err != nil {
		return fmt.Errorf("write note of journal: %w", err)
	}
	return nil
}

// Close closes the file and keeps it.
func (n *Note) Close() error { return n.file.Close() }

// ReadNote returns the payloads of the records in the note of the journal at base, none if there is no note.
func ReadNote(base string) ([][]byte, error) {
	info, err := os.Stat(noteName(base))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", noteName(base))
	}
	if err != nil {
		return nil, fmt.Errorf("read note of journal: %w", err)
	}
	f, err := os.Open(noteName(base))
	if err != nil {
		return nil, fmt.Errorf("read note of journal: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxNoteBytes))
	if err != nil {
		return nil, fmt.Errorf("read note of journal: %w", err)
	}
	list, _ := parse(b, Start(), nil)
	var out [][]byte
	for _, r := range list {
		out = append(out, r.Payload)
	}
	return out, nil
}
