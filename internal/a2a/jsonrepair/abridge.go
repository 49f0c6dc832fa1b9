package jsonrepair

import "unicode/utf8"

// Bounds limits what Abridge keeps.
type Bounds struct {
	Text      int // bytes of a string, as written
	KeptBytes int // bytes of a list or object, long strings not counted
	Members   int // elements or members that are always kept
}

// Abridge shortens a strict JSON document: it cuts long strings, and drops the rest of a list or
// object after b.Members elements or members and b.KeptBytes bytes. The result is strict JSON; it
// is in itself when nothing is cut. ok is false when in is not JSON, or not strict: see
// Tree.Strict.
//
// It is for readers that need an envelope and the beginning of its content: it builds no tree, so
// it costs a fraction of Read.
func Abridge(in []byte, b Bounds) (out []byte, ok bool) {
	a := abridger{Bounds: b, parser: parser{input: in}}
	a.blank()
	if !a.value() || a.odd {
		return nil, false
	}
	if a.blank(); a.offset != len(in) {
		return nil, false
	}
	if a.from == 0 {
		return in, true
	}
	return append(a.output, in[a.from:]...), true
}

// abridger scans a document and copies what is kept.
type abridger struct {
	parser
	Bounds
	output []byte // what is kept of input[:from]
	from   int
	long   int // bytes kept of cut strings
}

func (a *abridger) keptBytes() int { return len(a.output) + a.offset - a.from - a.long }

func (a *abridger) cut(from, to int) {
	a.output = append(a.output, a.input[a.from:from]...)
	a.from = to
}

func (a *abridger) value() bool {
	if a.offset >= len(a.input) {
		return false
	}
	switch c := a.input[a.offset]; c {
	case '{', '[':
		return a.container(c)
	case '"':
		return a.string()
	default:
		return a.scalar(c)
	}
}

// string scans a string. It cuts a long one between characters.
func (a *abridger) string() bool {
	start := a.offset
	if _, ok := a.text(); !ok || a.odd {
		return false
	}
	if a.offset-start-2 <= a.Text {
		return true
	}
	end := start + 1 + a.Text
	for !utf8.RuneStart(a.input[end]) {
		end--
	}
	short := parser{input: a.input[:end], offset: start}
	short.text() // stops at an escape that extends beyond the end
	a.cut(short.offset, a.offset-1)
	a.long += a.Text
	return true
}

func (a *abridger) container(opener byte) bool {
	if a.depth++; a.depth > MaxDepth {
		return false // not strict
	}
	full := a.keptBytes() + a.KeptBytes
	a.offset++
	a.blank()
	for n, comma := 0, a.offset; ; n++ {
		switch {
		case n == 0 && a.closes(opener+2):
			a.depth--
			return true
		case n >= a.Members && a.keptBytes() > full:
			return a.dropRest(opener, comma)
		case opener == '{':
			if a.offset = nameEnd(a.input, a.offset); a.offset < 0 {
				return false
			}
		}
		if !a.value() {
			return false
		}
		a.blank()
		if a.closes(opener + 2) {
			a.depth--
			return true
		}
		if comma = a.offset; !a.closes(',') {
			return false
		}
		a.blank()
	}
}

// dropRest skips the rest of an object or array, which is dropped from the preceding comma on. It uses one
// loop for all nested values: there may be hundreds of thousands.
func (a *abridger) dropRest(opener byte, comma int) bool {
	in, at, open := a.input, a.offset, []byte{opener}
	for {
		if open[len(open)-1] == '{' {
			if at = nameEnd(in, at); at < 0 {
				return false
			}
		}
		if at >= len(in) {
			return false
		}
		if c := in[at]; c != '{' && c != '[' {
			if at = scalarEnd(in, at); at < 0 {
				return false
			}
		} else {
			if a.depth+len(open) > MaxDepth {
				return false
			}
			open = append(open, c)
			if at = blankEnd(in, at+1); at < len(in) && in[at] != c+2 {
				continue
			}
		}
		for at = blankEnd(in, at); at < len(in) && in[at] == open[len(open)-1]+2; at = blankEnd(in, at+1) {
			if open = open[:len(open)-1]; len(open) == 0 {
				a.cut(comma, at)
				a.offset = at + 1
				a.depth--
				return true
			}
		}
		if at >= len(in) || in[at] != ',' {
			return false
		}
		at = blankEnd(in, at+1)
	}
}

// nameEnd returns the start of the value of the member at a place, or -1.
func nameEnd(in []byte, at int) int {
	if at >= len(in) || in[at] != '"' {
		return -1
	}
	if at = scalarEnd(in, at); at < 0 {
		return -1
	}
	if at = blankEnd(in, at); at >= len(in) || in[at] != ':' {
		return -1
	}
	return blankEnd(in, at+1)
}

// scalarEnd returns the end of the string, number or word at a place, or -1. Most strings need no inspection
// of single characters.
func scalarEnd(in []byte, at int) int {
	switch c := in[at]; {
	case c == '"':
		if end := at + 1 + plainLen(in[at+1:]); end < len(in) && in[end] == '"' {
			return end + 1
		}
	case c == '-' || c >= '0' && c <= '9':
		if n := numberLen(in[at:]); n > 0 {
			return at + n
		}
		return -1
	}
	p := parser{input: in, offset: at}
	if !p.scalar(in[at]) || p.odd {
		return -1
	}
	return p.offset
}
