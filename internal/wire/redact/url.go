package redact

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// URL replaces secrets in a URL by filler: a password before the host, and the values of the
// parameters that s names, in the path, the query and the fragment, and in URLs nested in them,
// however often they are encoded. All other bytes are unchanged.
func URL(raw string, s Secrets, key []byte) (string, []wire.Redaction) {
	if !strings.ContainsAny(raw, "@=%") {
		return raw, nil
	}
	r := headRedactor{key: key, place: "url", value: []byte(raw)}
	r.url(0, len(raw), s.Query)
	return string(r.value), r.found
}

// url replaces the secrets of the URL value[from:to].
func (r *headRedactor) url(from, to int, query []string) {
	u := urlText{names: query, oauth: isCallback(string(r.value[from:to]))}
	for i, start := from, -1; i <= to; i++ {
		switch secret := i < to && u.next(r.value[i], r.value[i+1:to]); {
		case secret && start < 0:
			start = i
		case !secret && start >= 0:
			r.name = u.secret
			kind := ""
			if u.secret == "password" && u.part <= passwordPart {
				kind = "basic"
			}
			r.hide(start, i, kind)
			start = -1
		}
	}
}

// oauthParameters are the parameters that OAuth sends together with a code.
var oauthParameters = wordsOf("oauth")

// isCode reports whether name is the parameter in which OAuth passes a code that can be exchanged
// for tokens. Elsewhere a code may be that of a country or an error.
func isCode(name string) bool { return strings.EqualFold(name, "code") }

// isCallback reports whether "code" in a URL is from an authorization server: the URL then has one
// of the parameters that accompany it (RFC 6749 §4.1.2, RFC 9207, RFC 7636).
func isCallback(raw string) bool {
	for pair := range strings.FieldsFuncSeq(raw, func(c rune) bool { return c < 0x80 && beginsParameter(byte(c)) }) {
		if name, _, ok := strings.Cut(pair, "="); ok && isListed(oauthParameters, name) {
			return true
		}
	}
	return false
}
