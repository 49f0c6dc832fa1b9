package recorder

import (
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/redact"
)

// track is one side of a tape: what its bytes are cut and redacted by. Its
// tape's lock guards it.
type track struct {
	reads    int64
	total    int64
	kept     int64
	counter  *wire.Counter    // nil for whole bodies, which need no cutting
	frames   int              // complete
	next     int64            // offset after the last complete frame
	kind     redact.BodyKind  // of the body, for redactor
	redactor *redact.Redactor // nil before the first byte, and when nothing can be secret
	begun    bool             // redactor is what kind asks for
	pending  int64            // where the secret ends, so far, that the journal knows to go on
	stopped  bool             // the journal had no room: what follows is counted only
	gap      *wire.Gap        // what is missing
}

// write says how the body to come is written.
func (t *track) write(k redact.BodyKind) { t.kind, t.begun, t.pending = k, false, 0 }

// frame says sides' framing.
func (t *track) frame(kind wire.FrameKind) {
	if kind != wire.Body && t.total == 0 {
		t.counter = wire.NewCounter(kind, FrameLimit)
	}
}

// take accounts for one read and returns what to store of it. The chunk may
// share memory with p.
func (t *track) take(side wire.Side, p []byte, waited bool, limit int64) chunk {
	c := chunk{side: side, read: t.reads, off: t.kept, waited: waited, frame: t.frames, start: t.kept}
	if t.next < t.kept {
		c.frame, c.start = t.frames+1, t.next
	}
	t.total += int64(len(p))
	if room := limit - t.kept; int64(len(p)) > room || t.reads >= maxReads {
		p = p[:max(room, 0)]
	}
	if len(p) > 0 && !t.stopped {
		t.keep(&c, p)
	}
	c.total, c.kept = t.total, t.kept
	return c
}

// drop takes back what take kept of a read of n bytes, which found no room, and
// keeps nothing from then on. It reports whether a gap begins.
func (t *track) drop(c *chunk, n int64, at time.Time, why, problem string) bool {
	if len(c.data) > 0 {
		t.kept, t.reads = c.off, c.read
	}
	t.stopped = true
	return t.miss(c.side, n, at, why, problem)
}

// limited counts n bytes that are over the limit of what is kept. It reports
// whether a gap begins.
func (t *track) limited(side wire.Side, n int64, at time.Time, limit int64) bool {
	return t.miss(side, n, at, wire.WhyLimit, fmt.Sprintf("The body is longer than the %d bytes that are kept of one.", limit))
}

func (t *track) miss(side wire.Side, n int64, at time.Time, why, problem string) (begins bool) {
	if begins = t.gap == nil; begins {
		t.gap = &wire.Gap{Side: side, Offset: t.kept, From: at, Why: why, Problem: problem}
	}
	t.gap.Bytes += n
	t.gap.To = at
	return begins
}

func (t *track) keep(c *chunk, p []byte) {
	c.data = p
	if t.redactor != nil {
		c.data = t.redactor.Body(p)
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

// news returns what was redacted since the last time, and how far a secret came
// that goes on.
func (t *track) news() []wire.Redaction {
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

// requestFraming is how a request's body is framed before its answer tells more.
func requestFraming(h http.Header) wire.FrameKind {
	if kind := wire.FramingOf(h); kind == wire.GRPC {
		return kind
	}
	return wire.Body
}
