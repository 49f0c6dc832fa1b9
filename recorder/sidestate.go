package recorder

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// sideState is one side of a tape: what its bytes are cut and redacted by. Its
// tape's lock guards it.
type sideState struct {
	reads         int64
	total         int64
	recordedBytes int64
	counter       *wire.Counter    // nil for whole bodies, which need no cutting
	count         wire.Count       // complete frames
	next          int64            // offset after the last complete frame
	kind          redact.BodyKind  // of the body, for redactor
	redactor      *redact.Redactor // nil before the first byte, and when nothing can be secret
	isReady       bool             // redactor is what kind asks for
	pending       int64            // where the secret ends, so far, that the journal knows to go on
	heldReads     []arrival        // kept back by the redactor, in part
	part          []byte           // of them: what is settled, less than the first
	ready         []arrival        // settled by the last read; its memory is used again
	encoded       bool             // what comes in frames, of which only a reader can count the frames
	isFull        bool             // the journal had no room: what follows is counted only
	gap           *wire.Gap        // what is missing
}

// write says how the body to come is written.
func (t *sideState) write(k redact.BodyKind) { t.kind, t.isReady, t.pending = k, false, 0 }

// frame says sides' framing.
func (t *sideState) frame(kind wire.FrameKind) {
	if kind != wire.Body && t.total == 0 {
		t.counter = wire.NewCounter(kind, MaxFrameBytes)
	}
}

// arrival is what one read from the socket brought.
type arrival struct {
	at     time.Time
	waited bool
	size   int
	data   []byte // as it is kept; may share memory with what was read
}

// clipToLimit is as much of a read as is kept.
func (t *sideState) clipToLimit(p []byte, limit int64) []byte {
	if t.reads+int64(len(t.heldReads)) >= database.MaxReads {
		return nil
	}
	room := max(limit-t.recordedBytes-t.heldBytes(), 0)
	return p[:min(room, int64(len(p)))]
}

// heldBytes is how many bytes are kept back.
func (t *sideState) heldBytes() (n int64) {
	for _, r := range t.heldReads {
		n += int64(r.size)
	}
	return n
}

// redact takes the secrets out of a read. It returns the reads that can be kept
// now: that one, unless the redactor keeps some of it back, and those that it kept
// back before. The result is the side's until it is called again.
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

// release returns the reads of which all is settled, with more of what was kept
// back.
func (t *sideState) release(more []byte) []arrival {
	t.part = append(t.part, more...)
	for len(t.heldReads) > 0 && len(t.part) >= t.heldReads[0].size {
		r := t.heldReads[0]
		r.data, t.part = t.part[:r.size:r.size], t.part[r.size:]
		t.ready, t.heldReads = append(t.ready, r), t.heldReads[1:]
	}
	return t.ready
}

// account accounts for a read that is kept, or for one of which nothing is, and
// returns what to store.
func (t *sideState) account(side wire.Side, data []byte, waited bool) entry.Chunk {
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

// addFrames adds to the frames that are complete.
func (t *sideState) addFrames(n wire.Count) {
	t.count.Frames += n.Frames
	t.count.Events += n.Events
}

// drop takes back what account kept, for which there was no room, and keeps nothing
// from then on, neither of the n bytes that are missing nor of later ones. It
// reports whether a gap begins.
func (t *sideState) drop(c *entry.Chunk, n int64, at time.Time, why, problem string) bool {
	if len(c.Data) > 0 {
		t.recordedBytes, t.reads = c.Off, c.Read
	}
	t.isFull, t.heldReads, t.part = true, nil, nil
	return t.addMissing(c.Side, n, at, why, problem)
}

// addOverLimit counts n bytes that are over the limit of what is kept. It reports
// whether a gap begins.
func (t *sideState) addOverLimit(side wire.Side, n int64, at time.Time, limit int64) bool {
	return t.addMissing(side, n, at, wire.GapLimit, fmt.Sprintf("The body is longer than the %d bytes that are kept of one.", limit))
}

// addMissing counts n bytes that are missing after those kept and those kept back, which
// join them later. It reports whether a gap begins.
func (t *sideState) addMissing(side wire.Side, n int64, at time.Time, why, problem string) (begins bool) {
	from := t.recordedBytes + t.heldBytes()
	if begins = t.gap == nil; begins {
		t.gap = &wire.Gap{Side: side, Offset: from, From: at, Cause: why, Problem: problem}
	}
	t.gap.Offset = min(t.gap.Offset, from) // for what was kept back there may have been no room
	t.gap.Bytes += n
	t.gap.To = at
	return begins
}

// newRedactions returns what was redacted since the last time, and how far a secret came
// that goes on.
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
