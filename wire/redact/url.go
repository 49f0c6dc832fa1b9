package redact

import (
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// URL returns raw with a password before the host, and the values of the
// parameters that s names, replaced by filler: those of the query, and those of
// the fragment where it is written like one. All other bytes stay.
func URL(raw string, s Secrets, key []byte) (string, []wire.Redaction) {
	if strings.IndexByte(raw, '@') < 0 && strings.IndexByte(raw, '=') < 0 {
		return raw, nil
	}
	r := headRedactor{key: key, where: "url", value: []byte(raw)}
	r.url(0, len(raw), s.Query)
	return string(r.value), r.found
}

// url takes the secrets out of the URL that value[from:to] is.
func (r *headRedactor) url(from, to int, query []string) {
	raw := string(r.value[from:to])
	if u, err := url.Parse(raw); err != nil || u.User != nil {
		r.password(from, raw)
	}
	at := strings.IndexAny(raw, "?#") + 1
	if at == 0 {
		return
	}
	codes := isCallback(raw)
	for _, pair := range splitPairs(raw[at:]) {
		name, value, ok := strings.Cut(strings.TrimRight(pair, "&;#?"), "=")
		if r.name = unescapeQuery(name); ok && foldedIn(query, r.name) && (codes || !isCode(r.name)) {
			start := from + at + len(name) + 1
			r.hide(start, start+len(value), "")
		}
		at += len(pair)
	}
}

// splitPairs cuts a query, and the fragment after it, after each of what divides
// its parameters.
func splitPairs(s string) (pairs []string) {
	for len(s) > 0 {
		n := strings.IndexAny(s, "&#")
		if n < 0 {
			n = len(s) - 1
		}
		pairs, s = append(pairs, s[:n+1]), s[n+1:]
	}
	return pairs
}

// isCode reports the parameter in which OAuth hands over what is traded for
// tokens. Elsewhere codes are of countries, errors and much else.
func isCode(name string) bool { return strings.EqualFold(name, "code") }

// isCallback reports a URL in which "code" is what an authorization server gave:
// it has one of the parameters that go with it (RFC 6749 §4.1.2, RFC 9207, RFC
// 7636), or its path says that it is for signing in.
func isCallback(raw string) bool {
	lower := strings.ToLower(raw)
	path, rest, _ := strings.Cut(lower, "?")
	for _, p := range []string{"state=", "iss=", "session_state=", "code_verifier=", "redirect_uri=", "id_token=", "access_token="} {
		if i := strings.Index(rest, p); i == 0 || i > 0 && (rest[i-1] == '&' || rest[i-1] == '#') {
			return true
		}
	}
	if _, after, ok := strings.Cut(path, "//"); ok { // the name of a host says nothing
		_, path, _ = strings.Cut(after, "/")
	}
	path, _, _ = strings.Cut(path, "#")
	for part := range strings.FieldsFuncSeq(path, func(c rune) bool { return c == '/' || c == ';' }) {
		if isSignIn(part) {
			return true
		}
	}
	return false
}

// isSignIn reports a segment of a path, in lower case, that is for signing in.
func isSignIn(part string) bool {
	part, _, _ = strings.Cut(unescapeQuery(part), ".") // login.php
	part = strings.NewReplacer("-", "", "_", "", " ", "").Replace(part)
	switch part {
	case "auth", "authorize", "authorized", "authorization", "authenticate", "authentication", "sso", "signin", "login", "redirect", "redirecturi", "redirecturl":
		return true
	}
	return strings.HasPrefix(part, "oauth") || strings.HasPrefix(part, "oidc") || strings.HasPrefix(part, "openid") || strings.HasSuffix(part, "callback") ||
		strings.HasPrefix(part, "signin") || strings.HasPrefix(part, "callback")
}

func (r *headRedactor) password(start int, raw string) {
	_, rest, ok := strings.Cut(raw, "//")
	if !ok {
		return
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	i := strings.LastIndexByte(authority, '@')
	if i < 0 {
		return
	}
	if name, pass, ok := strings.Cut(authority[:i], ":"); ok {
		from := start + len(raw) - len(rest) + len(name) + 1
		r.name = "password"
		r.hide(from, from+len(pass), "basic")
	}
}

func unescapeQuery(s string) string {
	if u, err := url.QueryUnescape(s); err == nil {
		return u
	}
	return s
}
