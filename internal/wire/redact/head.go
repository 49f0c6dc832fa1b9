package redact

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Header returns h with secret values replaced by filler: the values of headers that s names or
// whose names tell that they are secret, and secrets in URLs and in WebSocket subprotocols.
// Authentication schemes and the names and attributes of cookies stay readable. It does not change
// h, and returns h itself if there is nothing to replace.
func Header(h http.Header, s Secrets, key []byte, where string) (http.Header, []wire.Redaction) {
	var names []string
	for name, values := range h {
		if slices.ContainsFunc(values, func(v string) bool { return s.headerKind(name, v) != plainHeader }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	out := h
	var found []wire.Redaction
	for _, name := range names {
		next := false
		for i, v := range h[name] {
			kind := s.headerKind(name, v)
			if kind == plainHeader {
				continue
			}
			red := headRedactor{key: key, place: where, name: name, value: []byte(v), next: next}
			red.run(kind, s.Query)
			next = red.next
			if len(red.found) == 0 {
				continue
			}
			if len(found) == 0 {
				out = h.Clone()
			}
			out[name][i] = string(red.value)
			found = append(found, red.found...)
		}
	}
	return out, found
}

// headRedactor replaces the secrets of one header value.
type headRedactor struct {
	key         []byte
	place, name string
	value       []byte
	next        bool // the next subprotocol is a credential
	found       []wire.Redaction
}

func (r *headRedactor) run(kind headerKind, query []string) {
	v := string(r.value)
	switch kind {
	case cookieHeader:
		at := 0
		for _, pair := range strings.SplitAfter(v, ";") {
			r.cookie(at, strings.TrimSuffix(pair, ";"))
			at += len(pair)
		}
	case setCookieHeader:
		pair, _, _ := strings.Cut(v, ";")
		r.cookie(0, pair)
	case credentialHeader:
		r.credential(v)
	case textHeader:
		r.text(query)
	case protocolHeader:
		r.protocols()
	case wholeHeader:
		r.hide(0, len(v), "")
	}
}

// credential hides what follows an authentication scheme, or the whole value if it has none.
func (r *headRedactor) credential(v string) {
	from := credentialAt(v)
	scheme, rest, ok := strings.Cut(v, " ")
	switch {
	case from > 0:
		scheme = v[:from]
	case !ok || !isToken(scheme):
		r.hide(0, len(v), "")
		return
	default:
		from = len(v) - len(strings.TrimLeft(rest, " "))
	}
	r.hide(from, len(v), strings.ToLower(strings.Trim(scheme, " \t:\"'")))
}

// text hides secrets within a value: in URLs, in parameters, and tokens.
func (r *headRedactor) text(query []string) {
	name, v := r.name, string(r.value)
	address := strings.HasPrefix(v, "/") || strings.Contains(v, "://") || endsIn(trimBinary(name), addressWords)
	if address {
		r.urls(query)
	}
	r.name = name
	left := string(r.value)
	for start, end := findToken(left, 0); start < end; start, end = findToken(left, end) {
		r.hide(start, end, "")
	}
	for i := range r.found {
		if x := &r.found[i]; x.Name != name {
			x.Detail = strings.TrimSpace("parameter " + x.Name + " " + x.Detail)
			x.Name = name
		}
	}
}

// urls hides the secrets in each URL of a value. A URL ends at a space, a quote or an angle bracket (Link, Refresh).
func (r *headRedactor) urls(query []string) {
	from := 0
	for i := 0; i <= len(r.value); i++ {
		if i < len(r.value) && strings.IndexByte(" \t\"'<>", r.value[i]) < 0 {
			continue
		}
		if i > from {
			r.url(from, i, query)
		}
		from = i + 1
	}
}

// protocols hides what follows the name of a credential among WebSocket subprotocols. Browsers, which
// cannot set headers for a WebSocket, send credentials there: "bearer, TOKEN", "bearer.TOKEN". The token
// may be on a separate header line.
func (r *headRedactor) protocols() {
	v := string(r.value)
	if r.next {
		r.next = false
		r.hide(0, len(v), "bearer")
		return
	}
	at := 0
	for word := range strings.FieldsFuncSeq(v, func(c rune) bool { return strings.ContainsRune(",. -", c) }) {
		at += strings.Index(v[at:], word) + len(word)
		if matchesName(AnySecretName, word) || strings.EqualFold(word, "token") {
			rest := strings.TrimLeft(v[at:], ",. -")
			r.next = rest == ""
			r.hide(len(v)-len(rest), len(v), "bearer")
			return
		}
	}
	start, end := findToken(v, 0)
	r.hide(start, end, "")
}

func (r *headRedactor) cookie(at int, pair string) {
	eq := strings.IndexByte(pair, '=')
	if eq < 0 { // a value without a name
		eq = len(pair) - len(strings.TrimLeft(pair, " ")) - 1
	}
	r.hide(at+eq+1, at+len(pair), "cookie")
}

// hide fills value[from:to]. An empty kind is derived from the value.
func (r *headRedactor) hide(from, to int, kind string) {
	if from >= to {
		return
	}
	secret := string(r.value[from:to])
	if strings.Trim(secret, string(filler)) == "" { // replaced already
		return
	}
	guess, detail := describe([]byte(secret))
	if kind == "" {
		kind = guess
		if guess == "token" {
			kind = "api-key"
		}
	}
	print := newFingerprint(r.key)
	print.Write([]byte(secret))
	fill(r.value[from:to], filler)
	r.found = append(r.found, wire.Redaction{
		Place: r.place, Name: r.name, Offset: int64(from), Length: int64(to - from),
		Kind: kind, Fingerprint: print.text(), Detail: detail,
	})
}

// isToken reports whether s is a token (RFC 9110 §5.6.2), as a scheme must be.
func isToken(s string) bool {
	odd := func(c rune) bool { return !isAlphanumeric(c) && !strings.ContainsRune("!#$%&'*+-.^_`|~", c) }
	return s != "" && !strings.ContainsFunc(s, odd)
}
