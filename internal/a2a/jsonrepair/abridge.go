package jsonrepair

import "unicode/utf8"

// Bounds are what Abridge keeps.
type Bounds struct {
	Text    int // bytes of a string, as they are written
	Kept    int // bytes of a list or object, long strings not counted
	Members int // elements or members that stay all the same
}

// Abridge returns a strict JSON document with its long strings cut, and of each list and
// object no more than b.Members elements or members once b.Kept bytes of it are kept. What
// remains is strict JSON again; it is in itself where nothing is cut. ok is false where in is
// not strict JSON or would be repaired.
//
// It is for readers who need an envelope and the beginning of what is in it: it makes no
// tree, so it costs a fraction of what Read does.
func Abridge(in []byte, b Bounds) (out []byte, ok bool) {
	a := abridger{Bounds: b, parser: parser{in: in}}
	a.blank()
	if !a.value() || a.odd {
		return nil, false
	}
	if a.blank(); a.at != len(in) {
		return nil, false
	}
	if a.from == 0 {
		return in, true
	}
	return append(a.out, in[a.from:]...), true
}

// abridger passes a document and copies what stays of it.
type abridger struct {
	parser
	Bounds
	out  []byte // what stays of in[:from]
	from int
	long int // bytes that stay of strings that are cut
}

// kept is how many bytes stay so far.
func (a *abridger) kept() int { return len(a.out) + a.at - a.from - a.long }

// cut leaves in[from:to] out.
func (a *abridger) cut(from, to int) {
	a.out = append(a.out, a.in[a.from:from]...)
	a.from = to
}

func (a *abridger) value() bool {
	if a.at >= len(a.in) {
		return false
	}
	switch c := a.in[a.at]; c {
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
	start := a.at
	if _, ok := a.text(); !ok || a.odd {
		return false
	}
	if a.at-start-2 <= a.Text {
		return true
	}
	end := start + 1 + a.Text
	for !utf8.RuneStart(a.in[end]) {
		end--
	}
	short := parser{in: a.in[:end], at: start}
	short.text() // stops at an escape that goes on
	a.cut(short.at, a.at-1)
	a.long += a.Text
	return true
}

func (a *abridger) container(opener byte) bool {
	if a.depth++; a.depth > MaxDepth {
		return false // Read would mend it
	}
	full := a.kept() + a.Kept
	a.at++
	a.blank()
	for n, comma := 0, a.at; ; n++ {
		switch {
		case n == 0 && a.closes(opener+2):
			a.depth--
			return true
		case n >= a.Members && a.kept() > full:
			return a.dropRest(opener, comma)
		case opener == '{':
			if _, _, _, ok := a.name(); !ok {
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
		if comma = a.at; !a.closes(',') {
			return false
		}
		a.blank()
	}
}

// dropRest passes an object or array from an element or member on, of which nothing stays
// from the comma before it. It goes through all that is in it in one loop: there may be
// hundreds of thousands.
func (a *abridger) dropRest(opener byte, comma int) bool {
	for open := []byte{opener}; ; a.blank() {
		if open[len(open)-1] == '{' {
			if _, _, _, ok := a.name(); !ok {
				return false
			}
		}
		if a.at >= len(a.in) {
			return false
		}
		if c := a.in[a.at]; c != '{' && c != '[' {
			if !a.scalar(c) || a.odd {
				return false
			}
		} else {
			if a.depth+len(open) > MaxDepth {
				return false
			}
			open = append(open, c)
			a.at++
			if a.blank(); a.at < len(a.in) && a.in[a.at] != c+2 {
				continue
			}
		}
		for a.blank(); a.closes(open[len(open)-1] + 2); a.blank() {
			if open = open[:len(open)-1]; len(open) == 0 {
				a.cut(comma, a.at-1)
				a.depth--
				return true
			}
		}
		if !a.closes(',') {
			return false
		}
	}
}
