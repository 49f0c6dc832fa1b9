package redact

import "bytes"

// keyKept bounds the bytes of a member name that are compared. No listed name is longer.
const keyKept = 1 << 10

// depthKept bounds the nesting that is followed exactly. Deeper, only levels
// are counted, and what was secret above stays secret.
const depthKept = 512

// jsonMode walks a JSON document by its tokens. It reads what package jsonrepair
// repairs and more, all in one pass: comments, missing commas and colons, brackets
// that do not match, members in an array, single quotes, names without quotes.
// What is still no JSON is invalid: from the first name in it that may be that of a
// secret on, all of it is filler. Whole documents without the name of a path are skipped.
type jsonMode struct {
	*Members
	skips bool // skips documents; a caller that gives single bytes skips them itself
	lines bool // a line end ends what is invalid
	fresh bool // docs: outside of any document, and what follows was not looked at

	stack      []level
	unfollowed int // levels deeper than depthKept, or in which nothing can be secret
	brackets   brackets

	quote     byte // of the string under way, 0 outside
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
	invalid bool // the document is no JSON
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

// memberPart is what comes next in an object; in an array it tells whether the
// first element is there.
type memberPart uint8

const (
	namePart          memberPart = iota // a name, or a comma; in an array the first element
	colonPart                           // a colon, or where it is missing the value; in an array what follows the first element
	unquotedColonPart                   // a colon, after a name without quotes
	valuePart                           // the value; in an array any further element
)

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
		brackets: brackets{open: m.brackets.open[:0]}, url: urlText{name: m.url.name[:0]}, broken: invalidText{word: m.broken.word[:0]}}
}

func (m *jsonMode) hiding() bool { return m.broken.filling || m.hide >= 0 && (m.quote != 0 || m.num) }

func (m *jsonMode) step(r *Redactor, c byte) byte {
	if m.invalid || m.comment != 0 || m.slash {
		return m.unstructured(r, c)
	}
	switch {
	case m.quote != 0:
		return m.inString(r, c)
	case len(m.stack) > 0:
		return m.inside(r, c)
	}
	m.outside(c)
	return c
}

// unstructured takes a byte of a comment or of what is invalid.
func (m *jsonMode) unstructured(r *Redactor, c byte) byte {
	switch {
	case m.invalid:
		return m.inInvalid(r, c)
	case m.comment != 0:
		return m.inComment(r, c)
	}
	return m.afterSlash(r, c)
}

// inside is a byte of a document that belongs to no string and no comment.
func (m *jsonMode) inside(r *Redactor, c byte) byte {
	class := classes[c]
	if m.maybeText && class != spaceByte && class != slashByte {
		m.maybeText, m.afterText = false, class != quoteByte && class != apostrophe
	}
	switch {
	case !m.num:
	case class == apostrophe || m.hide >= 0 && class == slashByte:
		class = wordByte
	case class != wordByte && class != colonByte:
		m.endWord(r)
	}
	if class != spaceByte && class != colonByte && m.unquotedName() && class != slashByte && class != closeByte {
		return m.giveUp(r, c)
	}
	switch class {
	case quoteByte, apostrophe:
		m.openString(r, c)
	case openByte:
		if m.nameExpected() {
			return m.giveUp(r, c)
		}
		m.push(c == '[')
	case closeByte:
		m.close(c)
	case colonByte:
		return m.colon(r, c)
	case commaByte:
		m.comma()
	case slashByte:
		m.slash = true
	case wordByte:
		return m.word(r, c)
	}
	return c
}

// unquotedName reports that a name without quotes was read, which only a colon makes one.
func (m *jsonMode) unquotedName() bool {
	return !m.num && m.unfollowed == 0 && m.top().part == unquotedColonPart
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
			m.quote, m.esc, m.hide, m.isKey = c, false, -1, false
		}
		m.text = true
	case '/':
		m.slash = !m.text
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
	t := m.top()
	if t == nil || m.unfollowed > 0 {
		return
	}
	switch {
	case !t.array:
		t.part = namePart
	case t.part == namePart:
		t.part = colonPart
	default:
		t.part = valuePart
	}
}

func (m *jsonMode) colon(r *Redactor, c byte) byte {
	if m.num && !m.isKey && c == '=' {
		return m.word(r, c)
	}
	m.endWord(r)
	t := m.top()
	switch {
	case m.unfollowed > 0:
		m.brackets.becomeObject()
	case t.array && t.part == colonPart && c == ':': // what was an element is a name
		t.array = false
		m.brackets.becomeObject()
		m.named()
		t.part = valuePart
	case !t.array && (t.part == colonPart || t.part == unquotedColonPart):
		t.part = valuePart
	default:
		return m.giveUp(r, c)
	}
	return c
}

func (m *jsonMode) comma() {
	t := m.top()
	switch {
	case m.unfollowed > 0:
	case t.array:
		t.part = valuePart
	default:
		t.part = namePart
	}
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
	case m.invalid || m.comment != 0 || m.slash || m.quote == '\'':
		return 0
	case m.quote != 0 && (m.esc || m.hide >= 0):
		return 0
	case m.quote != 0:
		n := plainText(p)
		if (m.isKey || m.maybeName()) && len(m.key) <= keyKept {
			m.key = append(m.key, p[:min(n, keyKept+1-len(m.key))]...)
		}
		return n
	case m.unfollowed == 0 || m.num || m.secretValue() >= 0:
		return 0
	}
	for i, c := range p {
		if !plainByte[c] || c == ':' && m.brackets.array() {
			return i
		}
	}
	return len(p)
}
