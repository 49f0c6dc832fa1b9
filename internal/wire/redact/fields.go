package redact

import "math"

// fieldWalk walks a protobuf message by tags and lengths. It skips fields that do not lead to a
// secret, and walks an invalid message as far as it is valid.
type fieldWalk struct {
	fields    []Field
	pos       int64
	levels    []fieldLevel
	part      fieldPart
	number    uint64 // the current varint
	bits      uint
	remaining int64 // bytes of a value not yet read
	next      []int // indexes of the fields whose path matches up to the current tag
	hide      int   // index of the field that the value is, or -1
	url       urlText
}

// fieldLevel is an open message: where it ends, and which fields may be in it.
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

func newFieldWalk(fields []Field) *fieldWalk {
	m := &fieldWalk{fields: fields, hide: -1}
	root := fieldLevel{end: math.MaxInt64, live: make([]int, len(fields))}
	for i := range fields {
		root.live[i] = i
	}
	m.levels = append(m.levels, root)
	return m
}

func (m *fieldWalk) reset(r *Redactor) {
	r.end()
	*m = fieldWalk{fields: m.fields, levels: m.levels[:1], next: m.next[:0], hide: -1}
}

func (m *fieldWalk) walk(r *Redactor, i, to int) {
	for i < to {
		n := 1
		if m.part >= skipPart {
			n = int(min(m.remaining, int64(to-i)))
		}
		m.pos += int64(n)
		m.step(r, i, n)
		m.leave()
		i += n
	}
}

// step processes a byte, or a piece of a value.
func (m *fieldWalk) step(r *Redactor, i, n int) {
	switch c := r.input[i]; m.part {
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
		if m.fields[m.hide].Query == nil {
			r.hide(i, i+n, filler)
		}
		for k := i; k < i+n && m.fields[m.hide].Query != nil; k++ {
			if m.url.next(r.input[k], nil) {
				r.hide(k, k+1, filler)
			}
		}
		fallthrough
	case skipPart:
		if m.remaining -= int64(n); m.remaining == 0 {
			r.end()
			m.part = tagPart
		}
	}
}

// leave closes the messages that end here, even inside an unfinished value.
func (m *fieldWalk) leave() {
	for n := len(m.levels) - 1; n > 0 && m.levels[n].end <= m.pos; n-- {
		m.levels = m.levels[:n]
		m.part, m.bits = tagPart, 0
	}
}

// varint processes one byte of a number and reports whether it was the last.
func (m *fieldWalk) varint(c byte) bool {
	if m.bits == 0 {
		m.number = 0
	}
	if m.bits > 63 { // longer than any protobuf number
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

// room is the number of bytes left of the current message.
func (m *fieldWalk) room() int64 { return m.levels[len(m.levels)-1].end - m.pos }

func (m *fieldWalk) pass(n int64) {
	if m.remaining = min(n, m.room()); m.remaining > 0 {
		m.part = skipPart
		return
	}
	m.part = tagPart
}

// tag processes a field's tag: its number and wire type.
func (m *fieldWalk) tag(v uint64) {
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

func (m *fieldWalk) match(number uint64) {
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

// value begins a value of size bytes.
func (m *fieldWalk) value(r *Redactor, size uint64) {
	n := int64(min(size, math.MaxInt64/4))
	switch {
	case m.hide >= 0:
		if m.pass(n); m.part == skipPart {
			m.part = secretPart
			r.begin(m.fields[m.hide].Name)
			m.url = urlText{names: m.fields[m.hide].Query, name: m.url.name[:0]}
		}
	case len(m.next) > 0:
		n = min(n, m.room())
		m.levels = append(m.levels, fieldLevel{end: m.pos + n, live: append([]int(nil), m.next...)})
		m.part = tagPart
	default:
		m.pass(n)
	}
}
