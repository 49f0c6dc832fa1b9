package jsonrepair

import "unicode/utf8"

// passer goes over strict JSON without making nodes of it.
type passer struct {
	parser
	level int                          // objects and arrays that are open
	maps  [(MaxDepth + 63) / 64]uint64 // of them: the objects, by level
	most  int
}

// pass goes over the value that stands at an offset, with so many objects and
// arrays around it.
func pass(in []byte, at, around int) (end int, odd, ok bool) {
	p := passer{parser: parser{in: in, at: at}, most: MaxDepth - around}
	ok = p.values()
	return p.at, p.odd, ok
}

// passRest goes over the rest of an object or array, after one of its members or
// elements.
func passRest(in []byte, at, around int, object bool) (end int, odd, ok bool) {
	p := passer{parser: parser{in: in, at: at}, most: MaxDepth - around + 1}
	p.enter(object)
	more, ok := p.after()
	if ok && more {
		ok = p.values()
	}
	return p.at, p.odd, ok
}

func (p *passer) enter(object bool) bool {
	if p.level >= p.most {
		return false
	}
	bit := uint64(1) << (p.level % 64)
	if p.maps[p.level/64] &^= bit; object {
		p.maps[p.level/64] |= bit
	}
	p.level++
	return true
}

func (p *passer) inObject() bool {
	l := p.level - 1
	return p.maps[l/64]>>(l%64)&1 == 1
}

// values goes over the value that stands here and what follows it, until all that
// is open is closed.
func (p *passer) values() bool {
	for {
		if p.at >= len(p.in) {
			return false
		}
		switch c := p.in[p.at]; c {
		case '{', '[':
			p.at++
			if !p.enter(c == '{') {
				return false
			}
			if p.blank(); p.at < len(p.in) && p.in[p.at] == c+2 { // its closer
				break
			}
			if c == '{' && !p.key() {
				return false
			}
			continue
		default:
			if !p.plain(c) {
				return false
			}
		}
		if more, ok := p.after(); !more {
			return ok
		}
	}
}

// after goes over what closes and the comma before the next value; more is false
// when there is none.
func (p *passer) after() (more, ok bool) {
	for p.level > 0 {
		if p.at < len(p.in) && p.in[p.at] <= ' ' {
			p.blank()
		}
		if p.at >= len(p.in) {
			return false, false
		}
		object := p.inObject()
		switch c := p.in[p.at]; {
		case c == ',':
			p.at++
			p.blank()
			return true, !object || p.key()
		case c == '}' && object, c == ']' && !object:
			p.at++
			p.level--
		default:
			return false, false
		}
	}
	return false, true
}

// key goes over a member's name and the colon after it.
func (p *passer) key() bool {
	if p.at >= len(p.in) || p.in[p.at] != '"' || !p.short() {
		return false
	}
	p.blank()
	if !p.closes(':') {
		return false
	}
	p.blank()
	return true
}

// short is text, quick with few plain characters.
func (p *passer) short() bool {
	for i := p.at + 1; i < min(p.at+16, len(p.in)); i++ {
		switch c := p.in[i]; {
		case c == '"':
			p.at = i + 1
			return true
		case c < 0x20 || c == '\\' || c >= utf8.RuneSelf:
			_, ok := p.text()
			return ok
		}
	}
	_, ok := p.text()
	return ok
}

// plain is scalar, quick with short texts and whole numbers.
func (p *passer) plain(c byte) bool {
	switch {
	case c == '"':
		return p.short()
	case c >= '1' && c <= '9':
		i := p.at + 1
		for i < len(p.in) && p.in[i] >= '0' && p.in[i] <= '9' {
			i++
		}
		if i < len(p.in) && (p.in[i] == ',' || p.in[i] == ']' || p.in[i] == '}') {
			p.at = i
			return true
		}
	}
	return p.scalar(c)
}
