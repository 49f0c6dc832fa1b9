package redact

import (
	"bytes"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// filler replaces the bytes of a secret; in a JSON number, where it would not
// be valid, digit does.
const (
	filler = '*'
	digit  = '1'
)

// Redactor replaces the secrets of a body by filler of equal length as the
// body streams by. It keeps no bytes back: what goes in comes out, same
// length, at once, and how the body was cut into reads never changes it. Valid
// JSON stays valid. What it replaced is asked for with Take and Pending. Not
// safe for concurrent use.
type Redactor struct {
	key   []byte
	where string
	mode  bodyMode
	whole wholeBody // instead of mode
	off   int64
	list  redactionList
	open  *secret
}

// wholeBody walks a body read by read.
type wholeBody interface {
	body(l *redactionList, off int64, p []byte) []byte // p, or as many bytes in its place
	pending() (wire.Redaction, bool)                   // what goes on at the end of what was read
	close(l *redactionList)
}

// bodyMode walks a body byte by byte and says of each what to write instead.
type bodyMode interface {
	step(r *Redactor, c byte) byte
	plain(p []byte) int // bytes that need no step
}

// NewRedactor returns a Redactor for a JSON body. Member names match in any
// case, and the root may be one document or an array of them. Under a member
// that is secret every string and number is replaced. key makes the
// fingerprints; where goes into the Redactions.
func NewRedactor(members *Members, key []byte, where string) *Redactor {
	m := newJSONMode(members)
	m.docs, m.fresh = true, true
	return &Redactor{key: key, where: where, mode: m}
}

// NewEventRedactor is NewRedactor for a stream of Server-Sent Events, each of
// whose data is a document.
func NewEventRedactor(members *Members, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &eventMode{json: newJSONMode(members), fresh: true}}
}

// NewFormRedactor is NewRedactor for application/x-www-form-urlencoded bodies.
func NewFormRedactor(names []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &formMode{names: names}}
}

// Body returns p with secrets replaced. It does not change p, and returns p
// itself when there was nothing to replace.
func (r *Redactor) Body(p []byte) []byte {
	if r.whole != nil {
		out := r.whole.body(&r.list, r.off, p)
		r.off += int64(len(p))
		return out
	}
	out := p
	for i := 0; i < len(p); i++ {
		if n := r.mode.plain(p[i:]); n > 0 {
			r.off += int64(n)
			if i += n; i == len(p) {
				break
			}
		}
		if w := r.mode.step(r, p[i]); w != p[i] {
			if &out[0] == &p[0] {
				out = bytes.Clone(p)
			}
			out[i] = w
		}
		r.off++
	}
	return out
}

// Take returns the secrets that ended since it was last called, each once, in
// the order of their offsets; the result belongs to the caller. Of a body at most
// Limit are told one by one.
func (r *Redactor) Take() []wire.Redaction { return r.list.take() }

// Pending returns the secret, or what stands for many, in which the bytes read so
// far end. Its bytes are replaced already; its length grows as the body goes on,
// and Take returns it once it has ended, at the latest after Close.
func (r *Redactor) Pending() (wire.Redaction, bool) {
	var x wire.Redaction
	var ok bool
	if r.whole != nil {
		x, ok = r.whole.pending()
	} else if ok = r.open != nil && r.open.length > 0; ok {
		x = r.open.redaction(r.where)
	}
	return r.list.pending(x, ok)
}

// Close ends the body: what is pending is there to take, and what a Redactor of
// an encoded body, of gRPC messages or of a WebSocket holds is freed. There is no
// Body after it.
func (r *Redactor) Close() {
	if r.whole != nil {
		r.whole.close(&r.list)
	}
	if m, ok := r.mode.(interface{ close() }); ok {
		m.close()
	}
	r.end()
	r.list.close()
}

// first is the name of the first secret, of a Redactor of which nothing was
// taken; "" when there was none.
func (r *Redactor) first() string {
	if len(r.list.ended) > 0 {
		return r.list.ended[0].Name
	}
	x, _ := r.Pending()
	return x.Name
}

// found reports whether there was a secret.
func (r *Redactor) found() bool {
	if r.list.told > 0 {
		return true
	}
	if r.whole == nil {
		return r.open != nil && r.open.length > 0
	}
	_, ok := r.whole.pending()
	return ok
}

func (r *Redactor) begin(name string) {
	r.end()
	r.open = &secret{name: name, offset: r.off, print: newFingerprint(r.key)}
}

func (r *Redactor) hide(c byte, with byte) byte {
	s := r.open
	if s.length == 0 {
		s.offset = r.off
	}
	s.write(c)
	return with
}

// cover goes on with, or begins, what stands for an encoded secret. It may have
// gaps.
func (r *Redactor) cover(name string) {
	if r.open == nil || !r.open.coded {
		r.begin(name)
		r.open.coded = true
	}
	r.open.length = r.off + 1 - r.open.offset
}

func (r *Redactor) end() {
	if r.open != nil && r.open.length > 0 {
		r.list.add(r.open.redaction(r.where))
	}
	r.open = nil
}

func foldedIn(names []string, name string) bool {
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}
