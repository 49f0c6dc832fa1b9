package jsonrepair

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// parser parses strict JSON in one pass. It makes a node for each value; beyond a limit it only counts them.
type parser struct {
	input  []byte
	offset int
	depth  int // open objects and arrays
	odd    bool

	nodes   []node
	limit   int   // deeper values get no node
	counts  []int // of values by depth, once there are too many; nil before
	listing bool  // parsing ends at too many values
	cut     bool  // parsing ended there

	open []int32 // the nodes of open containers that have one, outermost first
	last []int32 // by depth, the node of the previous value
}

func (p *parser) document() bool {
	p.blank()
	ok := p.value(0, 0, true)
	p.blank()
	return ok && p.offset == len(p.input)
}

// value reads the value at offset. name and nameTo delimit its name, if it is a member.
func (p *parser) value(name, nameTo int, plain bool) (ok bool) {
	if p.offset >= len(p.input) {
		return false
	}
	n := int32(none)
	switch {
	case p.counts != nil:
		p.counts[p.depth]++
	case p.depth <= p.limit:
		n = p.add(node{
			from: int32(p.offset), name: int32(name), nameTo: int32(nameTo), next: none, first: none,
			depth: int16(p.depth), plain: plain && nameTo > name,
		})
	}
	switch c := p.input[p.offset]; {
	case p.cut:
	case c == '{' || c == '[':
		ok = p.container(n, c == '{')
	default:
		ok = p.scalar(c)
	}
	if n >= 0 {
		p.nodes[n].to = int32(p.offset)
	}
	return ok
}

func (p *parser) container(n int32, object bool) bool {
	if p.depth >= maxNested {
		return false
	}
	at := p.depth
	p.offset++
	p.depth++
	p.odd = p.odd || p.depth > MaxDepth
	if n >= 0 {
		p.open, p.last = append(p.open[:at], n), append(p.last[:at+1], none)
	}
	ok := p.children(object)
	p.depth = at
	return ok
}

func (p *parser) scalar(c byte) (ok bool) {
	switch c {
	case '"':
		_, ok = p.text()
	case 't':
		ok = p.word("true")
	case 'f':
		ok = p.word("false")
	case 'n':
		ok = p.word("null")
	default:
		size := numberLen(p.input[p.offset:])
		p.offset += size
		ok = size > 0
	}
	return ok
}

func (p *parser) add(n node) int32 {
	switch {
	case p.listing:
		if p.cut = len(p.nodes) >= MaxValues; p.cut {
			return none
		}
	case len(p.nodes) >= maxListed:
		p.counts = make([]int, maxNested+2)
		p.counts[n.depth]++
		for _, before := range p.nodes {
			p.counts[before.depth]++
		}
		return none
	}
	at, depth := int32(len(p.nodes)), int(n.depth)
	if c := p.input[n.from]; depth == p.limit && (c == '{' || c == '[') {
		n.first = unlisted
	}
	n.parent = none
	if depth > 0 {
		n.parent = p.open[depth-1]
	}
	p.nodes = append(p.nodes, n)
	switch before := p.last[depth]; {
	case depth == 0:
	case before >= 0:
		p.nodes[before].next = at
	default:
		p.nodes[n.parent].first = at
	}
	p.last[depth] = at
	return at
}

// shallow returns the depth up to which at most keptListed values lie.
func (p *parser) shallow() int {
	limit, sum := 0, p.counts[0]
	for sum+p.counts[limit+1] <= keptListed {
		limit++
		sum += p.counts[limit]
	}
	return limit
}

// children reads the content of an object or array, including the closing bracket.
func (p *parser) children(object bool) bool {
	closer := byte(']')
	if object {
		closer = '}'
	}
	p.blank()
	if p.closes(closer) {
		return true
	}
	for {
		name, nameTo, plain, ok := 0, 0, false, true
		if object {
			name, nameTo, plain, ok = p.name()
		}
		if !ok || !p.value(name, nameTo, plain) {
			return false
		}
		p.blank()
		if p.closes(closer) {
			return true
		}
		if !p.closes(',') {
			return false
		}
		p.blank()
	}
}

// name reads a member's name and the colon after it.
func (p *parser) name() (from, to int, plain, ok bool) {
	from = p.offset
	if from >= len(p.input) || p.input[from] != '"' {
		return 0, 0, false, false
	}
	if plain, ok = p.text(); !ok {
		return 0, 0, false, false
	}
	to = p.offset
	p.blank()
	if ok = p.closes(':'); ok {
		p.blank()
	}
	return from, to, plain, ok
}

// closes skips c if it is the next byte, and reports whether it was.
func (p *parser) closes(c byte) bool {
	if p.offset < len(p.input) && p.input[p.offset] == c {
		p.offset++
		return true
	}
	return false
}

func (p *parser) blank() { p.offset = blankEnd(p.input, p.offset) }

// blankEnd returns the end of the blanks at a place.
func blankEnd(in []byte, at int) int {
	const blanks = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\r'
	for at < len(in) && in[at] <= ' ' && blanks>>in[at]&1 > 0 {
		at++
	}
	return at
}

func (p *parser) word(w string) bool {
	if !hasPrefix(p.input[p.offset:], w) {
		return false
	}
	p.offset += len(w)
	return true
}

// text scans a string. plain means that it contains no escape.
func (p *parser) text() (plain, ok bool) {
	plain = true
	p.offset++
	for {
		p.offset += plainLen(p.input[p.offset:])
		if p.offset >= len(p.input) {
			return plain, false
		}
		switch c := p.input[p.offset]; {
		case c == '"':
			p.offset++
			return plain, true
		case c == '\\':
			plain = false
			n := escapeLen(p.input[p.offset:])
			if n == 0 {
				return plain, false
			}
			p.offset += n
		case c < 0x20:
			return plain, false
		default:
			char, n := utf8.DecodeRune(p.input[p.offset:])
			if char == utf8.RuneError && n == 1 {
				plain, p.odd = false, true
			}
			p.offset += n
		}
	}
}

// escapeLen returns the length of the escape at the start of b, or 0.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) >= 6 && hexLen(b[2:6]) == 4 {
			return 6
		}
	}
	return 0
}

// hexLen returns the number of hexadecimal digits at the start of b.
func hexLen(b []byte) int { return len(b) - len(bytes.TrimLeft(b, "0123456789abcdefABCDEF")) }

// plainLen returns how many bytes at the start of b stand for themselves in a JSON string: ASCII
// other than control characters, quotes and backslashes. It examines eight bytes at once. A byte of
// stop is 0x80 or more where that byte of x ends the run; only the lowest such byte is certain.
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
