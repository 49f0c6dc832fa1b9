package redact

import (
	"bytes"
	"strings"
)

// parameterNames are the secret parameters of URLs, forms and multipart bodies.
type parameterNames []string

// match reports whether a parameter is one of n by its name, without escapes. A name may have brackets, as
// some frameworks write lists and members: token[], token[0], user[password].
func (n parameterNames) match(written string) (name string, ok bool) {
	for word := range strings.SplitSeq(strings.TrimLeft(written, " \t"), "[") {
		word = strings.TrimSuffix(word, "]")
		if word != "" && isListed(n, word) {
			return word, true
		}
	}
	return "", false
}

// beginsParameter reports whether a parameter begins after c. A semicolon separates parameters in old forms,
// and a question mark begins those of a nested URL.
func beginsParameter(c byte) bool { return c == '&' || c == '#' || c == ';' || c == '?' }

// urlText walks a URL or a form character by character and says which characters are secret. It decodes
// percent-encoding, including repeated encoding, because a value may be a URL with parameters of its own. It
// leaves up to five digits at the start of a password visible unless it sees what follows, because until then
// they may be a port.
type urlText struct {
	names             parameterNames
	form              bool // values end at & only
	oauth             bool // a parameter was read that OAuth sends with a code
	part              urlPart
	slash             bool // a slash that may begin an authority
	before            byte
	isPastHost        bool
	query             bool // the query or the fragment has begun
	digits            int
	passwordRemaining int   // bytes left of a password whose end was seen
	escDigits         uint8 // digits of an escape, not yet read
	code              byte  // value of the digits so far
	name              []byte
	hide              bool
	secret            string // name of what is hidden

	esc   bool // in a JSON string, after a backslash
	hex   int  // digits of a JSON escape, not yet read
	value int
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

// next consumes c and reports whether it is part of a secret. rest is the input after c, as far as
// it has arrived.
func (u *urlText) next(c byte, rest []byte) bool {
	switch {
	case u.passwordRemaining > 0:
		u.passwordRemaining--
		return true
	case u.hide && (c == '&' || !u.form && (c == '#' || !u.query && (c == '/' || c == '?'))):
		u.hide = false
	case u.hide:
		return !u.form || c != '\r' && c != '\n'
	}
	u.query = u.query || c == '?' || c == '#'
	if u.part == pathPart || u.part >= queryName {
		u.parameter(c)
	} else if c == '?' || c == '#' {
		u.part, u.name = queryName, u.name[:0]
		return false
	}
	return u.part < queryName && u.authority(c, rest)
}

// parameter processes a character of the path, or of the query or fragment.
func (u *urlText) parameter(c byte) {
	c, ok := u.unescape(c)
	switch {
	case !ok:
	case beginsParameter(c), u.form && c == '\n':
		u.part, u.name = queryName, u.name[:0]
	case u.part == queryName && c == '=':
		written := string(u.name)
		if u.form {
			written = strings.ReplaceAll(written, "+", " ")
		}
		u.part, u.oauth = queryValue, u.oauth || isListed(oauthParameters, written)
		u.secret, u.hide = u.names.match(written)
		u.hide = u.hide && (u.oauth || !isCode(u.secret))
	case u.part == queryName && len(u.name) < maxKeyBytes:
		u.name = append(u.name, c)
	}
}

// unescape decodes percent-encoding. ok is false if c does not complete a character.
func (u *urlText) unescape(c byte) (char byte, ok bool) {
	d := unhex(c)
	switch {
	case c == '%':
		u.escDigits, u.code = 2, 0
		return 0, false
	case u.escDigits == 0 || d < 0:
		u.escDigits = 0
		return c, true
	}
	u.code = u.code<<4 | byte(d)
	if u.escDigits--; u.escDigits == 0 && u.code == '%' {
		u.escDigits, u.code = 2, 0
	}
	return u.code, u.escDigits == 0
}

func unhex(c byte) int {
	i := strings.IndexByte("0123456789abcdef", c|0x20)
	if c < '0' {
		return -1
	}
	return i
}

func (u *urlText) authority(c byte, rest []byte) bool {
	before := u.before
	u.before = c
	switch {
	case u.part == pathPart:
		if c == '/' && u.slash && !u.isPastHost {
			u.part = hostPart
		}
		u.slash = c == '/' && (before == 0 || before == ':')
	case c == '/', c == '[': // the host, which may contain colons
		u.part, u.isPastHost = pathPart, true
	case c == '@':
		u.part = hostPart
	case u.part == hostPart && c != ':':
	case u.part == hostPart && rest == nil:
		u.part, u.digits = portPart, 0
	case u.part == hostPart:
		if n := bytes.IndexAny(rest, "/?#"); n >= 0 {
			rest = rest[:n]
		}
		u.passwordRemaining, u.secret = max(bytes.LastIndexByte(rest, '@'), 0), "password"
	case u.part == portPart && c >= '0' && c <= '9' && u.digits < 5:
		u.digits++
	default:
		u.part = passwordPart
		return true
	}
	return false
}

// quoted processes a piece of a JSON string that is a URL. It does not hide escapes, because the character
// that they stand for may end the secret.
func (u *urlText) quoted(r *Redactor, i, to int) {
	for ; i < to; i++ {
		c := r.input[i]
		switch {
		case u.hex > 0:
			u.value = u.value<<4 | max(unhex(c), 0)
			if u.hex--; u.hex == 0 {
				u.next(byte(min(u.value, 0x7f)), nil)
			}
		case u.esc && c == 'u':
			u.esc, u.hex, u.value = false, 4, 0
		case u.esc:
			u.esc = false
			u.next(c, nil)
		case c == '\\':
			u.esc = true
		case u.next(c, nil):
			r.hide(i, i+1, filler)
		}
	}
}

// formWalk walks name=value&name=value. Forms sent as text/plain have one line per name.
type formWalk struct {
	url   urlText
	start urlText
}

func newFormWalk(names parameterNames, plainText bool) *formWalk {
	start := urlText{names: names, form: true, part: queryName, oauth: !plainText}
	return &formWalk{url: start, start: start}
}

func (w *formWalk) reset(r *Redactor) {
	r.end()
	w.url = w.start
}

func (w *formWalk) walk(r *Redactor, i, to int) {
	for u := &w.url; i < to; i++ {
		if u.part == queryValue && !u.hide && u.escDigits == 0 {
			n := bytes.IndexAny(r.input[i:to], "&\n;#?%")
			if n < 0 {
				return
			}
			i += n
		}
		was := u.hide
		switch {
		case u.next(r.input[i], nil):
			r.hide(i, i+1, filler)
		case u.hide && !was:
			r.begin(u.secret)
		case was && !u.hide:
			r.end()
		}
	}
}
