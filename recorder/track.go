package recorder

import (
	"bytes"
	"net/http"

	"github.com/a2a-console/a2a-console/wire"
)

// track is one side of a tape: what its bytes are cut and redacted by. Its
// tape's lock guards it.
type track struct {
	reads    int64
	total    int64
	kept     int64
	counter  *wire.Counter  // nil for whole bodies, which need no cutting
	frames   int            // complete
	next     int64          // offset after the last complete frame
	kind     wire.BodyKind  // of the body, for redactor
	redactor *wire.Redactor // nil before the first byte, and when nothing can be secret
	begun    bool           // redactor is what kind asks for
	stopped  bool           // the queue had no room: what follows is counted only
}

// write says how the body to come is written.
func (t *track) write(k wire.BodyKind) { t.kind, t.begun = k, false }

// frame says sides' framing.
func (t *track) frame(kind wire.FrameKind) {
	if kind != wire.Body && t.total == 0 {
		t.counter = wire.NewCounter(kind, FrameLimit)
	}
}

// take accounts for one read and returns what to store of it.
func (t *track) take(side wire.Side, p []byte, waited bool, limit int64) *chunk {
	c := &chunk{side: side, read: t.reads, off: t.kept, waited: waited, frame: t.frames, start: t.kept}
	if t.next < t.kept {
		c.frame, c.start = t.frames+1, t.next
	}
	t.total += int64(len(p))
	if room := limit - t.kept; int64(len(p)) > room || t.reads >= maxReads {
		p = p[:max(room, 0)]
	}
	if len(p) > 0 && !t.stopped {
		t.keep(c, p)
	}
	c.total, c.kept = t.total, t.kept
	return c
}

// drop takes back what take kept, which found no room in the queue, and keeps
// nothing from then on. Chunks are dropped in the order in which they were
// taken, each once.
func (t *track) drop(c *chunk) {
	if len(c.data) > 0 {
		if !t.stopped {
			t.kept, t.reads = c.off, c.read
		}
		c.data = nil
	}
	t.stopped = true
	c.kept = t.kept
}

func (t *track) keep(c *chunk, p []byte) {
	c.data = p
	if t.redactor != nil {
		c.data = t.redactor.Body(p)
	}
	if len(c.data) > 0 && &c.data[0] == &p[0] {
		c.data = bytes.Clone(p)
	}
	t.reads++
	t.kept += int64(len(p))
	if t.counter == nil {
		return
	}
	done, end := t.counter.Feed(c.data)
	t.frames += done
	t.next = end
}

// requestFraming is how a request's body is framed before its answer tells more.
func requestFraming(h http.Header) wire.FrameKind {
	if kind := wire.FramingOf(h); kind == wire.GRPC {
		return kind
	}
	return wire.Body
}
