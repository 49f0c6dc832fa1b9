package redact

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"strings"
)

// maxKeyBytes bounds the bytes of a name that are compared. No listed name is longer.
const maxKeyBytes = 1 << 10

// maxDepth bounds the nesting that is followed exactly. Below it only brackets are tracked, and what was
// secret above stays secret.
const maxDepth = 512

// maxBrackets bounds the open brackets in total. A document with more is broken.
const maxBrackets = 1 << 16

// jsonWalk walks the tokens of JSON documents, wherever they begin. It tolerates missing and extra commas and
// colons; anything else that is not JSON makes the document broken. It skips values that no path leads into.
type jsonWalk struct {
	*Members
	laterMembers *Members // members of the documents after the first; nil: the same
	lines        bool     // a line end ends a broken document
	levels       []level
	reaches      []reach
	deep         []byte // brackets of levels below maxDepth, or in which nothing can be secret

	quote       bool // inside a string
	esc         bool // after a backslash in a string
	isKey       bool // the string is a member name
	word        bool // inside a number or a word
	hide        int  // index of the path that makes the current value secret, or -1
	text        bool // the document follows other text: braces in it may not begin a document
	broken      bool
	key         []byte // part of a name from earlier reads
	tellingPath string // path of the last member with a telling name
	url         urlText
	rest        brokenText

	room      [6]level
	reachRoom [12]reach
	deepRoom  [16]byte
}

// newJSONWalk returns a walk. Nil members match nothing.
func newJSONWalk(members, later *Members) *jsonWalk {
	if members == nil {
		members = &Members{}
	}
	m := &jsonWalk{Members: members, laterMembers: later, hide: -1}
	m.levels, m.reaches, m.deep = m.room[:0], m.reachRoom[:0], m.deepRoom[:0]
	return m
}

func (m *jsonWalk) reset(r *Redactor) {
	r.end()
	m.levels, m.reaches, m.deep, m.hide = m.levels[:0], m.reaches[:0], m.deep[:0], -1
	m.quote, m.esc, m.isKey, m.word, m.text, m.broken = false, false, false, false, false, false
	m.key = m.key[:0]
}

func (m *jsonWalk) walk(r *Redactor, i, to int) {
	for i < to {
		switch {
		case m.broken:
			i = m.inBroken(r, i, to)
		case len(m.deep) > maxBrackets:
			i = m.giveUp(r, i)
		case m.quote:
			i = m.inString(r, i, to)
		case len(m.levels) == 0:
			i = m.outside(r.input[:to], i)
		case len(m.deep) > 0 && m.secretValue() < 0:
			i = m.skip(r, i, to)
		default:
			i = m.token(r, i, to)
		}
	}
}

// byteClass is the meaning of a byte outside of strings.
type byteClass uint8

const (
	oddByte byteClass = iota
	wordByte
	quoteByte
	openByte
	closeByte
	colonByte
	commaByte
	spaceByte
)

// classes is indexed by byte. The bytes of a byte order mark count as space.
var classes = func() (t [256]byteClass) {
	for class, all := range map[byteClass]string{
		quoteByte: `"`, openByte: "{[", closeByte: "}]", colonByte: ":", commaByte: ",", spaceByte: " \t\r\n\xef\xbb\xbf", wordByte: "+-.0123456789Eaeflnrstu",
	} {
		for _, c := range []byte(all) {
			t[c] = class
		}
	}
	return t
}()

// outside skips bytes that do not belong to a document. A string is a document if only documents
// precede it.
func (m *jsonWalk) outside(p []byte, i int) int {
	if m.text {
		n := bytes.IndexAny(p[i:], "{[")
		if n < 0 {
			return len(p)
		}
		i += n
	}
	switch c := p[i]; classes[c] {
	case openByte:
		m.push(c)
	case quoteByte:
		m.quote = true
	case spaceByte, closeByte, commaByte:
	default:
		m.text = true
	}
	return i + 1
}

// skip passes over a value in which nothing can be secret.
func (m *jsonWalk) skip(r *Redactor, i, to int) int {
	for ; i < to && len(m.deep) <= maxBrackets; i++ {
		switch classes[r.input[i]] {
		case quoteByte:
			n, esc := stringEnd(r.input[i+1:to], false)
			if i += n + 1; i == to {
				m.quote, m.esc = true, esc
				return to
			}
		case openByte:
			m.deep = append(m.deep, r.input[i])
		case closeByte:
			if !m.close(r, r.input[i]) {
				return m.giveUp(r, i)
			}
			if len(m.deep) == 0 {
				return i + 1
			}
		case oddByte:
			return m.giveUp(r, i)
		}
	}
	return i
}

// token processes a byte outside of strings, or a whole word.
func (m *jsonWalk) token(r *Redactor, i, to int) int {
	c, t := r.input[i], m.top()
	class := classes[c]
	if class == oddByte && (m.word || c != '\'' && c != '/') {
		class = wordByte
	}
	if m.word && class != wordByte {
		if class == quoteByte { // b"…", and other text after a word
			return m.giveUp(r, i)
		}
		m.word = false
		m.valueEnds(r)
	}
	ok := true
	switch class {
	case quoteByte:
		m.quote = true
		m.begin(r, true)
	case openByte:
		ok = m.push(c)
	case closeByte:
		ok = m.close(r, c)
	case colonByte:
		if ok = len(m.deep) > 0 || !t.array && t.part == colonPart; ok {
			t.part = valuePart
		}
	case commaByte:
		if len(m.deep) == 0 && !t.array {
			t.part, t.secret = namePart, -1
		}
	case wordByte:
		return m.inWord(r, i, to)
	case oddByte:
		ok = false
	}
	if !ok {
		return m.giveUp(r, i)
	}
	return i + 1
}

// inWord processes a number, true, false or null, or a word in their place. In a secret place it hides
// everything except those three words.
func (m *jsonWalk) inWord(r *Redactor, i, to int) int {
	if !m.word {
		if m.nameExpected() {
			return m.giveUp(r, i)
		}
		m.word = true
		m.begin(r, strings.IndexByte("tfn", r.input[i]) < 0)
	}
	end := i + 1
	for end < to && classes[r.input[end]] <= wordByte {
		end++
	}
	if m.hide >= 0 {
		r.hide(i, end, digit)
	}
	return end
}

// begin starts a name or a value. hides is false for true, false and null, which are never secret.
func (m *jsonWalk) begin(r *Redactor, hides bool) {
	m.hide, m.esc = -1, false
	if m.isKey = m.nameExpected(); m.isKey || !hides {
		return
	}
	if m.hide = m.secretValue(); m.hide < 0 {
		return
	}
	name := m.names[m.hide]
	if strings.HasSuffix(name, AnySecretName) {
		name = m.tellingPath
	}
	r.begin(name)
	if m.isURL(m.hide) {
		m.url = urlText{names: m.query, name: m.url.name[:0]}
	}
}

// inString processes the available part of a string, and its closing quote.
func (m *jsonWalk) inString(r *Redactor, i, to int) int {
	n, esc := stringEnd(r.input[i:to], m.esc)
	end := i + n
	if m.esc = esc; m.hide >= 0 {
		if m.isURL(m.hide) {
			m.url.quoted(r, i, end)
		} else {
			r.hide(i, end, filler)
		}
	}
	if end == to {
		if m.isKey && len(m.key) <= maxKeyBytes {
			m.key = append(m.key, r.input[i:min(to, i+maxKeyBytes+1)]...)
		}
		return to
	}
	m.quote, m.esc = false, false
	if !m.isKey {
		m.valueEnds(r)
		return end + 1
	}
	name := r.input[i:end]
	if len(m.key) > 0 {
		name = append(m.key, name...)
	}
	m.isKey, m.key = false, m.key[:0]
	m.nameEnds(name)
	return end + 1
}

// valueEnds ends a value, or a word or string that belongs to no document.
func (m *jsonWalk) valueEnds(r *Redactor) {
	if m.hide >= 0 {
		m.hide = -1
		r.end()
	}
	if t := m.top(); t != nil && len(m.deep) == 0 {
		t.part = namePart
	}
}

// stringEnd returns the index of the quote that ends a string, or len(p). It looks at eight bytes
// at a time: a byte equals c exactly if x^c is zero, and then x-1 borrows from it. Bytes after a
// hit may look like hits; the first hit is real. esc says whether a backslash precedes p; the
// boolean result says whether p ends in a backslash that escapes the next byte.
func stringEnd(p []byte, esc bool) (int, bool) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	if esc && len(p) > 0 {
		i = 1
	}
	for i < len(p) {
		if i+8 <= len(p) {
			x := binary.LittleEndian.Uint64(p[i:])
			quote, slash := x^(ones*'"'), x^(ones*'\\')
			hit := ((quote-ones)&^quote | (slash-ones)&^slash) & highs
			if hit == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(hit) / 8
		}
		switch p[i] {
		case '"':
			return i, false
		case '\\':
			if i++; i == len(p) {
				return i, true
			}
		}
		i++
	}
	return len(p), esc && len(p) == 0
}

// unescapeName decodes the JSON escapes of a name.
func unescapeName(name []byte) []byte {
	if bytes.IndexByte(name, '\\') < 0 {
		return name
	}
	var text string
	if json.Unmarshal([]byte(`"`+string(name)+`"`), &text) != nil {
		return name
	}
	return []byte(text)
}
