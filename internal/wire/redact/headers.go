package redact

import (
	"slices"
	"strings"
)

// headerKind is how a header holds secrets.
type headerKind uint8

const (
	plainHeader headerKind = iota // not at all
	wholeHeader
	credentialHeader // after a scheme
	cookieHeader
	setCookieHeader
	urlHeader
	protocolHeader
)

// headerKind is how a value of a header holds secrets: by the header's name, by the names
// that were given, or because the value begins as a credential or an address does.
func (s *Secrets) headerKind(name, value string) headerKind {
	name = trimBinary(strings.TrimSpace(name)) // net/http keeps a space before the colon
	given := listed(s.Headers, name)
	if !given && !s.Usual {
		return plainHeader
	}
	switch kind := namedHeader(name); {
	case kind != plainHeader:
		return kind
	case given || Tells(name):
		return wholeHeader
	case endsIn(name, addressWords) && credentialAt(value) == 0 && !isJWT(strings.TrimSpace(value)):
		return urlHeader
	}
	return valueKind(value)
}

// valueKind is how a header whose name says nothing holds secrets.
func valueKind(v string) headerKind {
	switch {
	case credentialAt(v) > 0:
		return credentialHeader
	case strings.Contains(v, "eyJ") && slices.ContainsFunc(strings.FieldsFunc(v, endsToken), isJWT):
		return wholeHeader
	case strings.HasPrefix(v, "/") || strings.Contains(v, "://"):
		return urlHeader
	}
	return plainHeader
}

// schemes of authentication, of which any header may have a credential.
var schemes = wordsOf("scheme")

// credentialAt is where a credential begins behind a scheme, 0 where there is none. Quotes,
// tabs and colons may stand around it. Parameters are no credential: they ask for one.
func credentialAt(v string) int {
	start := len(v) - len(strings.TrimLeft(v, " \t\"'"))
	n := strings.IndexAny(v[start:], " \t:")
	if n < 0 || !listed(schemes, v[start:start+n]) {
		return 0
	}
	rest := strings.TrimLeft(v[start+n:], " \t:\"'")
	token := strings.TrimRight(rest, " \t\"'=")
	isText := strings.ContainsAny(token, " \t,") && n != len("bearer")
	if token == "" || isText || strings.Contains(token, "=") {
		return 0
	}
	return len(v) - len(rest)
}

// isJWT reports a JWT in the compact form of JWS, or of JWE.
func isJWT(s string) bool {
	dots := strings.Count(s, ".")
	return strings.HasPrefix(s, "eyJ") && (dots == 2 || dots == 4)
}

// endsToken reports a character that no token has but as padding.
func endsToken(c rune) bool { return strings.ContainsRune(" \t\"',;:=<>()", c) }

// trimBinary is a name without what gRPC adds to those of binary metadata.
func trimBinary(name string) string {
	if n := len(name) - 4; n > 0 && strings.EqualFold(name[n:], "-bin") {
		return name[:n]
	}
	return name
}

// namedHeaders hold secrets in a way of their own.
var namedHeaders = [...]struct {
	name string
	kind headerKind
}{
	{"Authorization", credentialHeader}, {"Cookie", cookieHeader}, {"Set-Cookie", setCookieHeader},
	{"Proxy-Authorization", credentialHeader}, {"Sec-WebSocket-Protocol", protocolHeader}, {"Token", wholeHeader},
}

// addressWords are the ends of names of headers that hold URLs.
var addressWords = wordsOf("address")

func namedHeader(name string) headerKind {
	for _, h := range namedHeaders {
		if len(h.name) == len(name) && strings.EqualFold(h.name, name) {
			return h.kind
		}
	}
	return plainHeader
}
