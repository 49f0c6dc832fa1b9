package fault

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/spelling"
)

// Error is a parse error.
type Error struct {
	Offset int // byte offset of the error, from 0
	Reason string
}

func (e *Error) Error() string { return e.Reason }

// Parse reads actions separated by semicolons. The parameter errors lists the names that the action
// "error" accepts; if it is empty, any name is accepted. Returned errors are *Error.
func Parse(text string, errors []string) ([]Fault, error) {
	s := &scanner{text: text, errors: errors}
	if i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(blanks, r) }); i >= 0 {
		return nil, s.errorAt(i, "an action cannot contain a control character")
	}
	var list []Fault
	for {
		f, err := s.readAction()
		if err != nil {
			return nil, err
		}
		list = append(list, f)
		if s.skip(); s.offset == len(text) {
			return list, nil
		}
		if text[s.offset] != ';' {
			at := s.offset
			return nil, s.errorAt(at, "%s does not belong to %s. Write one of %s; separate actions with ;", s.quoteAt(at), f.String(), formatForms(ActionOf(f)))
		}
		s.offset++
	}
}

func (s *scanner) readAction() (Fault, error) {
	s.skip()
	at := s.offset
	name := s.readWord()
	if name == "" {
		return nil, s.errorAt(at, "an action is missing. Actions are %s", strings.Join(actionNames(), ", "))
	}
	a := findAction(strings.ToLower(name))
	if a == nil {
		return nil, s.errorAt(at, "%q is not an action.%s Actions are %s", clip.Runes(name, maxShown), DidYouMean(name, actionNames()), strings.Join(actionNames(), ", "))
	}
	s.current = a
	return a.parse(s)
}

func formatForms(a Action) string {
	var all []string
	for _, f := range a.Forms {
		all = append(all, f.Text)
	}
	return strings.Join(all, ", ")
}

// DidYouMean suggests words that resemble v, "" if there are none.
func DidYouMean(v string, words []string) string {
	near := spelling.Nearest(v, words)
	if len(near) == 0 {
		return ""
	}
	return " Did you mean " + strings.Join(near, ", ") + "?"
}

// maxShown bounds the characters of a word that an error quotes.
const maxShown = 60

func (s *scanner) errorAt(at int, format string, a ...any) error {
	return &Error{Offset: at, Reason: fmt.Sprintf(format, a...)}
}

// expectedError returns the error about the text at an offset. The parameter what describes what is
// expected there: "a JSON document".
func (s *scanner) expectedError(at int, what string) error {
	return s.errorAt(at, "%s: found %s, expected %s. The forms are %s", s.current.Name, s.quoteAt(at), what, formatForms(*s.current))
}

// quoteAt describes the text at an offset, for an error.
func (s *scanner) quoteAt(at int) string {
	if strings.TrimLeft(s.text[at:], blanks) == "" {
		return "the end"
	}
	t := scanner{text: s.text, offset: at}
	if w := t.readWord(); w != "" {
		return fmt.Sprintf("%q", clip.Runes(w, maxShown))
	}
	return fmt.Sprintf("%q", s.text[at:at+1])
}
