package auth

import (
	"net/http"
	"regexp"
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

// token is a word of a header (RFC 9110 §5.6.2).
const token = "[!#-'*+\\-.0-9A-Z^-z|~]+"

// The pieces of a challenge. Commas separate challenges as well as parameters, so a
// word is a parameter's name only where = and a value follow.
var (
	schemePiece  = regexp.MustCompile(`^[ \t,]*(` + token + `)`)
	paramPiece   = regexp.MustCompile(`^[ \t,]*(` + token + `)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|(` + token + `))`)
	token68Piece = regexp.MustCompile(`^ [ \t]*(` + token + `(?:[=/:][^, \t]*)?)[ \t]*(?:,|$)`)
	quotedPair   = regexp.MustCompile(`\\(.)`)
)

// challenges reads the WWW-Authenticate headers of an answer. What cannot be
// read is left out.
func challenges(h http.Header) []challenge {
	var out []challenge
	for _, rest := range h.Values("WWW-Authenticate") {
		next := func(piece *regexp.Regexp) []string {
			m := piece.FindStringSubmatch(rest)
			if m != nil {
				rest = rest[len(m[0]):]
			}
			return m
		}
		for len(out) < maxChallenges {
			m := next(schemePiece)
			if m == nil {
				break
			}
			c := challenge{Scheme: strings.ToLower(m[1]), Params: map[string]string{}}
			for m = next(paramPiece); m != nil; m = next(paramPiece) {
				c.Params[strings.ToLower(m[1])] = quotedPair.ReplaceAllString(m[2], "$1") + m[3]
			}
			if m = next(token68Piece); m != nil && len(c.Params) == 0 {
				c.Token = m[1]
			}
			out = append(out, c)
		}
	}
	return out
}
