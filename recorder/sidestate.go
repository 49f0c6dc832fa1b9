package recorder

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// sideState holds the framing and redaction state of one side of an exchange. A tape's lock guards its
// sides.
type sideState struct {
	reads         int64
	total         int64
	recordedBytes int64
	counter       *wire.Counter    // nil for whole bodies, which are not cut
	count         wire.Count       // complete frames
	next          int64            // offset after the last complete frame
	kind          redact.BodyKind  // of the body, for redactor
	redactor      *redact.Redactor // nil before the first byte, and when nothing can be secret
	isReady       bool             // redactor matches kind
	pending       int64            // end of an unfinished secret, as the journal knows it
	heldReads     []arrival        // kept back by the redactor, at least in part
	part          []byte           // redacted bytes of heldReads, fewer than the first of them has
	ready         []arrival        // completed by the last read; its memory is reused
	encoded       bool             // frames are encoded, so only the labeller can count them
	isFull        bool             // the journal had no room; later bytes are only counted
	gap           *wire.Gap        // missing bytes
}

// setBodyKind sets the kind of the next body.
func (t *sideState) setBodyKind(k redact.BodyKind) { t.kind, t.isReady, t.pending = k, false, 0 }

func (t *sideState) setFraming(kind wire.FrameKind) {
	if kind != wire.Body && t.total == 0 {
		t.counter = wire.NewCounter(kind, MaxFrameBytes)
	}
}

type arrival struct {
	at     time.Time
	waited bool
	size   int
	data   []byte // as recorded; may share memory with what was read
}

// clipToLimit returns the part of a read that may be recorded.
func (t *sideState) clipToLimit(p []byte, limit int64) []byte {
	if t.reads+int64(len(t.heldReads)) >= database.MaxReads {
		return nil
	}
	room := max(limit-t.recordedBytes-t.heldBytes(), 0)
	return p[:min(room, int64(len(p)))]
}

// heldBytes returns the size of the reads that the redactor keeps back, at least in part.
func (t *sideState) heldBytes() (n int64) {
	for _, r := range t.heldReads {
		n += int64(r.size)
	}
	return n
}

// redact redacts a read. It returns the reads that can be recorded now: this one, unless the redactor keeps
// some of it back, and earlier ones that it kept back. The result is valid until the next call.
func (t *sideState) redact(at time.Time, p []byte, waited bool) []arrival {
	r := arrival{at: at, waited: waited, size: len(p), data: p}
	t.ready = t.ready[:0]
	if t.redactor != nil {
		r.data = t.redactor.Body(p)
	}
	if len(t.heldReads) == 0 && len(r.data) == len(p) {
		t.ready = append(t.ready, r)
		return t.ready
	}
	t.heldReads = append(t.heldReads, arrival{at: at, waited: waited, size: len(p)})
	return t.release(r.data)
}

// release adds redacted bytes to what was kept back, and returns the reads that are now complete.
func (t *sideState) release(more []byte) []arrival {
	t.part = append(t.part, more...)
	for len(t.heldReads) > 0 && len(t.part) >= t.heldReads[0].size {
		r := t.heldReads[0]
		r.data, t.part = t.part[:r.size:r.size], t.part[r.size:]
		t.ready, t.heldReads = append(t.ready, r), t.heldReads[1:]
	}
	return t.ready
}

// countRead counts a read, of which data is recorded (nil for nothing), and returns the chunk to store.
func (t *sideState) countRead(side wire.Side, data []byte, waited bool) entry.Chunk {
	c := entry.Chunk{Side: side, Read: t.reads, Off: t.recordedBytes, WasDelayed: waited, Frame: t.count.Frames, Start: t.recordedBytes}
	if t.next < t.recordedBytes {
		c.Frame, c.Start = t.count.Frames+1, t.next
	}
	if len(data) > 0 {
		c.Data = data
		t.reads++
		t.recordedBytes += int64(len(data))
		if t.counter != nil {
			n, end := t.counter.Feed(data)
			t.addFrames(n)
			t.next = end
		}
	}
	c.Total, c.Recorded = t.total, t.recordedBytes
	return c
}

func (t *sideState) addFrames(n wire.Count) {
	t.count.Frames += n.Frames
	t.count.Events += n.Events
}

// drop undoes countRead for a chunk without room in the journal, and stops recording this side. n is how many
// bytes are missing. It reports whether a gap begins.
func (t *sideState) drop(c *entry.Chunk, n int64, at time.Time, cause, problem string) bool {
	if len(c.Data) > 0 {
		t.recordedBytes, t.reads = c.Off, c.Read
	}
	t.isFull, t.heldReads, t.part = true, nil, nil
	return t.addMissing(c.Side, n, at, cause, problem)
}

// addOverLimit counts n bytes beyond the limit of a body. It reports whether a gap begins.
func (t *sideState) addOverLimit(side wire.Side, n int64, at time.Time, limit int64) bool {
	return t.addMissing(side, n, at, wire.GapLimit, fmt.Sprintf("The body is longer than %d bytes, which is the limit for recording.", limit))
}

// addMissing counts n missing bytes that follow those recorded and those kept back, which are recorded later.
// It reports whether a gap begins.
func (t *sideState) addMissing(side wire.Side, n int64, at time.Time, cause, problem string) (begins bool) {
	from := t.recordedBytes + t.heldBytes()
	if begins = t.gap == nil; begins {
		t.gap = &wire.Gap{Side: side, Offset: from, From: at, Cause: cause, Problem: problem}
	}
	t.gap.Offset = min(t.gap.Offset, from) // bytes kept back may have found no room since
	t.gap.Bytes += n
	t.gap.To = at
	return begins
}

// newRedactions returns the redactions since the last call, and the unfinished one if it grew.
func (t *sideState) newRedactions() []wire.Redaction {
	if t.redactor == nil {
		return nil
	}
	news := t.redactor.Take()
	if x, ok := t.redactor.Pending(); ok && x.Offset+x.Length != t.pending {
		t.pending = x.Offset + x.Length
		news = append(news, x)
	}
	return news
}
