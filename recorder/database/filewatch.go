package database

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
)

// Sizes and magic of SQLite's file headers: of the database (file format, section 1.3), of the log (section
// 4.1, either byte order) and of the log's index (WAL-mode file format, section 2.1).
const (
	headBytes  = 100
	indexBytes = 132
	indexCopy  = 48
	logHead    = 32
	frameHead  = 24
	logMagic   = 0x377f0682
)

// FileWatch holds the database, its log and the log's index open beside SQLite. They must stay open as long as
// any connection of the process: closing a file releases all locks of the process on it, and another process
// could take itself for the last user.
type FileWatch struct {
	file, log, index *os.File

	// When the files were last seen unharmed:
	head       []byte
	size       int64
	checkpoint checkpointState
	isSettled  bool // no checkpoint ran while the files were read
}

// checkpointState says, according to the log's index, how much of the log is copied into the file. Only
// checkpoints write to the file, so the file changes only when this state does.
type checkpointState struct {
	salts       [8]byte // of the log, which restarts once all of it is copied
	from, until uint32  // copied, and to be copied: they differ during a checkpoint
}

// readState reads the beginning of the file, its size and the state of checkpoints.
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

// Watch opens those files of the record at path that exist.
func Watch(path string) *FileWatch {
	if runtime.GOOS == "windows" { // open files cannot be removed there
		return &FileWatch{}
	}
	w := &FileWatch{}
	w.file, _ = os.Open(path)
	w.log, _ = os.Open(path + "-wal")
	w.index, _ = os.Open(path + "-shm")
	w.head, w.size, w.checkpoint, w.isSettled = w.readState()
	return w
}

// Close closes the files. All connections of the process must be closed before.
func (w *FileWatch) Close() error {
	var errs []error
	for _, f := range []*os.File{w.file, w.log, w.index} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// DescribeHarm says how somebody changed the files while they are open, "" if no harm shows. A checkpoint may
// write the page with the size before the other pages; the file grows then.
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

// describeLogHarm is DescribeHarm for the part of the log that, according to its index, is not in the file yet.
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
		return "the file's log (-wal) was cut short or overwritten" // after a cut, SQLite may have appended to it
	}
	return ""
}

// readStart returns the first n bytes of a file and its size, -1 if it cannot be read.
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
