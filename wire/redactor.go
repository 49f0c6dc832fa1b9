package wire

import (
	"bytes"
	"strings"
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
// JSON stays valid. Not safe for concurrent use.
type Redactor struct {
	key   []byte
	where string
	mode  bodyMode
	whole wholeBody // instead of mode
	off   int64
	found []Redaction
	open  *secret
}

// wholeBody walks a body read by read.
type wholeBody interface {
	body(off int64, p []byte) []byte // p, or as many bytes in its place
	found() []Redaction
	close()
}

// bodyMode walks a body byte by byte and says of each what to write instead.
type bodyMode interface {
	step(r *Redactor, c byte) byte
	plain(p []byte) int // bytes that need no step
}

// NewRedactor returns a Redactor for a JSON body. members are paths as in
// Secrets; names match in any case, and the root may be one document or an
// array of them. Under a member that is secret every string and number is
// replaced. key makes the fingerprints; where goes into the Redactions.
func NewRedactor(members []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: newJSONMode(members)}
}

// NewEventRedactor is NewRedactor for a stream of Server-Sent Events, each of
// whose data is a document.
func NewEventRedactor(members []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &eventMode{json: newJSONMode(members)}}
}

// NewFormRedactor is NewRedactor for application/x-www-form-urlencoded bodies.
func NewFormRedactor(names []string, key []byte, where string) *Redactor {
	return &Redactor{key: key, where: where, mode: &formMode{names: names}}
}

// Body returns p with secrets replaced. It does not change p, and returns p
// itself when there was nothing to replace.
func (r *Redactor) Body(p []byte) []byte {
	if r.whole != nil {
		out := r.whole.body(r.off, p)
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

// Found returns what was replaced so far, an unfinished secret included.
func (r *Redactor) Found() []Redaction {
	if r.whole != nil {
		return r.whole.found()
	}
	if r.open == nil || r.open.length == 0 {
		return r.found
	}
	return append(r.found[:len(r.found):len(r.found)], r.open.redaction(r.key, r.where))
}

// Close frees what a Redactor of an encoded body, of gRPC messages or of a
// WebSocket holds. Others need no Close.
func (r *Redactor) Close() {
	if r.whole != nil {
		r.whole.close()
	}
	if m, ok := r.mode.(interface{ close() }); ok {
		m.close()
	}
}

// secret is one value on its way through a Redactor.
type secret struct {
	name   string
	offset int64
	length int64
	value  []byte // its beginning, for kind and detail
	print  fingerprint
	coded  bool // it is what an encoded secret lies in
}

const secretKept = 8 << 10

func (r *Redactor) begin(name string) {
	r.end()
	r.open = &secret{name: name, offset: r.off, print: newFingerprint(r.key)}
}

func (r *Redactor) hide(c byte, with byte) byte {
	s := r.open
	if s.length == 0 {
		s.offset = r.off
	}
	s.length++
	s.print.Write([]byte{c})
	if len(s.value) < secretKept {
		s.value = append(s.value, c)
	}
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
		r.found = append(r.found, r.open.redaction(r.key, r.where))
	}
	r.open = nil
}

func (s *secret) redaction(key []byte, where string) Redaction {
	if s.coded {
		return Redaction{Where: where, Name: s.name, Offset: s.offset, Length: s.length, Kind: "encoded"}
	}
	kind, detail := describe(s.value)
	return Redaction{
		Where: where, Name: s.name, Offset: s.offset, Length: s.length,
		Kind: kind, Fingerprint: s.print.text(), Detail: detail,
	}
}

// formMode walks name=value&name=value.
type formMode struct {
	names []string
	name  []byte
	value bool
	hide  bool
}

func (m *formMode) step(r *Redactor, c byte) byte {
	switch {
	case c == '&':
		r.end()
		m.name, m.value, m.hide = m.name[:0], false, false
	case !m.value && c == '=':
		m.value = true
		name := unescapeQuery(string(m.name))
		if m.hide = foldedIn(m.names, name); m.hide {
			r.begin(name)
		}
	case !m.value:
		if len(m.name) < keyKept {
			m.name = append(m.name, c)
		}
	case m.hide && c != '\r' && c != '\n':
		return r.hide(c, filler)
	}
	return c
}

func (m *formMode) plain([]byte) int { return 0 }

func foldedIn(names []string, name string) bool {
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}
