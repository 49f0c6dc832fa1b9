package redact

import (
	"io"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// codedLimit bounds what is decoded of a body to look for secrets. Beyond it
// nothing is known of the rest, which is then replaced.
const codedLimit = 512 << 20

// maxCodings bounds how many encodings are undone: each costs a decoder.
const maxCodings = 8

// NewCodedRedactor is a Redactor for a body with a Content-Encoding. fresh makes
// one for the body without it. gzip and deflate are undone here, others by
// open; what neither undoes stays only where it is plain text after all. Bytes
// of an encoded body cannot be replaced one by one: from the read on that shows the
// first secret, or that cannot be judged before it must be kept, everything is
// filler, told as one Redaction named "encoded body". Close the Redactor.
func NewCodedRedactor(h http.Header, fresh func() *Redactor, open Opener) *Redactor {
	c := &codedBody{inner: fresh()}
	switch c.inner.mode.(type) {
	case *jsonMode, *eventMode, *formMode:
		c.plain = fresh()
	}
	c.first = c.look
	for _, name := range strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",") {
		// The last was applied last, and is undone first.
		if name = strings.TrimSpace(name); name != "" && name != "identity" && !c.undo(name, open) {
			c.opaque = true
		}
	}
	return &Redactor{key: c.inner.key, where: c.inner.where, whole: c}
}

// Opener undoes one content encoding by its name in lower case. The reader must
// give what it can tell before it reads on.
type Opener func(name string, from io.Reader) (io.Reader, error)

// codedBody looks into an encoded body for secrets.
type codedBody struct {
	inner  *Redactor // sees the body decoded
	plain  *Redactor // sees it as it came: senders name encodings they did not use; nil when it is no text
	stages []*feeder
	blocks []*zstdBlocks
	first  func([]byte)
	seen   int64 // bytes decoded
	opaque bool  // there is an encoding that cannot be undone
	lost   bool  // a decoder gave up
	text   bool  // it begins as text does
	begun  bool  // text says so
	hiding bool
	closed bool
	from   int64
	length int64
}

// undo puts a decoder before those there are.
func (c *codedBody) undo(name string, open Opener) bool {
	if len(c.stages) == maxCodings {
		return false
	}
	sink := c.first
	var f *feeder
	switch name {
	case "gzip", "x-gzip":
		f = newFeeder(decodeWith((*inflater).gzip, sink))
	case "deflate":
		f = newFeeder(decodeWith((*inflater).zlib, sink))
	case "br", "zstd":
		if open == nil {
			return false
		}
		f = newFeeder(c.decodeBy(open, name, sink))
	default:
		return false
	}
	c.stages = append(c.stages, f)
	c.first = func(p []byte) { f.feed(p) }
	if name == "zstd" {
		b := &zstdBlocks{}
		c.blocks = append(c.blocks, b)
		c.first = func(p []byte) {
			b.feed(p)
			f.feed(p)
		}
	}
	return true
}

// decodeWith runs one decoder; what it finds corrupt it leaves: nobody else can
// read it either.
func decodeWith(head func(*inflater) error, sink func([]byte)) func(ask func() []byte) {
	return func(ask func() []byte) {
		f := &inflater{out: sink}
		f.ask = func() bool {
			f.in = ask()
			return f.in != nil
		}
		for head(f) == nil {
		}
		for ask() != nil { // whatever follows
		}
	}
}

// decodeBy runs a decoder from elsewhere. What that finds corrupt others may
// read, so nothing is known of it.
func (c *codedBody) decodeBy(open Opener, name string, sink func([]byte)) func(ask func() []byte) {
	return func(ask func() []byte) {
		r, err := open(name, &asking{ask: ask})
		buf := make([]byte, 32<<10)
		for n := 0; err == nil; {
			n, err = r.Read(buf)
			sink(buf[:n])
		}
		c.lost = c.lost || err != io.EOF
		for ask() != nil {
			c.lost = true
		}
	}
}

// asking is a reader of what a feeder is fed.
type asking struct {
	ask  func() []byte
	rest []byte
}

// Read implements io.Reader.
func (a *asking) Read(p []byte) (int, error) {
	if len(a.rest) == 0 {
		if a.rest = a.ask(); a.rest == nil {
			return 0, io.EOF
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

func (c *codedBody) look(p []byte) {
	c.seen += int64(len(p))
	if c.hiding {
		return
	}
	c.inner.Body(p)
	c.hiding = c.inner.found() || c.seen > codedLimit
}

// body returns p without the secrets that lie open in it, or filler in its
// place.
func (c *codedBody) body(l *redactionList, off int64, p []byte) []byte {
	if !c.hiding {
		if c.judge(p); c.hiding {
			c.from = off
			c.stop(l)
		}
	}
	switch {
	case !c.hiding && c.plain == nil:
		return p
	case !c.hiding:
		out := c.plain.Body(p)
		c.tell(l)
		return out
	}
	c.length += int64(len(p))
	out := make([]byte, len(p))
	for i := range out {
		out[i] = filler
	}
	return out
}

// judge decides whether a read can be kept.
func (c *codedBody) judge(p []byte) {
	c.begin(p)
	if c.opaque {
		c.hiding = c.begun && !c.text
		return
	}
	c.first(p)
	if c.lost {
		c.hiding = c.hiding || !c.text
		return
	}
	for _, b := range c.blocks {
		c.hiding = c.hiding || b.inside()
	}
}

// begin notes whether the first byte that counts is one of JSON, of an event or
// of a form.
func (c *codedBody) begin(p []byte) {
	for _, b := range p {
		if c.begun || b == ' ' || b == '\t' || b == '\r' || b == '\n' {
			continue
		}
		c.begun = true
		if c.plain == nil {
			return
		}
		if _, is := c.plain.mode.(*jsonMode); is {
			c.text = b == '{' || b == '['
		} else {
			c.text = b == ':' || b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z'
		}
	}
}

// tell hands on what was found in the body as it came.
func (c *codedBody) tell(l *redactionList) {
	if c.plain == nil {
		return
	}
	for _, x := range c.plain.Take() {
		l.add(x)
	}
}

func (c *codedBody) pending() (wire.Redaction, bool) {
	switch {
	case c.closed || !c.hiding && c.plain == nil:
		return wire.Redaction{}, false
	case !c.hiding:
		return c.plain.Pending()
	}
	r := wire.Redaction{Where: c.inner.where, Name: "encoded body", Offset: c.from, Length: c.length, Kind: "encoded"}
	switch name := c.inner.first(); {
	case name != "":
		r.Detail = "holds " + name
	case c.opaque:
		r.Detail = "in an encoding that cannot be looked into"
	default:
		r.Detail = "could not be looked into before it was kept"
	}
	return r, c.length > 0
}

// stop ends the looking.
func (c *codedBody) stop(l *redactionList) {
	for _, s := range c.stages {
		s.close()
	}
	if c.plain != nil {
		c.plain.Close()
		c.tell(l)
	}
}

func (c *codedBody) close(l *redactionList) {
	c.stop(l)
	if x, ok := c.pending(); ok && c.hiding {
		l.add(x)
	}
	c.closed = true
}
