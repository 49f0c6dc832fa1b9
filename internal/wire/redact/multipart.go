package redact

import (
	"bytes"
	"mime"
	"strings"
)

// partsWalk walks multipart bodies (RFC 2046 §5.1, RFC 7578). A part with the name of a secret
// becomes filler; any other is walked as a text.
type partsWalk struct {
	secrets  textSecrets
	boundary []byte // the line between parts, with the line end before it
	match    int    // bytes of the boundary matched so far
	head     []byte // of a part, or the first boundary
	inBody   bool
	hide     bool
	text     *textWalk // walks a part that is not secret
}

// maxPartHead bounds the head of a part, in bytes.
const maxPartHead = 16 << 10

func (m *partsWalk) reset(r *Redactor) {
	if m.text != nil {
		m.text.reset(r)
	}
	r.end()
	*m = partsWalk{secrets: m.secrets}
}

func (m *partsWalk) walk(r *Redactor, i, to int) {
	for ; i < to; i++ {
		switch c := r.input[i]; {
		case !m.inBody:
			m.headByte(r, c)
		case m.matches(c):
			if m.match == len(m.boundary) {
				r.end()
				m.text.reset(r)
				m.inBody, m.hide, m.match = false, false, 0
				m.head = append(m.head[:0], '-') // the rest of the boundary's line follows
			}
			// Part of the boundary: written as it is. If it is not, it reveals nothing.
		case m.hide:
			r.hide(i, i+1, filler)
		default:
			n := max(bytes.IndexByte(r.input[i:to], '\n'), 1)
			if bytes.IndexByte(r.input[i:to], '\n') < 0 {
				n = to - i
			}
			m.text.walk(r, i, i+n)
			i += n - 1
		}
	}
}

// matches reports whether c continues what may be a boundary.
func (m *partsWalk) matches(c byte) bool {
	if c != m.boundary[m.match] {
		m.match = 0
	}
	if c == m.boundary[m.match] {
		m.match++
	}
	return m.match > 0
}

// headByte processes a byte of a boundary's line or of a part's head.
func (m *partsWalk) headByte(r *Redactor, c byte) {
	if len(m.head) < maxPartHead || c == '\n' {
		m.head = append(m.head[:min(len(m.head), maxPartHead)], c)
	}
	switch {
	case c != '\n':
		return
	case m.boundary == nil:
		m.boundary = append([]byte("\n"), bytes.TrimRight(m.head, "\r\n \t")...)
		m.head = append(m.head[:0], '\n')
		return
	case !bytes.HasSuffix(m.head, []byte("\n\r\n")) && !bytes.HasSuffix(m.head, []byte("\n\n")):
		return
	}
	if m.text == nil {
		m.text = &textWalk{secrets: m.secrets}
	}
	m.inBody, m.match = true, 0
	if name, secret := m.secrets.form.match(partName(string(m.head))); secret {
		m.hide = true
		r.begin(name)
	}
}

// partName returns the name in the Content-Disposition of a part's head.
func partName(head string) string {
	for line := range strings.SplitSeq(head, "\n") {
		if key, value, _ := strings.Cut(line, ":"); strings.EqualFold(key, "Content-Disposition") {
			_, params, _ := mime.ParseMediaType(value)
			return params["name"]
		}
	}
	return ""
}
