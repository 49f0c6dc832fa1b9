package fault

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// scan reads the text of actions from its front.
type scan struct {
	text   string
	at     int
	errors []string
	now    *Action // whose arguments are read
}

const blanks = " \t\r\n"

// skip goes over blanks.
func (s *scan) skip() {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], blanks))
}

// more reports whether the action at hand goes on.
func (s *scan) more() bool {
	s.skip()
	return s.at < len(s.text) && s.text[s.at] != ';'
}

// word takes what stands before the next blank or semicolon, "" where there is nothing.
func (s *scan) word() string {
	s.skip()
	rest := s.text[s.at:]
	if i := strings.IndexAny(rest, blanks+";"); i >= 0 {
		rest = rest[:i]
	}
	s.at += len(rest)
	return rest
}

// is takes a word if it is next.
func (s *scan) is(word string) bool {
	was := s.at
	if strings.EqualFold(s.word(), word) {
		return true
	}
	s.at = was
	return false
}

// quoted takes a text in quotes, in which \" and \\ are those characters; false where there
// is none.
func (s *scan) quoted() (string, bool, error) {
	s.skip()
	if !strings.HasPrefix(s.text[s.at:], `"`) {
		return "", false, nil
	}
	var b strings.Builder
	for i := s.at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			s.at = i + 1
			return b.String(), true, nil
		case c == '\\' && i+1 < len(s.text):
			i++
			b.WriteByte(s.text[i])
		case c == '\t' || c == '\r' || c == '\n':
			return "", true, s.fail(i, "a line break or a tab cannot stand in a text")
		default:
			b.WriteByte(c)
		}
	}
	return "", true, s.fail(s.at, "the quote is not closed")
}

// quote is a text as quoted reads it.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// document takes a JSON object or array, and returns it without blanks.
func (s *scan) document() (string, error) {
	s.skip()
	if s.at == len(s.text) || s.text[s.at] != '{' && s.text[s.at] != '[' {
		return "", s.wants(s.at, "JSON document")
	}
	in := json.NewDecoder(strings.NewReader(s.text[s.at:]))
	var raw json.RawMessage
	if err := in.Decode(&raw); err != nil {
		at, wrong := len(s.text), (*json.SyntaxError)(nil)
		if errors.As(err, &wrong) {
			at = min(s.at+max(int(wrong.Offset)-1, 0), len(s.text))
		}
		return "", s.fail(at, "%s: the JSON document breaks off or has a mistake here: %s", s.now.Name, strings.TrimPrefix(err.Error(), "invalid JSON: "))
	}
	s.at += int(in.InputOffset())
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return "", s.fail(s.at, "%s: %s", s.now.Name, err)
	}
	return b.String(), nil
}

// longest is the longest time that a rule may wait.
const longest = 24 * time.Hour

// duration takes a time that is longer than 0.
func (s *scan) duration() (time.Duration, error) {
	s.skip()
	at := s.at
	d, ok := durationOf(s.word())
	if !ok {
		return 0, s.wants(at, "time between 1ns and 24h, such as 200ms, 2s or 1m")
	}
	return d, nil
}

func durationOf(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0 && d <= longest
}

// short is a duration without its zeros: 5m, not 5m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

// count takes a number from 1 to most, and is otherwise where none is given.
func (s *scan) count(otherwise, most int) (int, error) {
	if !s.more() {
		return otherwise, nil
	}
	at := s.at
	n, err := strconv.Atoi(s.word())
	if err != nil || n < 1 || n > most {
		return 0, s.wants(at, "number from 1 to "+strconv.Itoa(most))
	}
	return n, nil
}

// LastAction is where the last of the actions of a text begins, which need not be whole:
// after the last semicolon that stands in no quotes.
func LastAction(text string) (at int) {
	for i, quote := 0, false; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote:
			i++
		case c == '"':
			quote = !quote
		case c == ';' && !quote:
			at = i + 1
		}
	}
	return at
}
