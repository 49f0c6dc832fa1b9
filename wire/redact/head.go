package redact

import (
	"net/http"
	"net/url"
	"sort"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// Header returns h with the values of the headers that s names replaced
// by filler. What is not secret stays readable: an authentication scheme, the
// names and attributes of cookies. h is not changed; it is returned itself when
// there was nothing to replace.
func Header(h http.Header, s Secrets, key []byte, where string) (http.Header, []wire.Redaction) {
	var names []string
	for name := range h {
		if foldedIn(s.Headers, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return h, nil
	}
	sort.Strings(names)
	out := h.Clone()
	var found []wire.Redaction
	for _, name := range names {
		for i, v := range h[name] {
			red := headRedactor{key: key, where: where, name: name, value: []byte(v)}
			red.run()
			out[name][i] = string(red.value)
			found = append(found, red.found...)
		}
	}
	return out, found
}

// headRedactor replaces the secrets of one header value.
type headRedactor struct {
	key         []byte
	where, name string
	value       []byte
	found       []wire.Redaction
}

func (r *headRedactor) run() {
	v := string(r.value)
	switch strings.ToLower(r.name) {
	case "cookie":
		at := 0
		for _, pair := range strings.SplitAfter(v, ";") {
			r.cookie(at, strings.TrimSuffix(pair, ";"))
			at += len(pair)
		}
	case "set-cookie":
		pair, _, _ := strings.Cut(v, ";")
		r.cookie(0, pair)
	case "authorization", "proxy-authorization":
		scheme, rest, ok := strings.Cut(v, " ")
		if !ok || !token(scheme) {
			r.hide(0, len(v), "")
			return
		}
		from := len(scheme) + 1 + len(rest) - len(strings.TrimLeft(rest, " "))
		r.hide(from, len(v), strings.ToLower(scheme))
	default:
		r.hide(0, len(v), "")
	}
}

func (r *headRedactor) cookie(at int, pair string) {
	eq := strings.IndexByte(pair, '=')
	if eq < 0 {
		r.hide(at+len(pair)-len(strings.TrimLeft(pair, " ")), at+len(pair), "cookie")
		return
	}
	r.hide(at+eq+1, at+len(pair), "cookie")
}

// hide fills value[from:to]. kind "" is worked out from header and value.
func (r *headRedactor) hide(from, to int, kind string) {
	if from >= to {
		return
	}
	secret := string(r.value[from:to])
	guess, detail := describe([]byte(secret))
	if kind == "" {
		kind = guess
		if guess == "token" {
			kind = "api-key"
		}
	}
	for i := from; i < to; i++ {
		r.value[i] = filler
	}
	r.found = append(r.found, wire.Redaction{
		Where: r.where, Name: r.name, Offset: int64(from), Length: int64(to - from),
		Kind: kind, Fingerprint: printOf(r.key, secret), Detail: detail,
	})
}

// token reports whether s is a token of RFC 9110 §5.6.2, as a scheme must be.
func token(s string) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", c)) {
			return false
		}
	}
	return s != ""
}

// URL returns raw with a password before the host and the values of the
// parameters that s names replaced by filler. All other bytes stay.
func URL(raw string, s Secrets, key []byte) (string, []wire.Redaction) {
	if strings.IndexByte(raw, '@') < 0 && strings.IndexByte(raw, '?') < 0 {
		return raw, nil
	}
	r := headRedactor{key: key, where: "url", value: []byte(raw)}
	if u, err := url.Parse(raw); err != nil || u.User != nil {
		r.password(raw)
	}
	end := len(raw)
	if i := strings.IndexByte(raw, '#'); i >= 0 {
		end = i
	}
	at := strings.IndexByte(raw[:end], '?') + 1
	if at > 0 {
		for _, pair := range strings.SplitAfter(raw[at:end], "&") {
			name, value, ok := strings.Cut(strings.TrimSuffix(pair, "&"), "=")
			if r.name = unescapeQuery(name); ok && foldedIn(s.Query, r.name) {
				from := at + len(name) + 1
				r.hide(from, from+len(value), "")
			}
			at += len(pair)
		}
	}
	return string(r.value), r.found
}

func (r *headRedactor) password(raw string) {
	_, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	user, _, ok := cutLast(authority, '@')
	if !ok {
		return
	}
	if name, pass, ok := strings.Cut(user, ":"); ok {
		from := len(raw) - len(rest) + len(name) + 1
		r.name = "password"
		r.hide(from, from+len(pass), "basic")
	}
}

func cutLast(s string, c byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(s, c); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
