package redact

import "slices"

// escapes undoes percent-encoding as it comes, what was encoded several times too.
// What is no escape after all loses its percent sign.
type escapes struct {
	digits uint8 // still to come
	code   byte  // of those that came
}

// next takes a byte. ok is false where it completes no character.
func (e *escapes) next(c byte) (char byte, ok bool) {
	d := unhex(c)
	switch {
	case c == '%':
		*e = escapes{digits: 2}
		return 0, false
	case e.digits == 0 || d < 0:
		e.digits = 0
		return c, true
	}
	e.code = e.code<<4 | byte(d)
	if e.digits--; e.digits > 0 {
		return 0, false
	}
	if e.code == '%' {
		e.digits = 2
		return 0, false
	}
	return e.code, true
}

// urlView is a URL as it is read: as written, or with its escapes undone.
type urlView struct {
	raw, text string
	at        []int // of each character of text and of its end: where in raw; nil: text is raw
}

// undo is a view without escapes.
func (v urlView) undo() urlView {
	out, at, from, e := make([]byte, 0, len(v.raw)), make([]int, 0, len(v.raw)+1), 0, escapes{}
	for i := range len(v.raw) {
		if c, ok := e.next(v.raw[i]); ok {
			out, at, from = append(out, c), append(at, from), i+1
		}
	}
	return urlView{raw: v.raw, text: string(out), at: append(at, from)}
}

// place is the index in raw of a character of text.
func (v urlView) place(i int) int {
	if v.at == nil {
		return i
	}
	return v.at[i]
}

// index is the character of text at a place in raw, or the next one.
func (v urlView) index(place int) int {
	if v.at == nil {
		return place
	}
	i, _ := slices.BinarySearch(v.at, place)
	return min(i, len(v.text))
}
