package filter

import (
	"iter"
	"strings"
)

// Term is one term as it is written.
type Term struct {
	From, To int    // where it stands, in bytes
	At       int    // where its value begins
	Not      bool   // a minus leaves out what it selects
	Key      string // in lower case; "" for words
	Text     string // its value, without quotes
}

// Terms takes a text apart without asking what its keys mean. After an error, which is an
// *Error, it ends.
func Terms(s string) iter.Seq2[Term, error] {
	return func(yield func(Term, error) bool) {
		p := parser{all: s, in: s}
		for {
			p.in = strings.TrimLeft(p.in, blanks)
			if p.in == "" {
				return
			}
			p.at = len(s) - len(p.in)
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
	t.From = p.at
	rest, not := strings.CutPrefix(p.in, "-")
	if not && (rest == "" || strings.ContainsRune(blanks+"-", rune(rest[0]))) {
		rest, not = p.in, false // a dash that belongs to the text
	}
	t.Not, p.in = not, rest
	if i := strings.IndexAny(rest, blanks+":\""); i >= 0 && rest[i] == ':' && !strings.HasPrefix(rest[i:], "://") {
		t.Key, p.in = strings.ToLower(rest[:i]), rest[i+1:]
		p.at = len(p.all) - len(p.in)
	}
	t.At = len(p.all) - len(p.in)
	t.Text, err = p.value()
	t.To = len(p.all) - len(p.in)
	return t, err
}
