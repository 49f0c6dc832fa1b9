package redact

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// URL returns raw with a password before the host, and the values of the
// parameters that s names, replaced by filler: those of the path, of the query,
// and of the fragment, and those of a URL inside one of them, however often it is
// encoded. All other bytes stay.
func URL(raw string, s Secrets, key []byte) (string, []wire.Redaction) {
	if !strings.ContainsAny(raw, "@=%") {
		return raw, nil
	}
	r := headRedactor{key: key, where: "url", value: []byte(raw)}
	r.url(0, len(raw), s.Query)
	return string(r.value), r.found
}

// url takes the secrets out of the URL that value[from:to] is.
func (r *headRedactor) url(from, to int, query []string) {
	raw := string(r.value[from:to])
	view := urlView{raw: raw, text: raw}
	r.view(from, view, query)
	if strings.IndexByte(raw, '%') >= 0 {
		view.raw = string(r.value[from:to])
		r.view(from, view.undo(), query)
	}
}

// view takes out what is secret in one view of a URL that begins at from.
func (r *headRedactor) view(from int, v urlView, query []string) {
	r.passwords(from, v)
	codes := sync.OnceValue(func() bool { return isCallback(v.text) })
	path := len(v.raw)
	if n := strings.IndexAny(v.raw, "?#"); n >= 0 {
		path = n
	}
	for i := 0; i < len(v.text); i++ {
		if !beginsParameter(v.text[i]) {
			continue
		}
		n := strings.IndexAny(v.text[i+1:], "=&#;?")
		if n < 0 {
			return
		}
		if i += n + 1; v.text[i] != '=' {
			i--
			continue
		}
		name, ok := parameterNames(query).find(unescapeQuery(v.text[i-n : i]))
		if !ok || isCode(name) && !codes() {
			continue
		}
		start := v.place(i + 1)
		end := valueEnd(v.raw, start, start <= path)
		r.name = name
		r.hide(from+start, from+end, "")
		i = v.index(end) - 1
	}
}

// valueEnd is where a value that begins at start ends: one in a path also with its
// segment. A semicolon ends none: it may be part of the secret. Of a URL in a
// parameter, the rest of that is hidden.
func valueEnd(raw string, start int, path bool) int {
	ends := "&#"
	if path {
		ends = "&#/?"
	}
	if n := strings.IndexAny(raw[start:], ends); n >= 0 {
		return start + n
	}
	return len(raw)
}

// isCode reports the parameter in which OAuth hands over what is traded for
// tokens. Elsewhere codes are of countries, errors and much else.
func isCode(name string) bool { return strings.EqualFold(name, "code") }

// isCallback reports a URL in which "code" is what an authorization server gave:
// it has one of the parameters that go with it (RFC 6749 §4.1.2, RFC 9207, RFC
// 7636), or its path says that it is for signing in.
func isCallback(raw string) bool {
	lower := strings.ToLower(raw)
	path, rest := lower, ""
	if i := strings.IndexAny(lower, "?#"); i >= 0 {
		path, rest = lower[:i], lower[i+1:]
	}
	for pair := range strings.FieldsFuncSeq(rest, func(c rune) bool { return c < 0x80 && beginsParameter(byte(c)) }) {
		name, _, _ := strings.Cut(pair, "=")
		if slices.Contains(oauthParameters, name) {
			return true
		}
	}
	if _, after, ok := strings.Cut(path, "//"); ok { // the name of a host says nothing
		_, path, _ = strings.Cut(after, "/")
	}
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
	part = withoutJoints.Replace(part)
	begins := func(word string) bool { return strings.HasPrefix(part, word) }
	return slices.Contains(signIns, part) || slices.ContainsFunc(signInStarts, begins) || strings.HasSuffix(part, "callback")
}

// Segments of paths that are for signing in, as a whole and by how they begin.
var signIns, signInStarts = wordsOf("signin"), wordsOf("signins")

// passwords hides the password of each URL in a view: of the URL itself, and of
// those that are parameters, which end with them.
func (r *headRedactor) passwords(from int, v urlView) {
	query := strings.IndexAny(v.text, "?#&;")
	for i := 0; i+1 < len(v.text); i++ {
		if v.text[i] != '/' || v.text[i+1] != '/' || i > 0 && strings.IndexByte(":=/", v.text[i-1]) < 0 {
			continue
		}
		start := i + 2
		end := start
		for inner := query >= 0 && query < start; end < len(v.text) && !v.endsAuthority(end, inner); {
			end++
		}
		i = end - 1
		authority := v.text[start:end]
		at := strings.LastIndexByte(authority, '@')
		colon := strings.IndexByte(authority, ':')
		if at < 0 || colon < 0 || colon > at {
			continue
		}
		r.name = "password"
		r.hide(from+v.place(start+colon+1), from+v.place(start+at), "basic")
	}
}

func (v urlView) endsAuthority(i int, inner bool) bool {
	switch v.text[i] {
	case '/', '?', '#':
		return true
	}
	return inner && v.raw[v.place(i)] == '&'
}

func unescapeQuery(s string) string {
	if u, err := url.QueryUnescape(s); err == nil {
		return u
	}
	return s
}
