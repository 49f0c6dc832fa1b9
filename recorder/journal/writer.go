package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options configures a Writer. Zero fields mean the defaults.
type Options struct {
	Segment int64         // bytes after which a new segment begins; 0 means 4 MiB
	Memory  int64         // bytes that wait in memory while the file cannot be written; 0 means 8 MiB
	Lag     time.Duration // how long uncommitted records may wait in memory; 0 means 10 ms
	Sync    bool          // Commit waits for fsync too
	// OnWrite is called by the goroutine that wrote, after each attempt. end is the end of what can be read;
	// err is the reason of a failure. It must return quickly.
	OnWrite func(end int64, err error)
}

// retry is the time between attempts while the file cannot be written.
const retry = 250 * time.Millisecond

// writeThreshold is how many bytes may pile up in memory before Append writes them itself.
const writeThreshold = 1 << 20

// ErrFull is wrapped by Append's error if the file cannot be written and memory is used up.
var ErrFull = errors.New("the journal cannot be written, and its memory is full")

// ErrClosed is returned by a Writer after Close.
var ErrClosed = errors.New("the journal is closed")

// Writer appends to a journal. Ends are byte counts from the journal's beginning, over all segments. A Writer
// is safe for concurrent use.
type Writer struct {
	base string
	opts Options

	mu          sync.Mutex // guards what follows
	buf         []byte     // whole records that are not being written yet
	end         int64      // of buf
	isScheduled bool       // timer runs
	closed      bool
	timer       *time.Timer

	written atomic.Int64          // the files hold everything up to here
	failing atomic.Pointer[error] // why the files cannot be written; nil if they can

	io        sync.Mutex // held while writing; guards what follows
	file      *os.File
	at        Position
	unwritten []byte // taken from buf, but not written yet
	reusable  []byte // memory for buf
	starts    []int64
	opened    []openSegment // the latest segments, for this program's Reader
}

// openSegment is a segment that can be read even after its file was removed or renamed.
type openSegment struct {
	segment int64
	file    *os.File
}

// maxOpenSegments is how many segments stay open for this program's Reader. If more are undrained, the older
// ones are opened by name.
const maxOpenSegments = 4

// Reader returns a reader of the journal. It can read the latest segments even after their files were removed
// or moved.
func (w *Writer) Reader() *Reader { return &Reader{base: w.base, own: w} }

// takeSegment returns a segment that is open for reading, nil if it is not.
func (w *Writer) takeSegment(segment int64) *os.File {
	w.io.Lock()
	defer w.io.Unlock()
	for i, o := range w.opened {
		if o.segment == segment {
			w.opened = slices.Delete(w.opened, i, i+1)
			return o.file
		}
	}
	return nil
}

// Create begins a journal at base. The caller must hold its lock.
func Create(base string, o Options) (*Writer, error) {
	if o.Segment <= 0 {
		o.Segment = 4 << 20
	}
	if o.Memory <= 0 {
		o.Memory = 8 << 20
	}
	if o.Lag <= 0 {
		o.Lag = 10 * time.Millisecond
	}
	w := &Writer{base: base, opts: o}
	w.timer = time.AfterFunc(time.Hour, w.flushLate)
	w.timer.Stop()
	w.io.Lock()
	defer w.io.Unlock()
	if err := w.rotate(); err != nil {
		return nil, err
	}
	return w, nil
}

// rotate begins the next segment. The caller holds w.io.
func (w *Writer) rotate() error {
	f, err := os.OpenFile(segmentName(w.base, w.at.Segment+1), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("begin journal: %w", err)
	}
	if w.file != nil {
		w.file.Close()
	}
	if w.opts.Sync {
		syncFolder(w.base)
	}
	w.file, w.at = f, Position{Segment: w.at.Segment + 1}
	w.starts = append(w.starts, w.written.Load())
	if r, err := os.Open(f.Name()); err == nil { // if it fails, the segment is opened by name
		w.opened = append(w.opened, openSegment{w.at.Segment, r})
	}
	if len(w.opened) > maxOpenSegments {
		w.opened[0].file.Close()
		w.opened = slices.Delete(w.opened, 0, 1)
	}
	return nil
}

// syncFolder makes the name of a new file survive a power failure. Where folders cannot be synced, the system
// does so by itself.
func syncFolder(base string) {
	if d, err := os.Open(filepath.Dir(base)); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// Append takes whole records, as Begin and End make them, and returns their end. It copies b. While the file
// cannot be written, must doubles the limit of memory; it is for records that close something.
func (w *Writer) Append(b []byte, must bool) (end int64, err error) {
	w.mu.Lock()
	if err := w.checkRoom(int64(len(b)), must); err != nil {
		w.mu.Unlock()
		return 0, err
	}
	w.buf = append(w.buf, b...)
	w.end += int64(len(b))
	end = w.end
	big := len(w.buf) >= writeThreshold && w.failing.Load() == nil
	if !w.isScheduled {
		w.isScheduled = true
		w.timer.Reset(w.opts.Lag)
	}
	w.mu.Unlock()
	if big {
		w.Commit(context.Background(), end)
	}
	return end, nil
}

func (w *Writer) checkRoom(n int64, must bool) error {
	if w.closed {
		return ErrClosed
	}
	why := w.failing.Load()
	if why == nil {
		return nil
	}
	limit := w.opts.Memory
	if must {
		limit *= 2
	}
	if w.end-w.written.Load()+n > limit {
		return fmt.Errorf("%w: %w", ErrFull, *why)
	}
	return nil
}

// Commit waits until everything up to end is written. While the file cannot be written, it returns the reason
// at once, and the Writer retries in the background.
func (w *Writer) Commit(ctx context.Context, end int64) error {
	if w.written.Load() >= end {
		return nil
	}
	if why := w.failing.Load(); why != nil {
		return *why
	}
	w.io.Lock()
	defer w.io.Unlock()
	if w.written.Load() >= end {
		return nil
	}
	if why := w.failing.Load(); why != nil {
		return *why
	}
	return w.flush()
}

// flushLate writes uncommitted records, and retries after a failure.
func (w *Writer) flushLate() {
	w.mu.Lock()
	w.isScheduled = false
	w.mu.Unlock()
	w.io.Lock()
	defer w.io.Unlock()
	_ = w.flush() // OnWrite receives the error
}

// flush writes all records and reports the result. The caller holds w.io.
func (w *Writer) flush() error {
	err := w.write()
	if err == nil {
		w.failing.Store(nil)
	} else {
		w.failing.Store(&err)
		w.scheduleLate()
	}
	if w.opts.OnWrite != nil {
		w.opts.OnWrite(w.written.Load(), err)
	}
	return err
}

func (w *Writer) scheduleLate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.isScheduled = true
		w.timer.Reset(retry)
	}
}

// write writes all records. The caller holds w.io.
func (w *Writer) write() error {
	for {
		if err := w.acceptFile(); err != nil {
			return err
		}
		if w.unwritten == nil {
			// Only between records, so that none is split over two files.
			if w.at.Offset >= w.opts.Segment {
				if err := w.rotate(); err != nil {
					return err
				}
			}
			w.mu.Lock()
			w.reusable, w.unwritten, w.buf = nil, w.buf, w.reusable[:0]
			w.mu.Unlock()
		}
		all := w.unwritten
		if len(all) == 0 {
			w.reusable, w.unwritten = all, nil
			return nil
		}
		for len(w.unwritten) > 0 {
			// Bytes of a failed attempt stay in the file; the next one continues after them.
			n, err := w.file.Write(w.unwritten)
			w.at.Offset += int64(n)
			w.unwritten = w.unwritten[n:]
			if err != nil {
				return fmt.Errorf("write journal: %w", err)
			}
		}
		if w.unwritten = nil; cap(all) <= 2*writeThreshold {
			w.reusable = all[:0]
		}
	}
}

// acceptFile marks what the file holds as written. The caller holds w.io.
func (w *Writer) acceptFile() error {
	end := w.starts[len(w.starts)-1] + w.at.Offset
	if len(w.unwritten) > 0 || end == w.written.Load() {
		return nil
	}
	if w.opts.Sync {
		if err := w.file.Sync(); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	w.written.Store(end)
	return nil
}

// WrittenEnd returns the end of what can be read.
func (w *Writer) WrittenEnd() int64 { return w.written.Load() }

// FileEnd returns the end of the bytes in the files, which may be inside a record. It is beyond WrittenEnd
// while the last attempt to write was cut short.
func (w *Writer) FileEnd() (end int64, at Position) {
	w.io.Lock()
	defer w.io.Unlock()
	return w.starts[len(w.starts)-1] + w.at.Offset, w.at
}

// End returns the end of what was appended.
func (w *Writer) End() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.end
}

// WriteError says why the journal cannot be written, nil if it can.
func (w *Writer) WriteError() error {
	if why := w.failing.Load(); why != nil {
		return *why
	}
	return nil
}

// Offset converts a position to a byte count from the journal's beginning.
func (w *Writer) Offset(p Position) int64 {
	w.io.Lock()
	defer w.io.Unlock()
	if i := p.Segment - 1; i >= 0 && i < int64(len(w.starts)) {
		return w.starts[i] + p.Offset
	}
	return 0
}

// Segment returns the number of the segment being written.
func (w *Writer) Segment() int64 {
	w.io.Lock()
	defer w.io.Unlock()
	return w.at.Segment
}

// Rotate begins another segment unless the current one is empty, so that the earlier ones can be removed.
func (w *Writer) Rotate() error {
	w.io.Lock()
	defer w.io.Unlock()
	if w.at.Offset == 0 || len(w.unwritten) > 0 || w.failing.Load() != nil {
		return nil
	}
	return w.rotate()
}

// IsInPlace reports whether the open file is still the one at its path, where other readers look for it.
func (w *Writer) IsInPlace() bool {
	w.io.Lock()
	defer w.io.Unlock()
	named, err := os.Stat(segmentName(w.base, w.at.Segment))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	held, err := w.file.Stat()
	return err != nil || os.SameFile(named, held)
}

// Move continues in a new segment at base. The caller must hold the lock there. What was written stays in
// place.
func (w *Writer) Move(base string) error {
	w.io.Lock()
	defer w.io.Unlock()
	if err := w.flush(); err != nil { // so that no record is split over two files
		return err
	}
	was := w.base
	w.base = base
	err := w.rotate()
	if err != nil {
		w.base = was
	}
	return err
}

// Close writes all records and closes the file, which stays.
func (w *Writer) Close() error {
	w.mu.Lock()
	w.closed = true
	w.timer.Stop()
	w.mu.Unlock()
	w.io.Lock()
	defer w.io.Unlock()
	err := w.flush()
	for _, o := range w.opened {
		o.file.Close()
	}
	w.opened = nil
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
		w.file = nil
	}
	return err
}
