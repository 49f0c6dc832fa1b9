package redact

import (
	"bytes"
	"mime"
	"net/textproto"
	"strings"
)

// partsMode walks multipart bodies (RFC 2046 §5.1, RFC 7578). A part whose name
// is that of a secret is filler; any other is walked as the text that it is.
type partsMode struct {
	secrets  textSecrets
	boundary []byte // the line between parts, with the line end before it
	match    int    // bytes of it at the end of what came
	line     []byte // of a part's header, or of the first boundary
	inBody   bool   // in a part's body
	hide     bool
	text     *textMode // the part's, when it is not secret
}

// maxPartLine bounds a line of a part's head.
const maxPartLine = 4 << 10

func (m *partsMode) reset(r *Redactor) {
	r.end()
	if m.text != nil {
		m.text.reset(r)
	}
	*m = partsMode{secrets: m.secrets}
}

func (m *partsMode) plain([]byte) int { return 0 }

func (m *partsMode) step(r *Redactor, c byte) byte {
	if !m.inBody {
		m.headByte(r, c)
		if m.hide && !m.inBody && c > ' ' && c != ':' {
			return r.hide(c, filler)
		}
		return c
	}
	if m.matchesBoundary(c) {
		if m.match == len(m.boundary) {
			r.end()
			m.text.reset(r)
			m.inBody, m.hide, m.match = false, false, 0
			m.line = append(m.line[:0], '-') // the rest of the boundary's line follows
			return c
		}
		if m.hide { // it may be the boundary; if not, it gives nothing away
			return c
		}
	}
	if m.hide {
		return r.hide(c, filler)
	}
	return m.text.step(r, c)
}

// matchesBoundary reports whether c continues what may be a boundary.
func (m *partsMode) matchesBoundary(c byte) bool {
	if m.match < len(m.boundary) && c == m.boundary[m.match] {
		m.match++
		return true
	}
	m.match = 0
	if c == m.boundary[0] {
		m.match = 1
	}
	return m.match > 0
}

// headByte takes a byte of a boundary's line or of a part's header.
func (m *partsMode) headByte(r *Redactor, c byte) {
	if len(m.line) == maxPartLine { // what names it comes first
		m.line = append(m.line[:maxPartLine/2], m.line[maxPartLine-2:]...)
	}
	start := bytes.LastIndexByte(m.line, '\n') + 1
	m.line = append(m.line, c)
	switch {
	case start+1 == len(m.line) && c != ' ' && c != '\t': // not the rest of a secret
		r.end()
		m.hide = false
	case c == ':' && !m.hide:
		name := string(m.line[start : len(m.line)-1])
		if m.hide = (&Secrets{Usual: true}).headerKind(name, "") != plainHeader; m.hide {
			r.begin(name)
		}
	}
	switch {
	case c != '\n':
		return
	case m.boundary == nil:
		m.boundary = append([]byte("\n"), bytes.TrimRight(m.line, "\r\n \t")...)
		m.line = append(m.line[:0], '\n')
		return
	case !bytes.HasSuffix(m.line, []byte("\n\r\n")) && !bytes.HasSuffix(m.line, []byte("\n\n")):
		return
	}
	if m.text == nil {
		m.text = &textMode{secrets: m.secrets}
	}
	m.inBody, m.match = true, 0
	if name, secret := m.secrets.form.find(strings.Trim(m.name(), `"'`)); secret {
		m.hide = true
		r.begin(name)
	}
}

// unfold joins the lines of a header that goes on in the next.
var unfold = strings.NewReplacer("\r\n ", " ", "\r\n\t", " ", "\n ", " ", "\n\t", " ")

// name is that of the part whose head was read.
func (m *partsMode) name() string {
	for line := range strings.SplitSeq(unfold.Replace(string(m.line)), "\n") {
		key, value, _ := strings.Cut(line, ":")
		if textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(key)) != "Content-Disposition" {
			continue
		}
		_, params, _ := mime.ParseMediaType(value)
		if params["name"] != "" {
			return params["name"]
		}
		_, name, _ := strings.Cut(value, "name=")
		name, _, _ = strings.Cut(name, ";")
		return strings.TrimSpace(name)
	}
	return ""
}
