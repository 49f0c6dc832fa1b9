package redact

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
)

// headerKind says how a header holds secrets.
type headerKind uint8

const (
	plainHeader headerKind = iota // no secrets
	wholeHeader
	credentialHeader // after a scheme
	cookieHeader
	setCookieHeader
	textHeader // in URLs, parameters and tokens within it
	protocolHeader
)

// headerKind returns how a header value holds secrets: judging by the header's name, by the names
// in s, or by the form of the value.
func (s *Secrets) headerKind(name, value string) headerKind {
	bare := trimBinary(strings.TrimSpace(name)) // net/http keeps a space before the colon
	given := isListed(s.Headers, bare)
	if !given && !s.Heuristics {
		return plainHeader
	}
	switch kind := namedHeaders[http.CanonicalHeaderKey(bare)]; {
	case kind != plainHeader:
		return kind
	case given || IsSecretName(bare):
		return wholeHeader
	}
	return valueKind(value)
}

// valueKind returns how a header value holds secrets if the header's name does not tell.
func valueKind(v string) headerKind {
	switch start, _ := findToken(v, 0); {
	case credentialAt(v) > 0:
		return credentialHeader
	case start < len(v), strings.ContainsAny(v, "=@%"):
		return textHeader
	}
	return plainHeader
}

// schemes are authentication schemes. A credential with one may be in any header.
var schemes = wordsOf("scheme")

// credentialAt returns where a credential begins after a scheme, 0 if there is none. Quotes, tabs and colons
// may surround it, and another credential may follow a comma. Before other words it is part of a text.
// Parameters are not a credential: they ask for one.
func credentialAt(v string) int {
	start := len(v) - len(strings.TrimLeft(v, " \t\"'"))
	n := strings.IndexAny(v[start:], " \t:")
	if n < 0 || !isListed(schemes, v[start:start+n]) {
		return 0
	}
	rest := strings.TrimLeft(v[start+n:], " \t:\"'")
	token, more := rest, ""
	if i := strings.IndexAny(rest, " \t,\"'"); i >= 0 {
		token, more = rest[:i], strings.TrimLeft(rest[i:], " \t\"'")
	}
	token = strings.TrimRight(token, "=")
	switch {
	case token == "" || strings.Contains(token, "=") || more != "" && more[0] != ',' && isWord(token):
		return 0
	case matchesName("basic", v[start:start+n]) && !strings.Contains(decodeBase64(token), ":"): // it must contain a user and a password
		return 0
	}
	return len(v) - len(rest)
}

// isWord reports whether token may be a word that follows a scheme's name in a text, not a
// credential.
func isWord(token string) bool { return len(token) < 20 && !strings.ContainsAny(token, "0123456789") }

// decodeBase64 decodes standard and URL-safe base64, "" if it is invalid.
func decodeBase64(s string) string {
	p, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "="))
	if err != nil {
		return ""
	}
	return string(p)
}

// findToken returns the bounds of the next token at or after from that is recognizable by its form, in a text
// or a path: a JWT, or a key with a well-known prefix that is longer than words with that prefix. If there is
// none, both are len(v).
func findToken(v string, from int) (start, end int) {
	for start = from; start < len(v); start++ {
		if start > 0 && isAlphanumeric(rune(v[start-1])) || !beginsToken(v[start:]) {
			continue
		}
		for end = start; end < len(v) && (isAlphanumeric(rune(v[end])) || strings.IndexByte("-_.~=", v[end]) >= 0); {
			end++
		}
		if isJWT(v[start:end]) || v[start] != 'e' && end-start > 20 {
			return start, end
		}
		start = end - 1
	}
	return len(v), len(v)
}

// tokenStarts are prefixes of JWTs and of well-known kinds of keys.
var tokenStarts = wordsOf("token")

func beginsToken(s string) bool {
	return slices.ContainsFunc(tokenStarts, func(start string) bool { return strings.HasPrefix(s, start) })
}

// isJWT reports whether s looks like a JWT in compact JWS or JWE form.
func isJWT(s string) bool {
	dots := strings.Count(strings.TrimRight(s, "."), ".")
	return strings.HasPrefix(s, "eyJ") && (dots == 2 || dots == 4)
}

// trimBinary removes the suffix that gRPC gives to names of binary metadata.
func trimBinary(name string) string {
	if n := len(name) - 4; n > 0 && strings.EqualFold(name[n:], "-bin") {
		return name[:n]
	}
	return name
}

// namedHeaders are headers that hold secrets in a particular way.
var namedHeaders = map[string]headerKind{
	"Authorization": credentialHeader, "Proxy-Authorization": credentialHeader, "Cookie": cookieHeader, "Set-Cookie": setCookieHeader,
	"Sec-Websocket-Protocol": protocolHeader,
}

// addressWords are suffixes of names of headers that hold URLs.
var addressWords = wordsOf("address")
