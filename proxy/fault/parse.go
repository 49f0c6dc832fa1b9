package fault

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/spelling"
)

// Error is what is wrong with the text of actions.
type Error struct {
	Offset int // of the byte at which it went wrong, from 0
	Why    string
}

func (e *Error) Error() string { return e.Why }

// Parse reads actions, separated by semicolons. errors are the names that the action error
// takes; none take any. An error is an *Error.
func Parse(text string, errors []string) ([]Fault, error) {
	s := &scan{text: text, errors: errors}
	if i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(blanks, r) }); i >= 0 {
		return nil, s.fail(i, "a control character cannot stand in an action")
	}
	var list []Fault
	for {
		f, err := s.action()
		if err != nil {
			return nil, err
		}
		list = append(list, f)
		if s.skip(); s.at == len(text) {
			return list, nil
		}
		if text[s.at] != ';' {
			at := s.at
			return nil, s.fail(at, "%s does not belong to %s. The forms are %s; a ; goes between actions", s.quoteAt(at), f.String(), formsOf(ActionOf(f)))
		}
		s.at++
	}
}

// action reads one.
func (s *scan) action() (Fault, error) {
	s.skip()
	at := s.at
	name := s.word()
	if name == "" {
		return nil, s.fail(at, "an action is missing. Actions are %s", strings.Join(names(), ", "))
	}
	a := actionNamed(strings.ToLower(name))
	if a == nil {
		return nil, s.fail(at, "%q is not an action.%s Actions are %s", clip.Runes(name, shown), DidYouMean(name, names()), strings.Join(names(), ", "))
	}
	s.now = a
	return a.parse(s)
}

// formsOf are the ways to write an action.
func formsOf(a Action) string {
	var all []string
	for _, f := range a.Forms {
		all = append(all, f.Text)
	}
	return strings.Join(all, ", ")
}

// DidYouMean asks for the words that v may have been meant for, "" where none is near.
func DidYouMean(v string, words []string) string {
	near := spelling.Nearest(v, words)
	if len(near) == 0 {
		return ""
	}
	return " Did you mean " + strings.Join(near, ", ") + "?"
}

// quoteAt is how much of a word an error shows, in characters.
const shown = 60

func (s *scan) fail(at int, format string, a ...any) error {
	return &Error{Offset: at, Why: fmt.Sprintf(format, a...)}
}

// wants is the error about what stands in the place of something.
func (s *scan) wants(at int, what string) error {
	return s.fail(at, "%s: %s is no %s. The forms are %s", s.now.Name, s.quoteAt(at), what, formsOf(*s.now))
}

// quoteAt is what stands at an offset, as an error says it.
func (s *scan) quoteAt(at int) string {
	if strings.TrimLeft(s.text[at:], blanks) == "" {
		return "the end"
	}
	t := scan{text: s.text, at: at}
	if w := t.word(); w != "" {
		return fmt.Sprintf("%q", clip.Runes(w, shown))
	}
	return fmt.Sprintf("%q", s.text[at:at+1])
}
