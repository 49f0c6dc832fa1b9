package redact

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"strings"
)

// keyKept bounds the bytes of a member name that are looked at. A longer name
// is none that anybody lists.
const keyKept = 1 << 10

// depthKept bounds the nesting that is followed exactly. Deeper, only levels
// are counted, and what was secret above stays secret.
const depthKept = 512

// jsonMode walks a JSON document by its tokens. It is lenient: a document that
// is not valid is walked as far as its strings and brackets make sense. Whole
// documents in which no name of a path occurs are passed over without a walk.
type jsonMode struct {
	*Members
	docs  bool // passes over documents; others do it for those who hand it single bytes
	fresh bool // docs: outside of any document, and what follows was not looked at

	stack  []level
	beyond int // levels deeper than depthKept

	str   bool // inside a string
	esc   bool // after a backslash in it
	num   bool // inside a number or a word
	isKey bool // the string is a member name
	hide  int  // index of the path that makes the current value secret, or -1
	key   []byte
}

// level is an object or array that is open.
type level struct {
	array  bool
	atKey  bool  // the next string is a member name
	live   []int // paths that match up to here
	next   []int // paths that match up to the current member
	secret int   // path that makes the current member's value secret, or -1
	all    int   // path that makes all of this level secret, or -1
}

// newJSONMode returns a walk; nil members match nothing.
func newJSONMode(members *Members) *jsonMode {
	if members == nil {
		members = &Members{}
	}
	return &jsonMode{Members: members, hide: -1}
}

func (m *jsonMode) reset(r *Redactor) {
	r.end()
	*m = jsonMode{Members: m.Members, hide: -1, stack: m.stack[:0], key: m.key[:0]}
}

func (m *jsonMode) step(r *Redactor, c byte) byte {
	if m.str {
		return m.inString(r, c)
	}
	switch c {
	case '"':
		m.endWord(r)
		m.openString(r)
	case '{', '[':
		m.endWord(r)
		m.push(c == '[')
	case '}', ']':
		m.endWord(r)
		m.pop()
	case ':':
		m.endWord(r)
		m.expectKey(false)
	case ',':
		m.endWord(r)
		m.expectKey(true)
	case ' ', '\t', '\r', '\n':
		m.endWord(r)
	default:
		return m.word(r, c)
	}
	return c
}

// word is a byte of a number, of true, false or null, or of something that is
// no JSON. In a secret place digits are hidden, and anything else that is not
// one of the three words.
func (m *jsonMode) word(r *Redactor, c byte) byte {
	if !m.num {
		m.num = true
		m.hide = m.secretValue()
		if m.keyExpected() || c == 't' || c == 'f' || c == 'n' {
			m.hide = -1
		}
		if m.hide >= 0 {
			r.begin(m.names[m.hide])
		}
	}
	if m.hide < 0 {
		return c
	}
	return r.hide(c, digit)
}

func (m *jsonMode) endWord(r *Redactor) {
	if m.num {
		m.num, m.hide = false, -1
		r.end()
	}
}

// expectKey notes that a member name comes next, or a value. Below what is
// followed exactly nothing is noted, and names count as values.
func (m *jsonMode) expectKey(yes bool) {
	if t := m.top(); t != nil && !t.array && m.beyond == 0 {
		t.atKey = yes
	}
}

func (m *jsonMode) keyExpected() bool {
	t := m.top()
	return t != nil && !t.array && t.atKey && m.beyond == 0
}

func (m *jsonMode) openString(r *Redactor) {
	m.str, m.esc, m.hide = true, false, -1
	m.isKey = m.keyExpected()
	if m.isKey {
		m.key = m.key[:0]
		return
	}
	if m.hide = m.secretValue(); m.hide >= 0 {
		r.begin(m.names[m.hide])
	}
}

func (m *jsonMode) inString(r *Redactor, c byte) byte {
	switch {
	case m.esc:
		m.esc = false
	case c == '\\':
		m.esc = true
	case c == '"':
		m.str = false
		if m.isKey {
			m.named()
		} else if m.hide >= 0 {
			r.end()
		}
		m.hide = -1
		return c
	}
	if m.isKey && len(m.key) <= keyKept {
		m.key = append(m.key, c)
	}
	if m.hide >= 0 {
		return r.hide(c, filler)
	}
	return c
}

// named takes the member name just read.
func (m *jsonMode) named() {
	t := m.top()
	t.next, t.secret = t.next[:0], -1
	if len(t.live) == 0 || len(m.key) > keyKept {
		return
	}
	name := m.key
	if bytes.IndexByte(name, '\\') >= 0 {
		var text string
		if json.Unmarshal([]byte(`"`+string(name)+`"`), &text) == nil {
			name = []byte(text)
		}
	}
	m.match(t, name)
}

func (m *jsonMode) match(t *level, name []byte) {
	depth, bare := m.depth(), name
	if bytes.IndexByte(name, '_') >= 0 { // parsers of ProtoJSON take push_config for pushConfig
		bare = bytes.ReplaceAll(name, []byte("_"), nil)
	}
	for _, i := range t.live {
		p := m.paths[i]
		if depth >= len(p) || p[depth] != "*" && !strings.EqualFold(p[depth], string(name)) && !strings.EqualFold(p[depth], string(bare)) {
			continue
		}
		if depth == len(p)-1 {
			t.secret = i
		} else {
			t.next = append(t.next, i)
		}
	}
}

// depth is how many parts of a path the open levels stand for. An array at the
// root, which is a batch, stands for none.
func (m *jsonMode) depth() int {
	n := len(m.stack) - 1
	if len(m.stack) > 0 && m.stack[0].array {
		n--
	}
	return n
}

func (m *jsonMode) top() *level {
	if len(m.stack) == 0 {
		return nil
	}
	return &m.stack[len(m.stack)-1]
}

// secretValue is the path that makes the value that begins now secret, or -1.
func (m *jsonMode) secretValue() int {
	t := m.top()
	switch {
	case t == nil:
		return -1
	case t.all >= 0:
		return t.all
	}
	return t.secret
}

func (m *jsonMode) push(array bool) {
	top, all := m.top(), m.secretValue()
	if m.beyond > 0 || len(m.stack) >= depthKept || top != nil && len(top.next) == 0 && all < 0 {
		m.beyond++ // too deep to follow, or nothing in it can be secret
		return
	}
	live := m.every
	if top != nil {
		live = top.next
	}
	m.grow()
	t := m.top()
	*t = level{array: array, atKey: !array, secret: -1, all: all, live: append(t.live[:0], live...), next: t.next[:0]}
	switch {
	case !array:
	case len(m.stack) == 1:
		t.next = append(t.next, t.live...)
	default:
		m.match(t, []byte("[]"))
	}
}

// grow opens a level, in the memory of an earlier one where there is some.
func (m *jsonMode) grow() {
	if n := len(m.stack); n < cap(m.stack) {
		m.stack = m.stack[:n+1]
	} else {
		m.stack = append(m.stack, level{})
	}
}

func (m *jsonMode) pop() {
	if m.beyond > 0 {
		m.beyond--
		return
	}
	if len(m.stack) > 0 {
		m.stack = m.stack[:len(m.stack)-1]
	}
	m.fresh = m.docs && len(m.stack) == 0
}

// pass is how many bytes at the start of p are whole documents without a secret.
// It is asked once between two documents and once for each read that begins
// there, so that no byte is looked at twice but those of a document with a name.
func (m *jsonMode) pass(p []byte) int {
	m.fresh = false
	if m.scan == nil {
		return 0
	}
	n, _ := m.scan.documents(p)
	m.fresh = n == len(p)
	return n
}

// plain is how many bytes at the start of p can be passed over: those in a
// string that is not secret, and those between the strings and brackets of a
// value in which nothing can be. Names that are looked at are taken down.
func (m *jsonMode) plain(p []byte) int {
	if m.fresh {
		if n := m.pass(p); n > 0 {
			return n
		}
	}
	switch {
	case m.str && (m.esc || m.hide >= 0):
		return 0
	case m.str:
		n := plainText(p)
		if m.isKey && len(m.key) <= keyKept {
			m.key = append(m.key, p[:min(n, keyKept+1-len(m.key))]...)
		}
		return n
	case m.beyond == 0 || m.num || m.secretValue() >= 0:
		return 0
	}
	for i, c := range p {
		switch c {
		case '"', '{', '}', '[', ']', '\r', '\n':
			return i
		}
	}
	return len(p)
}

// plainText is how many bytes at the start of p are none of a quote, a backslash
// and control characters. It looks at eight at a time: one of them is less than
// n exactly where x-n borrows from a byte that has its high bit clear, and equal
// to c where x^c is zero. Bytes that follow a hit may be taken for one; the first
// hit is one.
func plainText(p []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(p); i += 8 {
		x := binary.LittleEndian.Uint64(p[i:])
		quote, slash := x^(ones*'"'), x^(ones*'\\')
		if hit := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(p); i++ {
		if c := p[i]; c == '"' || c == '\\' || c < 0x20 {
			break
		}
	}
	return i
}
