package jsonrepair

import "sort"

// enter counts a container and refuses one too deep.
func (r *reader) enter(open *int) bool {
	if r.depth++; r.depth > MaxDepth {
		return r.giveUp(r.pos, "nested too deeply to read")
	}
	*open++
	r.pos++
	return true
}

func (r *reader) leave(open *int) bool {
	r.depth--
	*open--
	return true
}

// object reads members. wasArray tells that the opening bracket was square, so
// that the closing one may be, too.
func (r *reader) object(wasArray bool) bool {
	if !r.enter(&r.maps) {
		return false
	}
	for first := true; ; first = false {
		done, ok := r.between('}', wasArray, first)
		if !ok {
			return false
		}
		if done {
			return r.leave(&r.maps)
		}
		if r.in[r.pos] != '"' {
			return r.giveUp(r.pos, "no member name in quotes")
		}
		if !r.text() || !r.memberValue() {
			return false
		}
	}
}

// memberValue reads the colon and the value after a member's name.
func (r *reader) memberValue() bool {
	r.space()
	if r.more() && r.in[r.pos] == ':' {
		r.pos++
	} else {
		r.lacks(MissingColon)
		r.replace(r.pos, 0, ":")
	}
	r.space()
	if !r.more() || r.in[r.pos] == ',' || r.in[r.pos] == '}' || r.in[r.pos] == ']' {
		r.lacks(MissingValue)
		r.replace(r.pos, 0, "null")
		return true
	}
	return r.value()
}

func (r *reader) array() bool {
	if !r.enter(&r.lists) {
		return false
	}
	for first := true; ; first = false {
		done, ok := r.between(']', false, first)
		if !ok {
			return false
		}
		if done {
			return r.leave(&r.lists)
		}
		if !r.value() {
			return false
		}
	}
}

// between stands before an element or a closing bracket: it passes commas,
// repairs their number, and reports whether the container is done.
func (r *reader) between(closer byte, wasArray, first bool) (done, ok bool) {
	comma := -1
	for {
		r.space()
		if !r.more() {
			r.blankComma(comma)
			return true, r.insertCloser(closer)
		}
		if r.in[r.pos] != ',' {
			break
		}
		if first || comma >= 0 {
			r.note(TrailingComma, r.pos)
			r.replace(r.pos, 1, " ")
		} else {
			comma = r.pos
		}
		r.pos++
	}
	if c := r.in[r.pos]; c == '}' || c == ']' {
		if comma >= 0 {
			r.note(TrailingComma, comma)
			r.blankComma(comma)
		}
		return r.close(c, closer, wasArray)
	}
	if comma < 0 && !first {
		r.note(MissingComma, r.pos)
		r.replace(r.pos, 0, ",")
	}
	return false, true
}

// blankComma blanks the comma at an offset, if there is one.
func (r *reader) blankComma(at int) {
	if at < 0 {
		return
	}
	if at >= r.copied {
		r.replace(at, 1, " ")
		return
	}
	// The comma is among the bytes already copied: find where.
	n := sort.Search(len(r.edits), func(i int) bool { return r.edits[i].in > at })
	if n == 0 {
		r.out[at] = ' '
		return
	}
	e := r.edits[n-1]
	r.out[e.out+at-e.in] = ' '
}

// close treats the closing bracket c at pos where closer was expected.
func (r *reader) close(c, closer byte, wasArray bool) (done, ok bool) {
	if c == closer {
		r.pos++
		return true, true
	}
	if c == ']' && wasArray {
		r.replace(r.pos, 1, "}")
		r.pos++
		return true, true
	}
	if c == ']' && r.lists > 0 || c == '}' && r.maps > 0 {
		return true, r.insertCloser(closer)
	}
	// Nothing that is open closes with c: it was meant to close this.
	r.note(StrayBracket, r.pos)
	r.replace(r.pos, 1, string(closer))
	r.pos++
	return true, true
}

// insertCloser ends a container that the document does not.
func (r *reader) insertCloser(closer byte) bool {
	r.lacks(MissingBracket)
	r.replace(r.pos, 0, string(closer))
	return true
}
