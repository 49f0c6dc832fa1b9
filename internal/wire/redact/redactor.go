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
	key    []byte
	where  string
	mode   bodyMode
	reader bodyReader // instead of mode
	off    int64
	held   int64 // bytes kept back
	list   redactionList
	open   *secret
}

// with returns a Redactor for something within r's body.
func (r *Redactor) with(mode bodyMode) *Redactor {
	return &Redactor{key: r.key, where: r.where, mode: mode}
}

// fill overwrites bytes with filler and returns them.
func fill(p []byte) []byte {
	for i := range p {
		p[i] = filler
	}
	return p
}

// bodyReader walks a body read by read.
type bodyReader interface {
	body(l *redactionList, off int64, p []byte) []byte // what is settled now, of what was kept back and p
	pending() (wire.Redaction, bool)                   // what goes on at the end of what was read
	close(l *redactionList) []byte                     // what was kept back
}

// bodyMode walks a body byte by byte and says of each what to write instead.
type bodyMode interface {
	step(r *Redactor, c byte) byte
	plain(p []byte) int // bytes that need no step
	reset(r *Redactor)  // begins another body
}

// Body takes what comes next of a body and returns what is settled, with secrets
// replaced: what was kept back and p, but for what must be kept back now. It does
// not change p, and returns p itself when there was nothing to replace. What is
// returned may share memory with p.
func (r *Redactor) Body(p []byte) []byte {
	if r.reader != nil {
		out := r.reader.body(&r.list, r.off, p)
		r.off += int64(len(p))
		r.held += int64(len(p) - len(out))
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
// Limit are listed one by one.
func (r *Redactor) Take() []wire.Redaction { return r.list.take() }

// Pending returns the secret, or the Redaction of many, in which the bytes read so far
// end. Its bytes are replaced already; its length grows as the body goes on,
// and Take returns it once it has ended, at the latest after Close.
func (r *Redactor) Pending() (wire.Redaction, bool) {
	var x wire.Redaction
	var ok bool
	if r.reader != nil {
		x, ok = r.reader.pending()
	} else if ok = r.open != nil && r.open.real; ok {
		x = r.open.redaction(r.where)
	}
	return r.list.pending(x, ok)
}

// Close ends the body and returns what was kept back. What is pending is there to
// take, and what a Redactor of something compressed holds is freed. There is no
// Body after it.
func (r *Redactor) Close() (rest []byte) {
	if r.reader != nil {
		rest = r.reader.close(&r.list)
	}
	r.end()
	r.list.close()
	return rest
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

// hasRedacted reports whether there was a secret.
func (r *Redactor) hasRedacted() bool {
	if r.list.listed > 0 {
		return true
	}
	if r.reader == nil {
		return r.open != nil && r.open.real
	}
	_, ok := r.reader.pending()
	return ok
}

func (r *Redactor) begin(name string) {
	r.end()
	r.open = &secret{name: name, offset: -1, print: newFingerprint(r.key)}
}

// hide writes filler for a character. The secret goes from its first to its last,
// with what lies between them and is none of it, such as line ends.
func (r *Redactor) hide(c byte, with byte) byte {
	s := r.open
	if s.offset < 0 {
		s.offset = r.off
	}
	s.length = r.off + 1 - s.offset
	s.real = s.real || c != with
	s.write(c)
	return with
}

// end ends a secret. What was filler before is none.
func (r *Redactor) end() {
	if r.open != nil && r.open.real {
		r.list.add(r.open.redaction(r.where))
	}
	r.open = nil
}
