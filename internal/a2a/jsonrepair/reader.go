package jsonrepair

import "bytes"

// reader scans the input once. It starts a repaired copy at the first repair.
type reader struct {
	input   []byte
	pos     int
	output  []byte // repaired bytes up to input[copied]; unused without edits
	copied  int
	edits   []edit
	steps   []Step
	depth   int
	lists   int  // open arrays
	maps    int  // open objects
	isCut   bool // the input ends before the document does
	fail    *Error
	lineEnd int // see lastLineEnd
}

func (r *reader) result() (Document, error) {
	d := Document{Steps: r.steps, End: int64(r.pos)}
	if r.fail != nil {
		return d, r.fail
	}
	text := r.input
	if len(r.edits) > 0 {
		text = append(r.output, r.input[r.copied:r.pos]...)
	}
	t, ok := Parse(text)
	if !ok {
		return d, &Error{Reason: "not JSON, even with repairs"}
	}
	d.JSON, d.Tree, d.Edits = text, t, r.edits
	return d, nil
}

func (r *reader) note(k Kind, at int) {
	for i := range r.steps {
		if r.steps[i].Kind == k {
			r.steps[i].Count++
			return
		}
	}
	r.steps = append(r.steps, Step{Kind: k, Offset: int64(at), Count: 1})
}

// lacks notes something missing at pos. At the end of the input all of that is one repair, since the input
// ends too early.
func (r *reader) lacks(k Kind) {
	if r.pos >= len(r.input) {
		r.cut()
		return
	}
	r.note(k, r.pos)
}

// cut notes, once, that the input ends before the document does.
func (r *reader) cut() {
	if !r.isCut {
		r.isCut = true
		r.note(CutOff, len(r.input))
	}
}

// cutWord replaces with null a number, true, false or null that the end of the input cuts short.
func (r *reader) cutWord() bool {
	rest := r.input[r.pos:]
	for i, c := range rest {
		if !wordByte(c) || i > longestNumber {
			return false
		}
	}
	if !startsWord(rest) {
		return false
	}
	r.cut()
	r.replace(r.pos, len(rest), "null")
	r.pos = len(r.input)
	return true
}

// longestNumber bounds the scan of an unfinished number.
const longestNumber = 400

// startsWord reports whether b is an incomplete number, true, false or null.
func startsWord(b []byte) bool {
	begins := func(word string) bool { return len(b) < len(word) && len(b) > 0 && hasPrefix([]byte(word), string(b)) }
	return begins("true") || begins("false") || begins("null") || numberLen(append(b[:len(b):len(b)], '0')) == len(b)+1
}

// replace writes s for the n bytes at offset at.
func (r *reader) replace(at, n int, s string) {
	if r.output == nil {
		r.output = make([]byte, 0, len(r.input)+len(r.input)/64+64)
	}
	if at > r.copied {
		r.output = append(r.output, r.input[r.copied:at]...)
	}
	r.output = append(r.output, s...)
	r.copied = at + n
	r.edits = append(r.edits, edit{len(r.output), r.copied})
	if len(r.edits) > MaxRepairs {
		r.giveUp(at, "too many repairs needed")
	}
}

func (r *reader) giveUp(at int, why string) bool {
	if r.fail == nil {
		r.fail = &Error{Offset: int64(at), Reason: why}
	}
	return false
}

// hasMore reports whether there is more to read. After giving up there is not.
func (r *reader) hasMore() bool { return r.pos < len(r.input) && r.fail == nil }

func (r *reader) document() {
	r.space()
	if !r.hasMore() {
		r.giveUp(r.pos, "nothing to read")
		return
	}
	r.value()
}

// rest scans what follows the document and leaves it out of the repaired copy, since two documents are not
// one.
func (r *reader) rest() {
	r.space()
	if !r.hasMore() {
		return
	}
	kind := TextAfter
	if c := r.input[r.pos]; c == '}' || c == ']' {
		kind = StrayBracket
	}
	r.note(kind, r.pos)
	r.replace(r.pos, len(r.input)-r.pos, "")
	r.pos = len(r.input)
}

// value reads any JSON value; false means that reading ended.
func (r *reader) value() bool {
	switch c := r.input[r.pos]; {
	case c == '{':
		return r.container('}', false)
	case c == '[':
		if r.membersAhead() {
			r.note(MembersInArray, r.pos)
			r.replace(r.pos, 1, "{")
			return r.container('}', true)
		}
		return r.container(']', false)
	case c == '"':
		return r.wholeText()
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if hasPrefix(r.input[r.pos:], word) {
			r.pos += len(word)
			return r.wordEnd()
		}
	}
	return r.cutWord() || r.giveUp(r.pos, "no JSON value")
}

func (r *reader) wordEnd() bool {
	if r.hasMore() && wordByte(r.input[r.pos]) && oddSpace(r.input[r.pos:]) == 0 {
		return r.giveUp(r.pos, "unknown word")
	}
	return true
}

func (r *reader) number() bool {
	n := numberLen(r.input[r.pos:])
	if n == 0 {
		return r.cutWord() || r.giveUp(r.pos, "no JSON number")
	}
	if r.pos+n == len(r.input) && r.depth > 0 { // more digits may have been cut off
		r.cut()
		r.replace(r.pos, n, "null")
		r.pos += n
		return true
	}
	r.pos += n
	return r.wordEnd()
}

// numberLen returns the length of the JSON number at the start of b, or 0.
func numberLen(b []byte) int {
	n := 0
	digits := func() bool {
		from := n
		for n < len(b) && b[n] >= '0' && b[n] <= '9' {
			n++
		}
		return n > from
	}
	if n < len(b) && b[n] == '-' {
		n++
	}
	if n < len(b) && b[n] == '0' {
		n++
	} else if !digits() {
		return 0
	}
	if n < len(b) && b[n] == '.' {
		if n++; !digits() {
			return 0
		}
	}
	if n < len(b) && (b[n] == 'e' || b[n] == 'E') {
		n++
		if n < len(b) && (b[n] == '+' || b[n] == '-') {
			n++
		}
		if !digits() {
			return 0
		}
	}
	return n
}

func wordByte(c byte) bool {
	return c == '_' || c == '.' || c == '+' || c == '-' || c >= 0x80 ||
		c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func hasPrefix(b []byte, s string) bool { return bytes.HasPrefix(b, []byte(s)) }
