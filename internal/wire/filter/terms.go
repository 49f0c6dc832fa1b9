package filter

import (
	"iter"
	"strings"
)

// Term is one term of a filter's text.
type Term struct {
	From, To    int    // its bytes in the text
	ValueOffset int    // byte offset of its value
	Negated     bool   // a minus excludes what it selects
	Key         string // in lower case; "" for words
	Text        string // its value, without quotes
}

// Terms splits a text into terms without looking up keys. It stops after an error, which is an *Error.
func Terms(s string) iter.Seq2[Term, error] {
	return func(yield func(Term, error) bool) {
		p := parser{input: s, rest: s}
		for {
			p.rest = strings.TrimLeft(p.rest, blanks)
			if p.rest == "" {
				return
			}
			p.offset = len(s) - len(p.rest)
			t, err := p.next()
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

const blanks = " \t\r\n"

// next parses the next term, and sets p.offset to the beginning of its value.
func (p *parser) next() (t Term, err error) {
	t.From = p.offset
	rest, not := strings.CutPrefix(p.rest, "-")
	if not && (rest == "" || strings.ContainsRune(blanks+"-", rune(rest[0]))) {
		rest, not = p.rest, false // a dash that is part of the text
	}
	t.Negated, p.rest = not, rest
	if i := strings.IndexAny(rest, blanks+":\""); i >= 0 && rest[i] == ':' && !strings.HasPrefix(rest[i:], "://") {
		t.Key, p.rest = strings.ToLower(rest[:i]), rest[i+1:]
		p.offset = len(p.input) - len(p.rest)
	}
	t.ValueOffset = len(p.input) - len(p.rest)
	t.Text, err = p.value()
	t.To = len(p.input) - len(p.rest)
	return t, err
}
