package redact

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// maxHeld bounds what is kept back of a body to look into it first.
const maxHeld = 1 << 20

// encodedBody redacts an encoded body. Bytes of an encoded body cannot be replaced one
// by one: from the first that may belong to a secret on, everything is filler, and is
// one Redaction named "encoded body". Input that a decoder has not produced yet is kept
// back.
type encodedBody struct {
	inner   []*Redactor // each sees what one decoder gives
	plain   *Redactor   // gets it as it came: senders name encodings they did not use
	stages  []*stage    // that applied last first
	secrets textSecrets
	budget  *coding.Budget
	opaque  bool // an encoding cannot be decoded

	held    []byte // not settled
	fed     int64  // bytes of the body
	cleared int64  // of them: up to here everything was decoded and has no secret
	text    bool   // it begins as text does
	last    byte   // looked at, for text
	begun   bool   // text says so
	hiding  bool
	reason  string
	from    int64
	length  int64
}

func newEncodedBody(r *Redactor, ts textSecrets, codings []string) *encodedBody {
	c := &encodedBody{budget: coding.NewBudget(coding.ReadLimit), secrets: ts}
	c.plain = r.with(&textMode{secrets: ts})
	c.opaque = len(codings) > coding.MaxLayers
	for _, name := range codings {
		c.opaque = c.opaque || !slices.Contains(decodable, name)
	}
	if c.opaque {
		c.reason = notLookedInto
		return c
	}
	sink := c.inspector()
	for i := len(codings) - 1; i >= 0; i-- {
		s := newStage(codings[i], c.budget, sink)
		c.stages = append([]*stage{s}, c.stages...)
		look := c.inspector() // senders name an encoding twice
		sink = func(p []byte) {
			look(p)
			s.Feed(p)
		}
	}
	first := c.stages[0]
	look := first.sink
	first.sink = func(p []byte) {
		look(p)
		if c.innerClear() {
			c.cleared = first.decoded
		}
	}
	return c
}

// decodable are the encodings that are decoded to be inspected.
var decodable = wordsOf("coding")

// innerClear reports that all decoders but the first have produced all of their input.
func (c *encodedBody) innerClear() bool {
	return !slices.ContainsFunc(c.stages[1:], func(s *stage) bool { return !s.broken && !s.clear() })
}

// body returns what may go: as it came, but for secrets in plain text, or filler in its
// place.
func (c *encodedBody) body(l *redactionList, off int64, p []byte) []byte {
	if c.hiding {
		return c.fill(len(p))
	}
	c.judgeStart(p)
	c.fed += int64(len(p))
	if c.opaque {
		if c.hiding = c.begun && !c.text; c.hiding {
			c.from = off
			c.plain.Close()
			c.report(l)
			return c.fill(len(p))
		}
		return c.redactPlain(l, p)
	}
	c.held = append(c.held, p...)
	c.budget.Earn(len(p))
	c.stages[0].Feed(p)
	c.decideRelease()
	return c.release(l)
}

// decideRelease decides what may go.
func (c *encodedBody) decideRelease() {
	switch {
	case c.hiding:
	case c.budget.Exceeded():
		c.hiding, c.reason = true, tooLarge
	case !c.text && c.othersMayDecode():
		c.hiding, c.reason = true, notUndone
	case c.stages[0].broken, c.stages[0].clear() && c.innerClear():
		c.cleared = c.fed
	case c.fed-c.cleared > maxHeld:
		c.hiding, c.reason = true, tooLong
	}
}

// othersMayDecode reports that what a decoder here refused may be valid for others:
// br and zstd have window sizes that are refused here.
func (c *encodedBody) othersMayDecode() bool {
	return slices.ContainsFunc(c.stages, func(s *stage) bool { return s.broken && (s.name == "br" || s.name == "zstd") })
}

// release returns what was kept back and may go now.
func (c *encodedBody) release(l *redactionList) []byte {
	start := c.fed - int64(len(c.held))
	if c.hiding {
		n := len(c.held)
		c.from, c.held = start, nil
		c.plain.Close()
		c.report(l)
		c.stopDecoders()
		return c.fill(n)
	}
	n := c.cleared - start
	out := c.redactPlain(l, c.held[:n:n])
	c.held = c.held[n:]
	return out
}

// redactPlain redacts what is not encoded after all.
func (c *encodedBody) redactPlain(l *redactionList, p []byte) []byte {
	if !c.text && (c.opaque || !c.stages[0].broken) {
		c.plain.off += int64(len(p))
		return p
	}
	out := c.plain.Body(p)
	c.report(l)
	return out
}

func (c *encodedBody) fill(n int) []byte {
	c.length += int64(n)
	return fill(make([]byte, n))
}

// judgeStart notes whether the body begins as JSON, an event or a form does, and goes
// on as text, as far as is looked at.
func (c *encodedBody) judgeStart(p []byte) {
	for i, b := range p {
		if c.begun && c.fed+int64(i) > headKept {
			break
		}
		space := b == ' ' || b == '\t' || b == '\r' || b == '\n'
		odd := b < ' ' && !space || b >= 0x80 && b < 0xc0 && c.last < 0x80 // which goes on with no character
		if c.last = b; c.begun && odd {
			c.text = false
			break
		}
		if c.begun || space {
			continue
		}
		c.begun = true
		c.text = b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '{' || b == '[' || b == ':'
	}
}

// report adds what was found in plain text to the list.
func (c *encodedBody) report(l *redactionList) {
	for _, x := range c.plain.Take() {
		l.add(x)
	}
}

func (c *encodedBody) pending() (wire.Redaction, bool) {
	if !c.hiding {
		return c.plain.Pending()
	}
	r := wire.Redaction{Where: c.plain.where, Name: "encoded body", Offset: c.from, Length: c.length, Kind: encoded, Detail: c.reason}
	for _, in := range c.inner {
		if name := in.first(); name != "" {
			r.Detail = "holds " + name
			break
		}
	}
	return r, c.length > 0
}

// stopDecoders ends the inspection.
func (c *encodedBody) stopDecoders() {
	for _, s := range c.stages {
		s.Close()
	}
}

func (c *encodedBody) close(l *redactionList) []byte {
	var rest []byte
	if !c.hiding && !c.opaque {
		c.stopDecoders() // which produces what was still missing
		if c.decideRelease(); !c.hiding && c.cleared < c.fed {
			c.hiding, c.reason = true, wire.EncodedWithoutEnd
		}
		rest = c.release(l)
	}
	if x, ok := c.pending(); ok && c.hiding {
		l.add(x)
		c.length = 0
		return rest
	}
	c.plain.Close()
	c.report(l)
	return rest
}

// inspector looks for secrets in what a decoder gives.
func (c *encodedBody) inspector() func([]byte) {
	inner := c.plain.with(&textMode{secrets: c.secrets})
	c.inner = append(c.inner, inner)
	return func(p []byte) {
		if !c.hiding {
			inner.Body(p)
			c.hiding = inner.hasRedacted()
		}
	}
}
