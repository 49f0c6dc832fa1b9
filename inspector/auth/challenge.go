package auth

import (
	"net/http"
	"strings"
)

// challenge is one way to sign in that an answer names (RFC 9110 §11.6.1).
type challenge struct {
	Scheme string // in lower case: bearer, basic
	Token  string // token68, where there is one
	Params map[string]string
}

// maxChallenges bounds what is read of an answer.
const maxChallenges = 16

// challenges reads the WWW-Authenticate headers of an answer. What cannot be
// read is left out.
func challenges(h http.Header) []challenge {
	var out []challenge
	for _, v := range h.Values("WWW-Authenticate") {
		for s := (scanner{rest: v}); len(out) < maxChallenges; {
			c, ok := s.challenge()
			if !ok {
				break
			}
			out = append(out, c)
		}
	}
	return out
}

// scanner reads a list of challenges. A comma stands between parameters and
// between challenges alike, so what follows a word tells which it is.
type scanner struct{ rest string }

func (s *scanner) space() { s.rest = strings.TrimLeft(s.rest, " \t") }

func (s *scanner) commas() { s.rest = strings.TrimLeft(s.rest, " \t,") }

func (s *scanner) token() string {
	n := strings.IndexFunc(s.rest, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
	if n < 0 {
		n = len(s.rest)
	}
	t := s.rest[:n]
	s.rest = s.rest[n:]
	return t
}

func (s *scanner) challenge() (challenge, bool) {
	s.commas()
	c := challenge{Scheme: strings.ToLower(s.token()), Params: map[string]string{}}
	if c.Scheme == "" {
		return c, false
	}
	if !strings.HasPrefix(s.rest, " ") {
		return c, true
	}
	for {
		s.commas()
		before := s.rest
		name := s.token()
		s.space()
		switch {
		case name != "" && s.assigns():
			c.Params[strings.ToLower(name)] = s.value()
		case name != "" && len(c.Params) == 0 && c.Token == "" && s.ends():
			s.rest = before
			c.Token = s.token68()
		default:
			s.rest = before
			return c, true
		}
	}
}

// assigns reads the = of a parameter; that of a token68 is its padding.
func (s *scanner) assigns() bool {
	after, ok := strings.CutPrefix(s.rest, "=")
	after = strings.TrimLeft(after, " \t")
	if !ok || after == "" || after[0] == '=' || after[0] == ',' {
		return false
	}
	s.rest = after
	return true
}

// ends reports whether a word is the last of its challenge.
func (s *scanner) ends() bool {
	return s.rest == "" || s.rest[0] == ',' || s.rest[0] == '=' || s.rest[0] == '/' || s.rest[0] == ':'
}

func (s *scanner) token68() string {
	n := strings.IndexAny(s.rest, ", \t")
	if n < 0 {
		n = len(s.rest)
	}
	t := s.rest[:n]
	s.rest = s.rest[n:]
	return t
}

func (s *scanner) value() string {
	if !strings.HasPrefix(s.rest, `"`) {
		return s.token()
	}
	var b strings.Builder
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return b.String()
		case c == '\\' && i+1 < len(s.rest):
			i++
			b.WriteByte(s.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	s.rest = ""
	return b.String()
}
