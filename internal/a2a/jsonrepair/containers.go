package jsonrepair

import "sort"

// container reads members up to '}' or elements up to ']'. It gives up on deep nesting. wasArray means that
// an object's opening bracket was square, so its closing one may be, too.
func (r *reader) container(closer byte, wasArray bool) bool {
	open := &r.maps
	if closer == ']' {
		open = &r.lists
	}
	if r.depth++; r.depth > MaxDepth {
		return r.giveUp(r.pos, TooDeep)
	}
	*open++
	r.pos++
	for first := true; !r.between(closer, wasArray, first); first = false {
		switch {
		case closer == ']':
			if !r.value() {
				return false
			}
		case r.input[r.pos] != '"':
			return r.giveUp(r.pos, "no member name in quotes")
		default:
			name := r.pos
			if !r.text() || !r.memberValue(name) {
				return false
			}
		}
	}
	r.depth--
	*open--
	return true
}

// memberValue reads the colon and value after a member's name, which begins at from.
func (r *reader) memberValue(from int) bool {
	name := r.input[from:r.pos]
	r.space()
	if r.hasMore() && r.input[r.pos] == ':' {
		r.pos++
	} else {
		r.lacks(MissingColon)
		r.replace(r.pos, 0, ":")
	}
	r.space()
	if !r.hasMore() || r.input[r.pos] == ',' || r.input[r.pos] == '}' || r.input[r.pos] == ']' {
		r.lacks(MissingValue)
		r.replace(r.pos, 0, "null")
		return true
	}
	if r.input[r.pos] == '"' && prose[string(name)] {
		return r.text()
	}
	return r.value()
}

// between is called before an element or closing bracket. It skips commas, repairs their number, and reports
// whether the container is done.
func (r *reader) between(closer byte, wasArray, first bool) (done bool) {
	comma := -1
	for {
		r.space()
		if !r.hasMore() {
			r.blankComma(comma)
			r.insertCloser(closer)
			return true
		}
		if r.input[r.pos] != ',' {
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
	if c := r.input[r.pos]; c == '}' || c == ']' {
		if comma >= 0 {
			r.note(TrailingComma, comma)
			r.blankComma(comma)
		}
		r.close(c, closer, wasArray)
		return true
	}
	if comma < 0 && !first {
		r.note(MissingComma, r.pos)
		r.replace(r.pos, 0, ",")
	}
	return false
}

func (r *reader) blankComma(at int) {
	if at < 0 {
		return
	}
	if at >= r.copied {
		r.replace(at, 1, " ")
		return
	}
	// The comma is among the bytes already copied: find it there.
	n := sort.Search(len(r.edits), func(i int) bool { return r.edits[i].inOffset > at })
	if n == 0 {
		r.output[at] = ' '
		return
	}
	e := r.edits[n-1]
	r.output[e.outOffset+at-e.inOffset] = ' '
}

// close reads the closing bracket c at pos, where closer was expected.
func (r *reader) close(c, closer byte, wasArray bool) {
	switch {
	case c == closer:
	case c == ']' && wasArray:
		r.replace(r.pos, 1, "}")
	case c == ']' && r.lists > 0 || c == '}' && r.maps > 0:
		r.insertCloser(closer)
		return
	default: // no open container closes with c: it was meant for this one
		r.note(StrayBracket, r.pos)
		r.replace(r.pos, 1, string(closer))
	}
	r.pos++
}

// insertCloser closes a container that the document leaves open.
func (r *reader) insertCloser(closer byte) {
	r.lacks(MissingBracket)
	r.replace(r.pos, 0, string(closer))
}
