package jsonrepair

import "unicode/utf8"

// Bounds are what Abridge keeps.
type Bounds struct {
	Text      int // bytes of a string, as they are written
	KeptBytes int // bytes of a list or object, long strings not counted
	Members   int // elements or members that stay all the same
}

// Abridge returns a strict JSON document with its long strings cut, and of each list and
// object no more than b.Members elements or members once b.Kept bytes of it are kept. What
// remains is strict JSON again; it is in itself where nothing is cut. ok is false where in is
// not strict JSON or would be repaired.
//
// It is for readers who need an envelope and the beginning of what is in it: it makes no
// tree, so it costs a fraction of what Read does.
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

// abridger passes a document and copies what stays of it.
type abridger struct {
	parser
	Bounds
	output []byte // what stays of in[:from]
	from   int
	long   int // bytes that stay of strings that are cut
}

// keptBytes is how many bytes stay so far.
func (a *abridger) keptBytes() int { return len(a.output) + a.offset - a.from - a.long }

// cut leaves in[from:to] out.
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

// string passes a string, of which a long one is cut before the character that is too much.
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
	short.text() // stops at an escape that goes on
	a.cut(short.offset, a.offset-1)
	a.long += a.Text
	return true
}

func (a *abridger) container(opener byte) bool {
	if a.depth++; a.depth > MaxDepth {
		return false // Read would mend it
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

// dropRest passes an object or array from an element or member on, of which nothing stays
// from the comma before it. It goes through all that is in it in one loop: there may be
// hundreds of thousands.
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

// nameEnd is where the value of the member begins that begins at a place, or -1.
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

// scalarEnd is where the text, number or word that begins at a place ends, or -1. Most
// texts have no character that needs a look.
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
