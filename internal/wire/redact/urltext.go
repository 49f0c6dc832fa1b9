package redact

// urlText walks a URL that comes character by character and says which are
// secret. Of a password it shows up to five digits at its start: until then it
// may be a port.
type urlText struct {
	part   urlPart
	slash  bool
	past   bool // the host
	query  bool // or the fragment has begun
	digits int
	esc    escapes
	name   []byte
	hide   bool
	hex    int // of an escape, digits still to come
	code   int // of those that came
}

type urlPart uint8

const (
	pathPart urlPart = iota
	hostPart
	portPart
	passwordPart
	queryName
	queryValue
)

func (u *urlText) begin() { *u = urlText{name: u.name[:0]} }

// next reports whether c is part of a secret.
func (u *urlText) next(c byte, query []string) bool {
	switch {
	case u.hide && (c == '&' || c == '#' || !u.query && (c == '/' || c == '?')):
		u.hide = false
	case u.hide:
		return true
	}
	u.query = u.query || c == '?' || c == '#'
	if u.part == pathPart || u.part >= queryName {
		u.parameter(c, query)
	} else if c == '?' || c == '#' {
		u.part, u.name = queryName, u.name[:0]
		return false
	}
	return u.part < queryName && u.authority(c)
}

// parameter takes a character of the path or of what comes after it. The escapes
// of a URL that is a parameter are undone.
func (u *urlText) parameter(c byte, query []string) {
	c, ok := u.esc.next(c)
	switch {
	case !ok:
	case beginsParameter(c):
		u.part, u.name = queryName, u.name[:0]
	case u.part == queryName && c == '=':
		name, secret := parameterNames(query).find(unescapeQuery(string(u.name)))
		u.part, u.hide = queryValue, secret && !isCode(name)
	case u.part == queryName && len(u.name) < keyKept:
		u.name = append(u.name, c)
	}
}

func (u *urlText) authority(c byte) bool {
	switch {
	case c == '/' && u.part == pathPart:
		if u.slash && !u.past {
			u.part = hostPart
		}
		u.slash = !u.slash
		return false
	case c == '/':
		u.part, u.past = pathPart, true
		return false
	case u.part == pathPart:
		u.slash = false
		return false
	case c == '@':
		u.part = hostPart
		return false
	case u.part == hostPart:
		if c == ':' {
			u.part, u.digits = portPart, 0
		}
		return false
	case u.part == portPart && c >= '0' && c <= '9' && u.digits < 5:
		u.digits++
		return false
	}
	u.part = passwordPart
	return true
}

// inURL is a byte of a string that is a URL. Escapes stay escapes: what they
// mean may end the secret.
func (m *jsonMode) inURL(r *Redactor, c byte) byte {
	u := &m.url
	switch {
	case u.hex > 0:
		return m.hexDigit(r, c)
	case m.esc && c == 'u':
		m.esc, u.hex, u.code = false, 4, 0
		return c
	case m.esc:
		m.esc = false
		if u.next(c, m.query) {
			return r.hide(c, '/')
		}
		return c
	case c == '\\':
		m.esc = true
		return c
	case u.next(c, m.query):
		return r.hide(c, filler)
	}
	return c
}

// hexDigit is one of the four of an escape. Its first and its third are hidden
// where no character that ends a secret has them: the filler is another escape.
func (m *jsonMode) hexDigit(r *Redactor, c byte) byte {
	u := &m.url
	u.hex--
	u.code = u.code<<4 | max(unhex(c), 0)
	secret := u.part == passwordPart || u.part == queryValue && u.hide
	if u.hex > 0 {
		switch {
		case !secret:
			return c
		case u.hex > 1 && c != '0':
			return r.hide(c, '0')
		case u.hex == 1 && c != '2' && c != '4':
			return r.hide(c, '2')
		}
		return c
	}
	b := byte('x')
	if u.code < 0x80 {
		b = byte(u.code)
	}
	if u.next(b, m.query) {
		return r.hide(c, 'a')
	}
	return c
}
