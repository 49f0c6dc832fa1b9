package wire

import "bytes"

// Counter finds where the frames of one side end, as a Splitter does, without parsing them. It copies only
// the unfinished part of a read. Not safe for concurrent use.
type Counter struct {
	scanner scanner
	max     int64
	base    int64  // offset in the side at which the unfinished frame began
	open    []byte // the unfinished frame
}

// joinStep is how many bytes of a read are first appended to an unfinished frame, to find its end without
// copying the rest of the read.
const joinStep = 1 << 10

// NewCounter returns a counter of the frames that NewSplitter with the same arguments would cut.
func NewCounter(kind FrameKind, maxFrame int64) *Counter {
	return &Counter{scanner: newScanner(kind), max: maxFrame}
}

// Count is a number of frames.
type Count struct {
	Frames int
	Events int // frames that are not comments
}

// Feed takes what one read returned. It returns what the read completed, and the offset in the side at which
// the last complete frame ended. It keeps no reference to p.
func (c *Counter) Feed(p []byte) (n Count, end int64) {
	for step := joinStep; len(c.open) > 0 && len(p) > 0; step *= 2 {
		k := min(step, len(p))
		c.open = append(c.open, p[:k]...)
		used := c.scan(c.open, false, &n)
		left := len(c.open) - used
		if used > 0 && left <= k { // what is left is all of this read
			p = p[k-left:]
			c.open = c.open[:0]
			break
		}
		c.open = c.open[:copy(c.open, c.open[used:])]
		p = p[k:]
	}
	if len(c.open) == 0 && len(p) > 0 {
		used := c.scan(p, false, &n)
		c.open = append(c.open, p[used:]...)
	}
	if len(c.open) == 0 && cap(c.open) > 1<<16 {
		c.open = nil
	}
	return n, c.base
}

// Close counts the frames that the Splitter's Close would return.
func (c *Counter) Close() (n Count, end int64) {
	c.scan(c.open, true, &n)
	c.open = nil
	return n, c.base
}

// scan counts the frames at the start of buf and returns the bytes they take.
func (c *Counter) scan(buf []byte, closing bool, to *Count) (used int) {
	for used < len(buf) {
		n, cut := c.scanner.next(buf[used:], c.base, c.max, closing)
		if n == 0 {
			break
		}
		to.Frames++
		if !c.isComment(buf[used:used+n], cut) {
			to.Events++
		}
		used, c.base = used+n, c.base+int64(n)
	}
	return used
}

// isComment reports whether a Splitter would make the frame a Comment.
func (c *Counter) isComment(raw []byte, cut bool) bool {
	switch c.scanner.(type) {
	case *lineScanner:
		return len(bytes.TrimSpace(raw)) == 0
	case *sseScanner:
		return !cut && !hasData(raw, c.base)
	}
	return false
}
