package auth

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Explain says in words what a 401 or 403 asks for; "" for other answers. A card's
// requirements take precedence over the answer's challenges, which cannot say which
// schemes belong together. card may be nil.
func Explain(status int, h http.Header, card *a2a.Card) string {
	var text string
	switch status {
	case http.StatusUnauthorized:
		text = "401: the agent wants to know who asks."
	case http.StatusForbidden:
		text = "403: the agent knows who asks, or does not care, and says no."
	default:
		return ""
	}
	list := challenges(h)
	if wants := card.Wants(); wants != "" && status == http.StatusUnauthorized {
		text += " Its card asks for " + clip.Bytes(wants, maxLine) + "."
		if list = slices.DeleteFunc(list, challenge.onlyRealm); len(list) == 0 {
			return text
		}
	}
	if len(list) == 0 && status == http.StatusUnauthorized {
		return text + " It does not say how: the answer has no WWW-Authenticate header, which HTTP requires."
	}
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[i].onlyRealm() && list[n].onlyRealm() && list[n].Params["realm"] == list[i].Params["realm"] {
			n++
		}
		text += " " + describeAll(list[i:n])
		i = n
	}
	return text
}

// onlyRealm reports a challenge that says nothing but its realm.
func (c challenge) onlyRealm() bool {
	for _, k := range []string{"error", "scope", "error_description", "resource_metadata"} {
		if c.Params[k] != "" {
			return false
		}
	}
	return true
}

// describeAll describes challenges that differ only in their schemes.
func describeAll(list []challenge) string {
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
		text += "; the token it got has run out, was revoked or is not one of its own"
	case "insufficient_scope":
		text += "; the token it got may not do this"
	case "invalid_request":
		text += "; it could not read what it got"
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
	return strings.TrimRight(text, ".") + "."
}

func schemeWord(s string) string {
	switch s {
	case "bearer":
		return "a bearer token"
	case "basic":
		return "a user name and password"
	case "digest", "negotiate", "ntlm", "dpop", "mutual":
		return s + ", which the console cannot do"
	case "apikey", "api-key", "x-api-key":
		return "an API key"
	}
	return "credentials of its scheme " + clip.Bytes(s, maxLine)
}

// maxLine is how much of what an agent or a server says fits a line, in bytes.
const maxLine = 200
