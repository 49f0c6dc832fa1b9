package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Reader reads a journal, of this process or another. It is not safe for concurrent use.
type Reader struct {
	base         string
	own          *Writer // writer of the journal, nil for another program's
	file         *os.File
	n            int64 // segment of file
	buf          []byte
	skippedBytes int64 // bytes that Skip has searched
}

// maxSkipWork bounds how many bytes Skip searches in all its calls. If every byte looks like the length of a
// record, the cost is quadratic in the segment.
const maxSkipWork = 1 << 30

// NewReader returns a reader of the journal at base.
func NewReader(base string) *Reader { return &Reader{base: base} }

// Move continues with the segments at base, after the one that is open.
func (r *Reader) Move(base string) { r.base = base }

// Record is a record's payload and the position after it.
type Record struct {
	Payload []byte // valid until the next call of Read
	End     Position
}

// Read appends whole records to into: of one segment, from a position on, of about limit bytes but at least
// one if there is one. No records mean that there are no more yet, or that the next one is damaged: use Skip.
func (r *Reader) Read(from Position, limit int, into []Record) ([]Record, error) {
	for {
		if err := r.open(from.Segment); errors.Is(err, fs.ErrNotExist) {
			return into, nil
		} else if err != nil {
			return into, err
		}
		// This must come before reading: a segment is complete once the next one exists.
		later := r.hasSegmentAfter(from.Segment)
		got, size, err := r.readSegment(from, limit, into)
		if err != nil || len(got) > len(into) {
			return got, err
		}
		if !later || size > from.Offset {
			return got, nil
		}
		from = Position{Segment: from.Segment + 1}
	}
}

func (r *Reader) hasSegmentAfter(segment int64) bool {
	if r.own != nil {
		return r.own.Segment() > segment
	}
	_, err := os.Stat(segmentName(r.base, segment+1))
	return err == nil
}

func (r *Reader) open(segment int64) error {
	if r.file != nil && r.n == segment {
		return nil
	}
	var f *os.File
	if r.own != nil {
		f = r.own.takeSegment(segment)
	}
	if f == nil {
		var err error
		if f, err = os.Open(segmentName(r.base, segment)); err != nil {
			return fmt.Errorf("read journal: %w", err)
		}
	}
	r.Close()
	r.file, r.n = f, segment
	return nil
}

// readSegment reads from one segment. It also returns the size of the segment as far as read.
func (r *Reader) readSegment(from Position, limit int, into []Record) ([]Record, int64, error) {
	info, err := r.file.Stat()
	if err != nil {
		return into, 0, fmt.Errorf("read journal: %w", err)
	}
	left := max(info.Size()-from.Offset, 0)
	for want := limit; ; {
		if want = int(min(int64(want), left)); cap(r.buf) < want {
			r.buf = make([]byte, want)
		}
		n, err := r.file.ReadAt(r.buf[:want], from.Offset)
		if err != nil && !errors.Is(err, io.EOF) {
			return into, 0, fmt.Errorf("read journal: %w", err)
		}
		out, need := parse(r.buf[:n], from, into)
		if len(out) > len(into) || need <= want || n < want || int64(want) == left {
			return out, from.Offset + int64(n), nil
		}
		want = need
	}
}

// parse cuts b into records, and returns the length of the first incomplete one, as nextRecord does.
func parse(b []byte, at Position, into []Record) ([]Record, int) {
	for {
		payload, n, ok := nextRecord(b)
		if !ok {
			return into, n
		}
		b, at.Offset = b[n:], at.Offset+int64(n)
		into = append(into, Record{payload, at})
	}
}

// Skip returns where reading can continue after damage: at the next whole record of the segment, or at the
// next segment. lost is the number of bytes before it. ok is false if there is no such place. Skip gives up on
// a segment with too much damage.
func (r *Reader) Skip(from Position) (to Position, lost int64, ok bool, err error) {
	if err := r.open(from.Segment); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return from, 0, false, err
	} else if err == nil {
		info, err := r.file.Stat()
		if err != nil {
			return from, 0, false, fmt.Errorf("read journal: %w", err)
		}
		lost = max(info.Size()-from.Offset, 0)
		if at, whole, err := r.search(from.Offset, lost); err != nil || whole {
			return Position{from.Segment, from.Offset + at}, at, whole, err
		}
	}
	after, err := r.nextSegment(from.Segment)
	return Position{Segment: after}, lost, after > 0, err
}

// search finds the first whole record of the open segment in the size bytes after from.
func (r *Reader) search(from, size int64) (at int64, found bool, err error) {
	if r.skippedBytes += size; r.skippedBytes > maxSkipWork {
		return 0, false, nil
	}
	b, err := io.ReadAll(io.NewSectionReader(r.file, from, size))
	if err != nil {
		return 0, false, fmt.Errorf("read journal: %w", err)
	}
	for i := 1; i < len(b) && r.skippedBytes <= maxSkipWork; i++ {
		_, n, whole := nextRecord(b[i:])
		if whole {
			return int64(i), true, nil
		}
		if n == 0 && len(b)-i >= headLen { // nextRecord may have computed a checksum over this length
			r.skippedBytes += min(int64(binary.LittleEndian.Uint32(b[i:])), int64(len(b)-i))
		}
	}
	return 0, false, nil
}

// nextSegment returns the number of the first segment after the given one, 0 for none.
func (r *Reader) nextSegment(segment int64) (after int64, err error) {
	err = eachSegment(r.base, func(n int64) error {
		if n > segment && (after == 0 || n < after) {
			after = n
		}
		return nil
	})
	return after, err
}

// End returns the present end of the journal.
func (r *Reader) End() (end Position, err error) {
	err = eachSegment(r.base, func(n int64) error {
		if n <= end.Segment {
			return nil
		}
		info, err := os.Stat(segmentName(r.base, n))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			end = Position{n, info.Size()}
		}
		return err
	})
	return end, err
}

func (r *Reader) Close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
	if cap(r.buf) > 4<<20 {
		r.buf = nil
	}
}
