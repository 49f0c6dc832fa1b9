package fault

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

type scanner struct {
	text    string
	offset  int
	errors  []string
	current *Action // the action whose arguments are read
}

const blanks = " \t\r\n"

func (s *scanner) skip() {
	s.offset = len(s.text) - len(strings.TrimLeft(s.text[s.offset:], blanks))
}

// hasArgs reports whether the current action has more arguments.
func (s *scanner) hasArgs() bool {
	s.skip()
	return s.offset < len(s.text) && s.text[s.offset] != ';'
}

// readWord reads up to the next blank or semicolon, "" if there is nothing.
func (s *scanner) readWord() string {
	s.skip()
	rest := s.text[s.offset:]
	if i := strings.IndexAny(rest, blanks+";"); i >= 0 {
		rest = rest[:i]
	}
	s.offset += len(rest)
	return rest
}

// acceptWord reads word if it is next, and reports whether it is.
func (s *scanner) acceptWord(word string) bool {
	was := s.offset
	if strings.EqualFold(s.readWord(), word) {
		return true
	}
	s.offset = was
	return false
}

// readQuoted reads a text in quotes, in which \" and \\ stand for those characters; ok is false if there is none.
func (s *scanner) readQuoted() (string, bool, error) {
	s.skip()
	if !strings.HasPrefix(s.text[s.offset:], `"`) {
		return "", false, nil
	}
	var b strings.Builder
	for i := s.offset + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			s.offset = i + 1
			return b.String(), true, nil
		case c == '\\' && i+1 < len(s.text):
			i++
			b.WriteByte(s.text[i])
		case c == '\t' || c == '\r' || c == '\n':
			return "", true, s.errorAt(i, "a text cannot contain a line break or a tab")
		default:
			b.WriteByte(c)
		}
	}
	return "", true, s.errorAt(s.offset, "the quote is not closed")
}

// quote formats a text so that readQuoted reads it back.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// readDocument reads a JSON object or array, and returns it without blanks.
func (s *scanner) readDocument() (string, error) {
	s.skip()
	if s.offset == len(s.text) || s.text[s.offset] != '{' && s.text[s.offset] != '[' {
		return "", s.expectedError(s.offset, "a JSON document")
	}
	in := json.NewDecoder(strings.NewReader(s.text[s.offset:]))
	var raw json.RawMessage
	if err := in.Decode(&raw); err != nil {
		at, wrong := len(s.text), (*json.SyntaxError)(nil)
		if errors.As(err, &wrong) {
			at = min(s.offset+max(int(wrong.Offset)-1, 0), len(s.text))
		}
		return "", s.errorAt(at, "%s: the JSON document is incomplete or invalid here: %s", s.current.Name, strings.TrimPrefix(err.Error(), "invalid JSON: "))
	}
	s.offset += int(in.InputOffset())
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return "", s.errorAt(s.offset, "%s: %s", s.current.Name, err)
	}
	return b.String(), nil
}

// maxWait is the longest time that a rule may wait.
const maxWait = 24 * time.Hour

// readDuration reads a duration greater than 0.
func (s *scanner) readDuration() (time.Duration, error) {
	s.skip()
	at := s.offset
	d, ok := parseDuration(s.readWord())
	if !ok {
		return 0, s.expectedError(at, "a time between 1ns and 24h, such as 200ms, 2s or 1m")
	}
	return d, nil
}

func parseDuration(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0 && d <= maxWait
}

// formatDuration formats a duration without trailing zeros: 5m, not 5m0s.
func formatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

// readCount reads a number from 1 to most; otherwise is the default.
func (s *scanner) readCount(otherwise, most int) (int, error) {
	if !s.hasArgs() {
		return otherwise, nil
	}
	at := s.offset
	n, err := strconv.Atoi(s.readWord())
	if err != nil || n < 1 || n > most {
		return 0, s.expectedError(at, "a number from 1 to "+strconv.Itoa(most))
	}
	return n, nil
}

// LastActionOffset returns the offset at which the last action of a possibly incomplete text begins: after
// the last semicolon outside of quotes.
func LastActionOffset(text string) (at int) {
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
