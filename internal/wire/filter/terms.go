package filter

import (
	"iter"
	"strings"
)

// Term is one term as it is written.
type Term struct {
	From, To    int    // where it stands, in bytes
	ValueOffset int    // where its value begins
	Negated     bool   // a minus leaves out what it selects
	Key         string // in lower case; "" for words
	Text        string // its value, without quotes
}

// Terms takes a text apart without asking what its keys mean. After an error, which is an
// *Error, it ends.
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

// next takes the term at the front of the input, and puts p.at where its value begins.
func (p *parser) next() (t Term, err error) {
	t.From = p.offset
	rest, not := strings.CutPrefix(p.rest, "-")
	if not && (rest == "" || strings.ContainsRune(blanks+"-", rune(rest[0]))) {
		rest, not = p.rest, false // a dash that belongs to the text
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
