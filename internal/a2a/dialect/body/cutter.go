package body

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// What is read of a body.
const (
	FrameLimit = 16 << 20 // bytes of one frame; a longer one comes in pieces
	BodyLimit  = 64 << 20 // bytes of a body that is one document

	// Unfolded is how many frames of a compressed body are read: they take far
	// more time than the bytes that they unfold from.
	Unfolded = 20_000
)

// Cutter cuts a body into frames as its bytes come, its encodings undone. How it was
// cut into reads changes no frame, only their times. It holds on to a body that
// is one document, of others to an unfinished frame at most. Not safe for
// concurrent use.
type Cutter struct {
	coded *coding.Stream // nil: there is no encoding
	sniff sniffer
	known wire.FrameKind // "" while the first bytes do not tell
	first []arrival      // what came before it was known
	split *wire.Splitter // of what is no Body
	whole []byte         // what is one, or may be
	size  int64          // bytes, its encodings undone
	count int            // frames that were cut
	over  bool           // no more is read
	err   error
}

// arrival is when a body had come up to a length.
type arrival struct {
	at   time.Time
	upTo int
}

// NewCutter returns a cutter for the body of a response. The budget bounds what
// its encodings unfold to.
func NewCutter(h *wire.Head, b *coding.Budget) *Cutter {
	c := &Cutter{coded: coding.NewStream(h.Header, b), sniff: newSniffer(h.Status, h.Header)}
	c.settle(false, nil)
	return c
}

// NewWhole returns a cutter for a body that is one document, as requests are.
func NewWhole(h http.Header, b *coding.Budget) *Cutter {
	return &Cutter{coded: coding.NewStream(h, b), known: wire.Body}
}

// NewFramed returns a cutter for what is known to be framed in a way, from the
// beginning of one of its frames on, without an encoding.
func NewFramed(kind wire.FrameKind) *Cutter {
	c := &Cutter{known: kind}
	if kind != wire.Body {
		c.split = wire.NewSplitter(kind, FrameLimit)
	}
	return c
}

// Kind is how the body is framed; "" while that is not known.
func (c *Cutter) Kind() wire.FrameKind { return c.known }

// Coded reports whether the body has an encoding.
func (c *Cutter) Coded() bool { return c.coded != nil }

// Held is how many bytes are held of a body that is one document, or may be.
func (c *Cutter) Held() int {
	if c.coded == nil {
		return len(c.whole)
	}
	return len(c.whole) + c.coded.Held()
}

// Err says why not all of the body is read, or not as it was before it was
// encoded; nil when it is.
func (c *Cutter) Err() error { return c.err }

// Feed takes what one read returned and gives the frames that it completed, which
// may share memory. It keeps no reference to p.
func (c *Cutter) Feed(at time.Time, p []byte, give func(wire.Frame)) {
	if c.coded != nil {
		p = c.coded.Feed(p)
		c.note(c.coded.Err())
	}
	c.add(at, p, give)
}

// Close says that no more comes and gives what is left: a Body, if it is one, even
// when it is empty.
func (c *Cutter) Close(at time.Time, give func(wire.Frame)) {
	if c.coded != nil {
		p, err := c.coded.Close()
		c.note(err)
		c.add(at, p, give)
	}
	if c.known == "" {
		c.settle(true, give)
	}
	switch {
	case c.over:
	case c.known == wire.Body:
		give(wire.Frame{Kind: wire.Body, At: at, Complete: at, Length: int64(len(c.whole)), Raw: c.whole, Data: c.whole})
	default:
		for _, f := range c.split.Close(at) {
			c.give(f, give)
		}
	}
	c.over, c.whole = true, nil
}

// Size is how many bytes came so far, encodings undone.
func (c *Cutter) Size() int64 { return c.size }

func (c *Cutter) add(at time.Time, p []byte, give func(wire.Frame)) {
	c.size += int64(len(p))
	c.cut(at, p, give)
}

func (c *Cutter) cut(at time.Time, p []byte, give func(wire.Frame)) {
	switch {
	case len(p) == 0 || c.over:
	case c.split != nil:
		c.split.Each(at, p, func(f wire.Frame) { c.give(f, give) })
	default:
		if room := BodyLimit - len(c.whole); len(p) > room {
			p = p[:room]
			c.note(fmt.Errorf("%w: it has more than %d bytes", coding.ErrTooLong, BodyLimit))
		}
		c.whole = append(c.whole, p...)
		if c.known == "" {
			c.first = append(c.first, arrival{at, len(c.whole)})
			c.settle(false, give)
		}
	}
}

// settle finds out how the body is framed, if what came tells, and cuts that.
func (c *Cutter) settle(whole bool, give func(wire.Frame)) {
	kind, sure := c.sniff.kind(c.whole, whole)
	if !sure && !whole {
		return
	}
	if c.known = kind; kind == wire.Body {
		c.first = nil
		return
	}
	c.split = wire.NewSplitter(kind, FrameLimit)
	from, all, list := 0, c.whole, c.first
	c.whole, c.first = nil, nil
	for _, a := range list {
		c.cut(a.at, all[from:a.upTo], give)
		from = a.upTo
	}
}

func (c *Cutter) give(f wire.Frame, give func(wire.Frame)) {
	if c.over {
		return
	}
	if c.count++; c.coded != nil && c.count > Unfolded {
		c.over = true
		c.note(fmt.Errorf("%w: it unfolds to more than %d frames", coding.ErrTooLong, Unfolded))
		return
	}
	give(f)
}

func (c *Cutter) note(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Frames cuts a body that is wholly known, its encodings undone, into at most so
// many frames.
func Frames(kind wire.FrameKind, plain []byte, at time.Time, most int) []wire.Frame {
	var out []wire.Frame
	for f := range wire.Frames(kind, 0, []wire.Chunk{{At: at, Data: plain}}) {
		if out = append(out, f); len(out) >= most {
			break
		}
	}
	return slices.Clip(out)
}
