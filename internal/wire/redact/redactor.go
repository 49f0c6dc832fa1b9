package redact

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// filler replaces the bytes of a secret; digit replaces those of a JSON number, where filler would not be valid.
const (
	filler = '*'
	digit  = '1'
)

// Redactor replaces the secrets of a body by filler of equal length as the body passes. Valid JSON
// stays valid, and the result never depends on how the body was divided into reads. Take and
// Pending return what it replaced. Not safe for concurrent use.
//
// It holds back only compressed data, until it has inspected a message or a block.
type Redactor struct {
	key           []byte
	place         string
	walker        walker
	input, output []byte // what is walked, and its redacted form: the same slice until a byte is replaced
	off           int64  // offset of input in the body
	back          []byte // held back: the next input begins with it
	isHolding     bool   // input is held back from free on
	free          int
	list          redactionList
	open          *secret
}

// walker finds the secrets of a body in its reads.
type walker interface {
	walk(r *Redactor, from, to int) // walks r.input[from:to]; each byte is walked once
	reset(r *Redactor)              // ends the body, and begins another
}

// nested returns a Redactor for data packed within r's body.
func (r *Redactor) nested(w walker) *Redactor {
	return &Redactor{place: r.place, walker: w}
}

// Body takes the next bytes of a body and returns, with secrets replaced, what was held back and p, except
// what must be held back now. It does not change p, and returns p itself if there was nothing to replace. The
// result may share memory with p.
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

// release returns the input that need not be held back.
func (r *Redactor) release() []byte {
	n := len(r.input)
	if r.isHolding {
		n = r.free
	}
	out := r.output[:n:n]
	r.back, r.off, r.free = r.input[n:], r.off+int64(n), 0
	return out
}

// hold holds back input from i on, unless more is held back already.
func (r *Redactor) hold(i int) {
	if !r.isHolding {
		r.isHolding, r.free = true, i
	}
}

// Take returns the secrets that ended since its last call, in the order of their offsets; the caller owns the
// result. At most MaxListed of a body are listed individually.
func (r *Redactor) Take() []wire.Redaction { return r.list.take() }

// Pending returns the secret, or the Redaction of many, that continues at the end of the bytes read so far.
// Its bytes are replaced already and its length grows with the body; Take returns it once it has ended, at
// the latest after Close.
func (r *Redactor) Pending() (x wire.Redaction, ok bool) {
	if ok = r.open != nil && r.open.isReal; ok {
		x = r.open.redaction(r.place)
	}
	return r.list.pending(x, ok)
}

// Close ends the body, returns what was held back, and frees decoders. Take then returns what was pending.
// Body must not be called again.
func (r *Redactor) Close() (rest []byte) {
	r.input, r.output = r.back, r.back
	r.walker.reset(r)
	r.isHolding = false
	r.end()
	r.list.close()
	return r.release()
}

// firstName returns the name of the first secret found, "" if there is none. Take must not have
// been called.
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

// hide writes filler over a piece of a secret. The secret extends from its first byte to its last, including
// bytes between them that are not part of it, such as line ends.
func (r *Redactor) hide(i, j int, with byte) {
	if i < j {
		r.open.write(r.input[i:j], with)
		r.cover(i, j, with)
		r.open.reach(r.off+int64(i), r.off+int64(j))
	}
}

// drop writes filler over bytes that cannot be replaced individually.
func (r *Redactor) drop(i, j int, name, why string, with byte) {
	if r.open == nil || r.open.kind != kindEncoded {
		r.begin(name)
		r.open.kind, r.open.detail, r.open.isReal = kindEncoded, why, true
	}
	r.cover(i, j, with)
	r.open.reach(r.off+int64(i), r.off+int64(j))
}

// cover overwrites a piece of output, which it first copies if it is the input.
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

// end ends the open secret. It does not list a secret that was filler already.
func (r *Redactor) end() {
	if r.open != nil && r.open.isReal {
		r.list.add(r.open.redaction(r.place))
	}
	r.open = nil
}
