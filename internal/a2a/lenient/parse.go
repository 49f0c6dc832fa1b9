package lenient

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// parser reads strict JSON in one pass. It makes a node of each value until
// there are too many.
type parser struct {
	in    []byte
	at    int
	depth int
	nodes []node
	full  bool // no nodes any more
	odd   bool
}

// value reads the value that stands here, the child of a node. before is its
// sibling before it; the name is that of a member.
func (p *parser) value(up, before int32, name, nameTo int, plain bool) bool {
	if p.at >= len(p.in) {
		return false
	}
	n := p.add(node{
		from: int32(p.at), name: int32(name), nameTo: int32(nameTo), up: up, next: none, first: none, plain: plain && nameTo > name,
	}, before)
	ok := false
	switch c := p.in[p.at]; c {
	case '"':
		_, ok = p.text()
	case '{', '[':
		if p.depth++; p.depth > MaxDepth {
			return false
		}
		p.at++
		if c == '{' {
			ok = p.members(n)
		} else {
			ok = p.elements(n)
		}
		p.depth--
	case 't':
		ok = p.word("true")
	case 'f':
		ok = p.word("false")
	case 'n':
		ok = p.word("null")
	default:
		size := numberLen(p.in[p.at:])
		p.at += size
		ok = size > 0
	}
	if n >= 0 && !p.full {
		p.nodes[n].to = int32(p.at)
	} else if up < 0 { // the document's own, which stays
		p.nodes[0].to = int32(p.at)
	}
	return ok
}

// add makes a node, or drops all but the first when there are too many.
func (p *parser) add(n node, before int32) int32 {
	if p.full {
		return none
	}
	if len(p.nodes) >= maxListed {
		p.full = true
		p.nodes = append([]node(nil), p.nodes[:1]...)
		p.nodes[0].first = unlisted
		return none
	}
	at := int32(len(p.nodes))
	p.nodes = append(p.nodes, n)
	switch {
	case before >= 0:
		p.nodes[before].next = at
	case n.up >= 0:
		p.nodes[n.up].first = at
	}
	return at
}

// next is the node of the value that is read next.
func (p *parser) next() int32 { return int32(len(p.nodes)) }

func (p *parser) members(up int32) bool {
	p.blank()
	if p.closes('}') {
		return true
	}
	before := int32(none)
	for {
		name := p.at
		if name >= len(p.in) || p.in[name] != '"' {
			return false
		}
		plain, ok := p.text()
		if !ok {
			return false
		}
		nameTo := p.at
		p.blank()
		if !p.closes(':') {
			return false
		}
		p.blank()
		n := p.next()
		if !p.value(up, before, name, nameTo, plain) {
			return false
		}
		before = n
		p.blank()
		if p.closes('}') {
			return true
		}
		if !p.closes(',') {
			return false
		}
		p.blank()
	}
}

func (p *parser) elements(up int32) bool {
	p.blank()
	if p.closes(']') {
		return true
	}
	before := int32(none)
	for {
		n := p.next()
		if !p.value(up, before, 0, 0, false) {
			return false
		}
		before = n
		p.blank()
		if p.closes(']') {
			return true
		}
		if !p.closes(',') {
			return false
		}
		p.blank()
	}
}

// closes passes a byte, when it stands here.
func (p *parser) closes(c byte) bool {
	if p.at < len(p.in) && p.in[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) blank() {
	for p.at < len(p.in) && p.in[p.at] <= ' ' {
		switch p.in[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) word(w string) bool {
	if len(p.in)-p.at < len(w) || string(p.in[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

// text passes a string. plain tells that it is what stands between the quotes.
func (p *parser) text() (plain, ok bool) {
	plain = true
	p.at++
	for {
		p.at += plainLen(p.in[p.at:])
		if p.at >= len(p.in) {
			return plain, false
		}
		switch c := p.in[p.at]; {
		case c == '"':
			p.at++
			return plain, true
		case c == '\\':
			plain = false
			n := escapeLen(p.in[p.at:])
			if n == 0 {
				return plain, false
			}
			p.at += n
		case c < 0x20:
			return plain, false
		default:
			char, n := utf8.DecodeRune(p.in[p.at:])
			if char == utf8.RuneError && n == 1 {
				plain, p.odd = false, true
			}
			p.at += n
		}
	}
}

// escapeLen is the length of the escape that b begins with, or 0.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) >= 6 && hexDigit(b[2]) && hexDigit(b[3]) && hexDigit(b[4]) && hexDigit(b[5]) {
			return 6
		}
	}
	return 0
}

// plainLen is how many bytes b begins with that mean themselves in a JSON
// string: ASCII other than control characters, quotes and backslashes. It looks
// at eight bytes at once: a byte of a sum below is 0x80 or more where its byte
// of x is one to stop at, at the lowest such place for certain.
func plainLen(b []byte) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	n := 0
	for ; n+8 <= len(b); n += 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		quote, back := x^ones*'"', x^ones*'\\'
		stop := x | (quote-ones)&^quote | (back-ones)&^back | (x-ones*0x20)&^x
		if stop &= highs; stop != 0 {
			return n + bits.TrailingZeros64(stop)/8
		}
	}
	for n < len(b) && b[n] >= 0x20 && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}
