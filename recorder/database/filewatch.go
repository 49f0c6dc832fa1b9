package database

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
)

// The beginnings of SQLite's files: the record's (the file format, §1.3), its log's (§4.1, either
// order of bytes) and the index of that (the WAL-mode file format, §2.1).
const (
	headBytes  = 100
	indexBytes = 132
	indexCopy  = 48
	logHead    = 32
	frameHead  = 24
	logMagic   = 0x377f0682
)

// FileWatch are the record's file, its log and the index of that, open beside SQLite. They must
// stay open for as long as a connection of the process is: a process that closes a file
// loses all its locks on it, and another would take itself for the last.
type FileWatch struct {
	file, log, index *os.File

	// When nothing had harmed the file:
	head       []byte
	size       int64
	checkpoint checkpointState
	isSettled  bool // nobody folded the log into the file while it was looked at
}

// checkpointState tells how far the log is folded into the file, as its index has it. Nothing else writes
// to the file, so that it changes only with this.
type checkpointState struct {
	salts       [8]byte // of the log, which is begun anew once all of it is folded
	from, until uint32  // what is folded, and what is to be: they differ while somebody is at it
}

// readState reads the beginning of the file and its size.
func (w *FileWatch) readState() (head []byte, size int64, f checkpointState, settled bool) {
	before, known := w.readCheckpoint()
	head, size = readStart(w.file, headBytes)
	f, still := w.readCheckpoint()
	return head, size, f, known && still && f == before && f.from == f.until
}

func (w *FileWatch) readCheckpoint() (f checkpointState, ok bool) {
	index, size := readStart(w.index, indexBytes)
	if size < indexBytes || !bytes.Equal(index[:indexCopy], index[indexCopy:2*indexCopy]) {
		return f, false
	}
	copy(f.salts[:], index[32:])
	f.from, f.until = binary.NativeEndian.Uint32(index[96:]), binary.NativeEndian.Uint32(index[128:])
	return f, true
}

// Watch opens the files of the record at a path, as far as they are there.
func Watch(path string) *FileWatch {
	if runtime.GOOS == "windows" { // nobody could remove what is open
		return &FileWatch{}
	}
	w := &FileWatch{}
	w.file, _ = os.Open(path)
	w.log, _ = os.Open(path + "-wal")
	w.index, _ = os.Open(path + "-shm")
	w.head, w.size, w.checkpoint, w.isSettled = w.readState()
	return w
}

// Close closes the files. All connections of the process must be closed.
func (w *FileWatch) Close() error {
	var errs []error
	for _, f := range []*os.File{w.file, w.log, w.index} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// DescribeHarm says what somebody did to the content of the files while they are open, "" where nothing
// is to be seen. A program that folds the log into the file may write what tells of
// pages before the pages; the file grows then.
func (w *FileWatch) DescribeHarm() string {
	head, size, f, settled := w.readState()
	switch {
	case size < 0:
		return ""
	case size < headBytes:
		return "the file was cut short"
	case !bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return "the file was overwritten"
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 1 << 16
	}
	alike, unfolded := bytes.Equal(head, w.head), settled && w.isSettled && f == w.checkpoint
	switch {
	case size < w.size && (unfolded && alike || size < page*int64(binary.BigEndian.Uint32(head[28:]))):
		return "the file was cut short"
	case unfolded && (size != w.size || !alike):
		return "the file was overwritten"
	}
	why := w.describeLogHarm(page)
	if why == "" {
		w.head, w.size, w.checkpoint, w.isSettled = head, size, f, settled
	}
	return why
}

// describeLogHarm says it of the log: what its index says is in it and not in the file.
func (w *FileWatch) describeLogHarm(page int64) string {
	index, size := readStart(w.index, indexBytes)
	if size < indexBytes || !bytes.Equal(index[:indexCopy], index[indexCopy:2*indexCopy]) {
		return ""
	}
	frames, folded := binary.NativeEndian.Uint32(index[16:]), binary.NativeEndian.Uint32(index[2*indexCopy:])
	log, size := readStart(w.log, logHead)
	switch {
	case size < 0 || frames <= folded:
		return ""
	case size < logHead+int64(frames)*(page+frameHead), binary.BigEndian.Uint32(log)&^1 != logMagic:
		return "the file's log (-wal) was cut short or overwritten" // where it was cut, it may have been written on
	}
	return ""
}

// readStart is the first bytes of a file and its size, below 0 where it cannot be read.
func readStart(f *os.File, n int) (b []byte, size int64) {
	if f == nil {
		return nil, -1
	}
	s, err := f.Stat()
	if err != nil {
		return nil, -1
	}
	b = make([]byte, n)
	if _, err := f.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, -1
	}
	return b, s.Size()
}
