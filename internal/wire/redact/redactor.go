package redact

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// filler replaces the bytes of a secret; in a JSON number, where it would not
// be valid, digit does.
const (
	filler = '*'
	digit  = '1'
)

// Redactor replaces the secrets of a body by filler of equal length as the
// body streams by. Valid JSON stays valid, and how the body was cut into reads
// never changes the result. What it replaced is asked for with Take and Pending.
// Not safe for concurrent use.
//
// Compressed data is kept back until it was inspected, a message or a block; nothing
// else is.
type Redactor struct {
	key           []byte
	place         string
	walker        walker
	input, output []byte // what is walked, and what becomes of it: the same until a byte is replaced
	off           int64  // of in, in the body
	back          []byte // kept back: the next in begins with it
	isHolding     bool   // in is kept back from free on
	free          int
	list          redactionList
	open          *secret
}

// walker finds the secrets of a body in its reads.
type walker interface {
	walk(r *Redactor, from, to int) // a piece of r.in, which is gone through once
	reset(r *Redactor)              // ends the body, and begins another
}

// nested returns a Redactor for what is packed within r's body.
func (r *Redactor) nested(w walker) *Redactor {
	return &Redactor{place: r.place, walker: w}
}

// Body takes what comes next of a body and returns what is settled, with secrets
// replaced: what was kept back and p, but for what must be kept back now. It does
// not change p, and returns p itself when there was nothing to replace. What is
// returned may share memory with p.
func (r *Redactor) Body(p []byte) []byte {
	from := len(r.back)
	if r.input = p; from > 0 {
		r.input = append(r.back, p...)
	}
	r.output = r.input
	r.walker.walk(r, from, len(r.input))
	out := r.release()
	if from == 0 && len(r.back) > 0 {
		r.back = bytes.Clone(r.back)
	}
	return out
}

// release returns what is settled of in.
func (r *Redactor) release() []byte {
	n := len(r.input)
	if r.isHolding {
		n = r.free
	}
	out := r.output[:n:n]
	r.back, r.off, r.free = r.input[n:], r.off+int64(n), 0
	return out
}

// hold keeps back in from i on, unless more is kept back already.
func (r *Redactor) hold(i int) {
	if !r.isHolding {
		r.isHolding, r.free = true, i
	}
}

// Take returns the secrets that ended since it was last called, each once, in
// the order of their offsets; the result belongs to the caller. Of a body at most
// Limit are listed one by one.
func (r *Redactor) Take() []wire.Redaction { return r.list.take() }

// Pending returns the secret, or the Redaction of many, in which the bytes read so far
// end. Its bytes are replaced already; its length grows as the body goes on,
// and Take returns it once it has ended, at the latest after Close.
func (r *Redactor) Pending() (x wire.Redaction, ok bool) {
	if ok = r.open != nil && r.open.isReal; ok {
		x = r.open.redaction(r.place)
	}
	return r.list.pending(x, ok)
}

// Close ends the body and returns what was kept back. What is pending is there to
// take, and what a Redactor of something compressed holds is freed. There is no
// Body after it.
func (r *Redactor) Close() (rest []byte) {
	r.input, r.output = r.back, r.back
	r.walker.reset(r)
	r.isHolding = false
	r.end()
	r.list.close()
	return r.release()
}

// firstName is the name of the first secret, of a Redactor of which nothing was
// taken; "" when there was none.
func (r *Redactor) firstName() string {
	if len(r.list.ended) > 0 {
		return r.list.ended[0].Name
	}
	x, _ := r.Pending()
	return x.Name
}

func (r *Redactor) begin(name string) {
	r.end()
	r.open = &secret{name: name, offset: -1, print: newFingerprint(r.key)}
}

// hide writes filler for a piece of a secret. That goes from its first byte to its
// last, with what lies between them and is none of it, such as line ends.
func (r *Redactor) hide(i, j int, with byte) {
	if i < j {
		r.open.write(r.input[i:j], with)
		r.cover(i, j, with)
		r.open.reach(r.off+int64(i), r.off+int64(j))
	}
}

// drop writes filler for what cannot be replaced byte by byte.
func (r *Redactor) drop(i, j int, name, why string, with byte) {
	if r.open == nil || r.open.kind != kindEncoded {
		r.begin(name)
		r.open.kind, r.open.detail, r.open.isReal = kindEncoded, why, true
	}
	r.cover(i, j, with)
	r.open.reach(r.off+int64(i), r.off+int64(j))
}

// cover overwrites a piece of out.
func (r *Redactor) cover(i, j int, with byte) {
	if len(r.output) > 0 && &r.output[0] == &r.input[0] {
		r.output = bytes.Clone(r.input)
	}
	fill(r.output[i:j], with)
}

func fill(p []byte, with byte) {
	for i := range p {
		p[i] = with
	}
}

// end ends a secret. What was filler before is none.
func (r *Redactor) end() {
	if r.open != nil && r.open.isReal {
		r.list.add(r.open.redaction(r.place))
	}
	r.open = nil
}
