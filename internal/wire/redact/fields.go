package redact

import "math"

// fieldMode walks a protobuf message by its tags and lengths. What is on no path to a
// secret is skipped; an invalid message is walked as far as it is valid.
type fieldMode struct {
	fields []Field
	pos    int64
	levels []fieldLevel
	part   fieldPart
	number uint64 // the varint under way
	bits   uint
	left   int64 // bytes of a value still to come
	next   []int // fields that match up to the current tag
	hide   int   // the field that the value is, or -1
	url    urlText
}

// fieldLevel is a message that is open: where it ends, and which fields may be in it.
type fieldLevel struct {
	end  int64
	live []int
}

type fieldPart uint8

const (
	tagPart fieldPart = iota
	varintPart
	lengthPart
	skipPart
	secretPart
)

func newFieldMode(fields []Field) *fieldMode {
	m := &fieldMode{fields: fields}
	root := fieldLevel{end: math.MaxInt64, live: make([]int, len(fields))}
	for i := range fields {
		root.live[i] = i
	}
	m.levels = append(m.levels, root)
	m.reset(nil)
	return m
}

// reset begins another message; nothing is under way in it.
func (m *fieldMode) reset(*Redactor) {
	*m = fieldMode{fields: m.fields, levels: m.levels[:1], next: m.next[:0], hide: -1}
}

func (m *fieldMode) step(r *Redactor, c byte) byte {
	out := c
	m.pos++
	switch m.part {
	case tagPart:
		if m.varint(c) {
			m.tag(m.number)
		}
	case varintPart:
		if c < 0x80 {
			m.part = tagPart
		}
	case lengthPart:
		if m.varint(c) {
			m.value(r, m.number)
		}
	case secretPart:
		if query := m.fields[m.hide].Query; query == nil || m.url.next(c, query) {
			out = r.hide(c, filler)
		}
		fallthrough
	case skipPart:
		if m.left--; m.left == 0 {
			r.end()
			m.part = tagPart
		}
	}
	m.leave()
	return out
}

// leave closes the messages that end here, whatever was under way in them.
func (m *fieldMode) leave() {
	for n := len(m.levels) - 1; n > 0 && m.levels[n].end <= m.pos; n-- {
		m.levels = m.levels[:n]
		m.part, m.bits = tagPart, 0
	}
}

// varint takes one byte of a number and reports whether it was the last.
func (m *fieldMode) varint(c byte) bool {
	if m.bits == 0 {
		m.number = 0
	}
	if m.bits > 63 { // no number of protobuf's
		m.bits = 0
		m.pass(m.room())
		return false
	}
	m.number |= uint64(c&0x7f) << m.bits
	m.bits += 7
	if c < 0x80 {
		m.bits = 0
		return true
	}
	return false
}

// room is how many bytes the current message has still to come.
func (m *fieldMode) room() int64 { return m.levels[len(m.levels)-1].end - m.pos }

func (m *fieldMode) pass(n int64) {
	if m.left = min(n, m.room()); m.left > 0 {
		m.part = skipPart
		return
	}
	m.part = tagPart
}

// tag takes a field's number and wire type.
func (m *fieldMode) tag(v uint64) {
	m.match(v >> 3)
	switch v & 7 {
	case 0:
		m.part = varintPart
	case 1:
		m.pass(8)
	case 2:
		m.part = lengthPart
	case 5:
		m.pass(4)
	case 6, 7:
		m.pass(m.room())
	}
}

func (m *fieldMode) match(number uint64) {
	depth := len(m.levels) - 1
	m.next, m.hide = m.next[:0], -1
	for _, i := range m.levels[depth].live {
		path := m.fields[i].Numbers
		switch {
		case depth >= len(path) || uint64(path[depth]) != number:
		case depth == len(path)-1:
			m.hide = i
		default:
			m.next = append(m.next, i)
		}
	}
}

// value begins a value of so many bytes.
func (m *fieldMode) value(r *Redactor, size uint64) {
	n := int64(min(size, math.MaxInt64/4))
	switch {
	case m.hide >= 0:
		if m.pass(n); m.part == skipPart {
			m.part = secretPart
			r.begin(m.fields[m.hide].Name)
			m.url.begin()
		}
	case len(m.next) > 0:
		n = min(n, m.room())
		m.levels = append(m.levels, fieldLevel{end: m.pos + n, live: append([]int(nil), m.next...)})
		m.part = tagPart
	default:
		m.pass(n)
	}
}

// plain skips all but the last byte of what is on no path to a secret.
func (m *fieldMode) plain(p []byte) int {
	if m.part != skipPart || m.left < 2 {
		return 0
	}
	n := min(m.left-1, int64(len(p)))
	m.left -= n
	m.pos += n
	return int(n)
}
