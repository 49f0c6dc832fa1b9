package redact

import "bytes"

// keyKept bounds the bytes of a member name that are compared. No listed name is longer.
const keyKept = 1 << 10

// depthKept bounds the nesting that is followed exactly. Deeper, only levels
// are counted, and what was secret above stays secret.
const depthKept = 512

// jsonMode walks a JSON document by its tokens. Commas and colons may be missing or too
// many, and comments stand between them. What is not JSON otherwise is invalid: from the
// first name in it that may be that of a secret on, all of it is filler. Whole documents
// without the name of a path are skipped.
type jsonMode struct {
	*Members
	skips bool // skips documents; a caller that gives single bytes skips them itself
	lines bool // a line end ends what is invalid
	fresh bool // docs: outside of any document, and what follows was not looked at

	stack      []level
	unfollowed int    // levels deeper than depthKept, or in which nothing can be secret
	open       []byte // the brackets of all levels

	quote     bool // inside a string
	esc       bool // after a backslash in it
	num       bool // inside a number or a word
	isKey     bool // the string or word is a member name
	hide      int  // index of the path that makes the current value secret, or -1
	key       []byte
	told      string // the path of the last member whose name tells
	url       urlText
	afterText bool // the document began within other text, as braces do in programs
	text      bool // outside of documents: the line has something else
	hadText   bool // there was text before, in any line
	maybeText bool // a brace begins a line after text: the next byte tells whether a document began

	slash   bool // after a slash that may begin a comment
	comment byte // '/' or '*': inside such a comment
	star    bool // the last byte of the comment was one
	invalid bool // the document is not JSON
	levels  int  // of brackets that are open in what is invalid
	broken  invalidText
	later   *Members // what the documents after the first have; nil: the same
}

// level is an object or array that is open and followed.
type level struct {
	array  bool
	part   memberPart
	live   []reach // paths that match up to here
	next   []reach // paths that match up to the current member
	secret int     // path that makes the current member's value secret, or -1
	all    int     // path that makes all of this level secret, or -1
}

// reach is how many steps of a path match.
type reach struct{ path, steps int }

// memberPart is what comes next in an object.
type memberPart uint8

const (
	namePart  memberPart = iota // a name, or a comma
	colonPart                   // a colon, or where it is missing the value
	valuePart                   // the value
)

// bracketsKept bounds the brackets that are open. What has more is invalid.
const bracketsKept = 1 << 16

// newJSONMode returns a walk; nil members match nothing.
func newJSONMode(members *Members) *jsonMode {
	if members == nil {
		members = &Members{}
	}
	return &jsonMode{Members: members, hide: -1}
}

func (m *jsonMode) reset(r *Redactor) {
	r.end()
	m.broken.leave(r)
	*m = jsonMode{Members: m.Members, later: m.later, skips: m.skips, lines: m.lines, hide: -1, stack: m.stack[:0], key: m.key[:0],
		open: m.open[:0], url: urlText{name: m.url.name[:0]}, broken: invalidText{word: m.broken.word[:0]}}
}

// hiding reports that a character which ends nothing would be hidden.
func (m *jsonMode) hiding() bool { return m.broken.filling || m.hide >= 0 && (m.quote || m.num) }

func (m *jsonMode) step(r *Redactor, c byte) byte {
	switch {
	case m.invalid:
		return m.inInvalid(r, c)
	case m.slash || m.comment != 0:
		return m.inComment(r, c)
	case m.quote:
		return m.inString(r, c)
	case len(m.open) > 0:
		return m.inside(r, c)
	}
	m.outside(c)
	return c
}

// inside is a byte of a document that belongs to no string and no comment.
func (m *jsonMode) inside(r *Redactor, c byte) byte {
	class := classes[c]
	if m.maybeText && class != spaceByte {
		m.maybeText, m.afterText = false, class != quoteByte && c != '\''
	}
	joined := m.num && class == quoteByte && m.unfollowed == 0 && m.secretValue() >= 0 // b"…", and what else has a secret behind a word
	if class != wordByte {
		m.endWord(r)
	}
	ok := true
	switch class {
	case quoteByte:
		if ok = !joined; ok {
			m.quote, m.esc = true, false
			m.beginToken(r, true)
		}
	case openByte:
		if ok = !m.nameExpected() && len(m.open) < bracketsKept; ok {
			m.push(c == '[')
		}
	case closeByte:
		ok = m.close(c)
	case colonByte:
		ok = m.colon()
	case commaByte:
		if t := m.top(); m.unfollowed == 0 && !t.array {
			t.part, t.secret = namePart, -1
		}
	case wordByte:
		return m.word(r, c)
	case slashByte:
		m.slash = true
	case apostrophe:
		ok = false
	}
	if !ok {
		return m.giveUp(r, c)
	}
	return c
}

// outside is a byte that belongs to no document. A string is one where it begins
// a line; anywhere else it is part of some text.
func (m *jsonMode) outside(c byte) {
	switch c {
	case '{', '[':
		m.maybeText = m.hadText && !m.text && c == '{'
		m.afterText = m.text || m.maybeText
		m.push(c == '[')
	case '\n', '\r':
		m.text = false
	case '"':
		if !m.text {
			m.quote, m.esc, m.hide, m.isKey = true, false, -1, false
		}
		m.text = true
	case '}', ']':
		m.text = false
	default:
		m.text = m.text || classes[c] != spaceByte
		m.hadText = m.hadText || m.text
	}
}

// nameExpected reports whether a string that begins now is a member's name. Below
// what is followed exactly, names count as values.
func (m *jsonMode) nameExpected() bool {
	t := m.top()
	return t != nil && !t.array && t.part == namePart && m.unfollowed == 0
}

func (m *jsonMode) valueEnds() {
	if t := m.top(); t != nil && m.unfollowed == 0 {
		t.part = namePart
	}
}

// colon takes a colon, and reports whether one may stand here.
func (m *jsonMode) colon() bool {
	t := m.top()
	switch {
	case m.unfollowed > 0:
		return true
	case t.array || t.part != colonPart:
		return false
	}
	t.part = valuePart
	return true
}

// skipClean is how many bytes at the start of p are whole documents without a secret.
// It is asked once between two documents and once for each read that begins
// there, so that no byte is looked at twice but those of a document with a name.
func (m *jsonMode) skipClean(p []byte) int {
	m.fresh = false
	if m.scan == nil {
		return 0
	}
	n, _ := m.scan.documents(p)
	m.fresh = n == len(p)
	if m.later != nil && bytes.LastIndexByte(p[:n], '}') >= 0 {
		m.nextDocument()
	}
	return n
}

// nextDocument begins those after the first.
func (m *jsonMode) nextDocument() {
	if m.later != nil {
		m.Members, m.later = m.later, nil
	}
}

// plain is how many bytes at the start of p can be skipped: those in a
// string that is not secret, and those between the strings and brackets of a
// value in which nothing can be. Names that are looked at are taken down.
func (m *jsonMode) plain(p []byte) int {
	if m.fresh {
		if n := m.skipClean(p); n > 0 {
			return n
		}
	}
	switch {
	case m.invalid, m.slash, m.comment != 0, m.quote && (m.esc || m.hide >= 0):
		return 0
	case m.quote:
		n := plainText(p)
		if m.isKey && len(m.key) <= keyKept {
			m.key = append(m.key, p[:min(n, keyKept+1-len(m.key))]...)
		}
		return n
	case m.unfollowed == 0 || m.num || m.secretValue() >= 0:
		return 0
	}
	for i, c := range p {
		if !plainByte[c] {
			return i
		}
	}
	return len(p)
}
