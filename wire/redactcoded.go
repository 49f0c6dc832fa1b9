package wire

import (
	"net/http"
	"strings"
)

// codedLimit bounds what is decoded of a body to look for secrets. Beyond it
// nothing is known of the rest, which is then replaced.
const codedLimit = 512 << 20

// NewCodedRedactor is NewRedactor (or, with form, NewFormRedactor) for a body
// with a Content-Encoding: gzip or deflate, in any nesting. Bytes of a
// compressed body cannot be replaced one by one, so from the read on that shows
// the first secret everything is filler, told as one Redaction named "encoded
// body". nil is returned for encodings that cannot be undone. Close the Redactor.
func NewCodedRedactor(h http.Header, inner *Redactor) *Redactor {
	names := strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",")
	c := &codedBody{inner: inner}
	sink := c.look
	for _, name := range names { // the last was applied last, and is undone first
		name = strings.TrimSpace(name)
		if name == "" || name == "identity" {
			continue
		}
		var head func(*inflater) error
		switch name {
		case "gzip", "x-gzip":
			head = (*inflater).gzip
		case "deflate":
			head = (*inflater).zlib
		}
		if head == nil || len(c.stages) == maxCodings {
			c.close()
			return nil
		}
		f := newFeeder(decodeWith(head, sink))
		c.stages = append(c.stages, f)
		sink = func(p []byte) { f.feed(p) }
	}
	c.first = sink
	return &Redactor{key: inner.key, where: inner.where, coded: c}
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

// codedBody looks into an encoded body for secrets.
type codedBody struct {
	inner  *Redactor
	stages []*feeder
	first  func([]byte)
	seen   int64 // bytes decoded
	hiding bool
	from   int64
	length int64
}

func (c *codedBody) look(p []byte) {
	c.seen += int64(len(p))
	if c.hiding {
		return
	}
	c.inner.Body(p)
	c.hiding = len(c.inner.Found()) > 0 || c.seen > codedLimit
}

// body returns p, or filler in its place.
func (c *codedBody) body(off int64, p []byte) []byte {
	if !c.hiding {
		c.first(p)
		if c.hiding {
			c.from = off
			c.close()
		}
	}
	if !c.hiding {
		return p
	}
	c.length += int64(len(p))
	out := make([]byte, len(p))
	for i := range out {
		out[i] = filler
	}
	return out
}

func (c *codedBody) found() []Redaction {
	if !c.hiding {
		return nil
	}
	r := Redaction{Where: c.inner.where, Name: "encoded body", Offset: c.from, Length: c.length, Kind: "encoded"}
	if f := c.inner.Found(); len(f) > 0 {
		r.Detail = "holds " + f[0].Name
	}
	return []Redaction{r}
}

func (c *codedBody) close() {
	for _, s := range c.stages {
		s.close()
	}
}
