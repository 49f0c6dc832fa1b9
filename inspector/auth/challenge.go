package auth

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// challenge is one challenge of a WWW-Authenticate header (RFC 9110 §11.6.1).
type challenge struct {
	Scheme string // in lower case
	Token  string // token68; "" if there is none
	Params map[string]string
}

const maxChallenges = 16

// tokenPattern matches a token (RFC 9110 §5.6.2).
const tokenPattern = "[!#-'*+\\-.0-9A-Z^-z|~]+"

// Patterns for the pieces of a challenge. Commas separate both challenges and parameters, so a word is a
// parameter's name only if = and a value follow.
var (
	schemePiece  = regexp.MustCompile(`^[ \t,]*(` + tokenPattern + `)`)
	paramPiece   = regexp.MustCompile(`^[ \t,]*(` + tokenPattern + `)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|(` + tokenPattern + `))`)
	token68Piece = regexp.MustCompile(`^ [ \t]*(` + tokenPattern + `(?:[=/:][^, \t]*)?)[ \t]*(?:,|$)`)
	quotedPair   = regexp.MustCompile(`\\(.)`)
)

// parseChallenges reads the WWW-Authenticate headers of a response and skips what it cannot parse.
func parseChallenges(h http.Header) []challenge {
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

// ExplainRefusal says what a 401 or 403 asks for; "" for any other status. A card's requirements take
// precedence over the challenges, which cannot say which schemes belong together. card may be nil.
func ExplainRefusal(status int, h http.Header, card *a2a.Card) string {
	var text string
	switch status {
	case http.StatusUnauthorized:
		text = "401: the agent requires authentication."
	case http.StatusForbidden:
		text = "403: the agent does not allow this caller to do this."
	default:
		return ""
	}
	list := parseChallenges(h)
	if wants := card.Requirements(); wants != "" && status == http.StatusUnauthorized {
		text += " Its card requires " + clip.Bytes(wants, maxLine) + "."
		if list = slices.DeleteFunc(list, challenge.hasOnlyRealm); len(list) == 0 {
			return text
		}
	}
	if len(list) == 0 && status == http.StatusUnauthorized {
		return text + " It does not say how: the answer has no WWW-Authenticate header, which HTTP requires."
	}
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[i].hasOnlyRealm() && list[n].hasOnlyRealm() && list[n].Params["realm"] == list[i].Params["realm"] {
			n++
		}
		text += " " + describeChallenges(list[i:n])
		i = n
	}
	return text
}

// ChallengedSchemes lists the kinds of schemes that a response's challenges name and the console supports.
func ChallengedSchemes(h http.Header) (out []Kind) {
	kinds := map[string][]Kind{"bearer": {Bearer, OAuth2, OpenID}, "basic": {Basic}}
	for _, c := range parseChallenges(h) {
		out = append(out, kinds[c.Scheme]...)
	}
	return out
}

// hasOnlyRealm reports whether a challenge has none of the parameters that describe shows, except its realm.
func (c challenge) hasOnlyRealm() bool {
	for _, k := range []string{"error", "scope", "error_description", "resource_metadata"} {
		if c.Params[k] != "" {
			return false
		}
	}
	return true
}

// describeChallenges describes challenges that differ only in scheme.
func describeChallenges(list []challenge) string {
	c := list[0]
	var any []string
	for _, x := range list {
		any = append(any, schemeWord(x.Scheme))
	}
	return c.describe(strings.Join(any, ", or "))
}

func (c challenge) describe(scheme string) string {
	text := "It asks for " + scheme
	if r := c.Params["realm"]; r != "" {
		text += fmt.Sprintf(" (realm %q)", clip.Bytes(r, maxLine))
	}
	switch c.Params["error"] {
	case "":
	case "invalid_token":
		text += "; it says that the token is missing, expired, revoked or not one of its own"
	case "insufficient_scope":
		text += "; the token may not do this"
	case "invalid_request":
		text += "; it says that the request is malformed"
	default:
		text += "; it says " + clip.Bytes(c.Params["error"], maxLine)
	}
	if s := c.Params["scope"]; s != "" {
		text += "; the scope needed is " + clip.Bytes(s, maxLine)
	}
	if d := c.Params["error_description"]; d != "" {
		text += fmt.Sprintf(" (%s)", clip.Bytes(d, maxLine))
	}
	if m := c.Params["resource_metadata"]; m != "" {
		text += "; how to sign in is described at " + clip.Bytes(m, maxLine)
	}
	return clip.Clause(text) + "."
}

func schemeWord(s string) string {
	switch s {
	case "bearer":
		return "a bearer token"
	case "basic":
		return "a user name and password"
	case "digest", "negotiate", "ntlm", "dpop", "mutual":
		return s + ", which the console does not support"
	case "apikey", "api-key", "x-api-key":
		return "an API key"
	}
	return "credentials of its scheme " + clip.Bytes(s, maxLine)
}

// maxLine limits text from an agent or a server that is quoted within a line, in bytes.
const maxLine = 200
