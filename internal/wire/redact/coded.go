package redact

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// heldMost bounds what is kept back of a body to look into it first.
const heldMost = 1 << 20

// codedBody looks into an encoded body for secrets. Bytes of an encoded body
// cannot be replaced one by one: from the first on that may belong to a secret,
// everything is filler, told as one Redaction named "encoded body". What a
// decoder took and has not told yet is kept back.
type codedBody struct {
	inner   []*Redactor  // each sees what one decoder gives
	plain   *Redactor    // sees it as it came: senders name encodings they did not use
	stages  []*stage     // that applied last first
	feed    func([]byte) // gives the body to the first of them
	first   *stage       // of the encoding that the bytes tell of where the head names another
	guessed []*stage     // that, and others that only the bytes tell of
	how     textPlaces
	budget  *coding.Budget
	claim   bool // its head says that it is encoded
	opaque  bool // there is an encoding that cannot be undone

	held   []byte // not settled
	fed    int64  // bytes of the body
	sure   int64  // of them: up to here all was told and is clear
	text   bool   // it begins as text does
	begun  bool   // text says so
	worded bool   // its first character is one of names
	broken bool   // a decoder gave up
	hiding bool
	why    string
	from   int64
	length int64
}

func newCodedBody(r *Redactor, how textPlaces, codings []string, told string, claim bool) *codedBody {
	c := &codedBody{budget: coding.NewBudget(coding.ReadLimit), claim: claim, how: how}
	c.plain = &Redactor{key: r.key, where: r.where, mode: &textMode{how: how}}
	c.opaque = len(codings) > coding.MaxLayers
	for _, name := range codings {
		c.opaque = c.opaque || !undone(name)
	}
	if c.opaque {
		c.why = "in an encoding that cannot be looked into"
		return c
	}
	sink := c.looker(len(codings))
	for i := len(codings) - 1; i >= 0; i-- {
		c.stages = append([]*stage{newStage(codings[i], c.budget, sink)}, c.stages...)
		sink = c.watched(c.stages[0])
	}
	c.feed = sink
	if told != "" {
		c.first = c.guess(told, len(codings))
	}
	first := c.stages[0]
	look := first.sink
	first.sink = func(p []byte) {
		look(p)
		if c.innerClear() {
			c.sure = first.told
		}
	}
	return c
}

// undone reports the encodings that are looked into.
func undone(name string) bool {
	switch name {
	case "gzip", "x-gzip", "deflate", "br", "zstd":
		return true
	}
	return false
}

// guessClear reports that the decoders of what only the bytes tell of told what
// they took.
func (c *codedBody) guessClear() bool {
	return !slices.ContainsFunc(c.guessed, func(s *stage) bool { return !s.broken && !s.clear() })
}

// innerClear reports that all decoders but the first told what they took.
func (c *codedBody) innerClear() bool {
	if !c.guessClear() {
		return false
	}
	for _, s := range c.stages[1:] {
		if !s.broken && !s.clear() {
			return false
		}
	}
	return true
}

// body returns what is settled: as it came, but for the secrets that lie open in
// it, or filler in its place.
func (c *codedBody) body(l *redactionList, off int64, p []byte) []byte {
	if c.hiding {
		return c.fill(len(p))
	}
	c.begin(p)
	c.fed += int64(len(p))
	if c.opaque {
		if c.hiding = c.begun && !c.text; c.hiding {
			c.from = off
			c.plain.Close()
			c.tell(l)
			return c.fill(len(p))
		}
		return c.open(l, p)
	}
	c.held = append(c.held, p...)
	c.budget.Earn(len(p))
	if c.first != nil && !c.first.broken {
		c.first.Feed(p)
	}
	c.feed(p)
	c.settle()
	return c.release(l)
}

// settle decides what can be let go.
func (c *codedBody) settle() {
	broken := c.stages[0].broken
	switch {
	case c.hiding:
	case c.budget.Exceeded():
		c.hiding, c.why = true, "unfolds to more than is looked into"
	case c.claim && !c.text && (c.first == nil || c.first.broken) && c.othersMay():
		c.hiding, c.why = true, "could not be undone"
	case broken && c.guessClear(), c.stages[0].clear() && c.innerClear():
		c.sure = c.fed
	case c.fed-c.sure > heldMost:
		c.hiding, c.why = true, "could not be looked into before it was kept"
	}
	if broken && !c.broken && !c.text { // what lies open in it is all that can be read
		c.plain.off = c.fed - int64(len(c.held))
		if u, _, ok := unitOf(c.held); c.plain.off > 0 || ok && u.size == 1 && !c.mayBeForm() { // else it tells of text in wide characters
			j := newJSONMode(c.how.whole)
			j.lost, j.levels = true, 1<<30
			j.loose.enter(j.loud)
			c.plain.mode = j
		}
	}
	c.broken = broken
}

// mayBeForm reports that the body, none of which was let go, begins as a form does, or
// as the name of its first field, as far as it came.
func (c *codedBody) mayBeForm() bool {
	kind := (&textMode{how: c.how}).kindOf(c.held)
	return kind == formKind || kind == unclear && c.worded && len(c.held) < headKept
}

// othersMay reports that what was corrupt for a decoder here may not be for
// another: br and zstd have sizes of windows that are refused.
func (c *codedBody) othersMay() bool {
	return slices.ContainsFunc(c.stages, func(s *stage) bool { return s.broken && (s.name == "br" || s.name == "zstd") })
}

// release returns what was kept back and is settled.
func (c *codedBody) release(l *redactionList) []byte {
	start := c.fed - int64(len(c.held))
	if c.hiding {
		n := len(c.held)
		c.from, c.held = start, nil
		c.plain.Close()
		c.tell(l)
		c.stop()
		return c.fill(n)
	}
	n := c.sure - start
	out := c.open(l, c.held[:n:n])
	c.held = c.held[n:]
	return out
}

// open is what is kept of bytes that hide nothing.
func (c *codedBody) open(l *redactionList, p []byte) []byte {
	if !c.text && !c.broken {
		return p
	}
	out := c.plain.Body(p)
	c.tell(l)
	return out
}

func (c *codedBody) fill(n int) []byte {
	c.length += int64(n)
	out := make([]byte, n)
	for i := range out {
		out[i] = filler
	}
	return out
}

// begin notes whether the first byte that counts is one of JSON, of an event or
// of a form, and those after it, as far as they are looked at, are of text.
func (c *codedBody) begin(p []byte) {
	for i, b := range p {
		if c.begun && (!c.claim || c.fed+int64(i) > headKept) {
			break
		}
		if c.begun && b < ' ' && b != '\t' && b != '\r' && b != '\n' {
			c.text = false
			break
		}
		if c.begun || b == ' ' || b == '\t' || b == '\r' || b == '\n' {
			continue
		}
		c.begun = true
		c.worded = b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z'
		c.text = !c.claim || c.worded || b == '{' || b == '[' || b == ':'
	}
}

// tell hands on what was found in the body as it came.
func (c *codedBody) tell(l *redactionList) {
	for _, x := range c.plain.Take() {
		l.add(x)
	}
}

func (c *codedBody) pending() (wire.Redaction, bool) {
	if !c.hiding {
		return c.plain.Pending()
	}
	r := wire.Redaction{Where: c.plain.where, Name: "encoded body", Offset: c.from, Length: c.length, Kind: encoded, Detail: c.why}
	for _, in := range c.inner {
		if name := in.first(); name != "" {
			r.Detail = "holds " + name
			break
		}
	}
	return r, c.length > 0
}

// stop ends the looking.
func (c *codedBody) stop() {
	for _, s := range c.stages {
		s.Close()
		if s.finish != nil && !c.hiding {
			s.finish()
		}
	}
	for i := 0; i < len(c.guessed); i++ { // one that ends may bring another
		c.guessed[i].Close()
	}
}

func (c *codedBody) close(l *redactionList) []byte {
	var rest []byte
	if !c.hiding && !c.opaque {
		c.stop() // which tells what was not told yet
		if c.settle(); !c.hiding && c.sure < c.fed {
			c.hiding, c.why = true, "ends in what cannot be looked into"
		}
		rest = c.release(l)
	}
	if x, ok := c.pending(); ok && c.hiding {
		l.add(x)
		c.length = 0
		return rest
	}
	c.plain.Close()
	c.tell(l)
	return rest
}
