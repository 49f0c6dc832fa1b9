package wire

// Counter finds where the frames of one side end, as a Splitter does, but reads
// none of them: it copies only what a read leaves unfinished. Not safe for
// concurrent use.
type Counter struct {
	scanner scanner
	max     int64
	base    int64  // offset in the side at which the unfinished frame began
	open    []byte // the unfinished frame
}

// joinStep is how much of a read is first put behind an unfinished frame, to find
// its end without copying the rest.
const joinStep = 1 << 10

// NewCounter returns a counter that counts what NewSplitter, given the same,
// would cut.
func NewCounter(kind FrameKind, maxFrame int64) *Counter {
	return &Counter{scanner: newScanner(kind), max: maxFrame}
}

// Feed takes what one read returned and says how many frames it completed, and
// at which offset of the side the last of all so far ended. It keeps no
// reference to p.
func (c *Counter) Feed(p []byte) (frames int, end int64) {
	for step := joinStep; len(c.open) > 0 && len(p) > 0; step *= 2 {
		k := min(step, len(p))
		c.open = append(c.open, p[:k]...)
		n, used := c.scan(c.open, false)
		frames += n
		left := len(c.open) - used
		if n > 0 && left <= k { // what is left is all of this read
			p = p[k-left:]
			c.open = c.open[:0]
			break
		}
		c.open = c.open[:copy(c.open, c.open[used:])]
		p = p[k:]
	}
	if len(c.open) == 0 && len(p) > 0 {
		n, used := c.scan(p, false)
		frames += n
		c.open = append(c.open, p[used:]...)
	}
	if len(c.open) == 0 && cap(c.open) > 1<<16 {
		c.open = nil
	}
	return frames, c.base
}

// Close counts what is left as the Splitter's Close would return it.
func (c *Counter) Close() (frames int, end int64) {
	n, _ := c.scan(c.open, true)
	c.open = nil
	return n, c.base
}

// scan counts the frames at the start of buf and the bytes they take.
func (c *Counter) scan(buf []byte, closing bool) (frames, used int) {
	for used < len(buf) {
		n, _ := c.scanner.next(buf[used:], c.base, c.max, closing)
		if n == 0 {
			break
		}
		frames, used, c.base = frames+1, used+n, c.base+int64(n)
	}
	return frames, used
}
