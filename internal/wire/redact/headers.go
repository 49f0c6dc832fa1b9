package redact

import (
	"encoding/base64"
	"net/http"
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
	textHeader // in URLs, parameters and tokens that stand in it
	protocolHeader
)

// headerKind is how a value of a header holds secrets: by the header's name, by the names
// that were given, or because the value begins as a credential or an address does.
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

// valueKind is how a header whose name does not tell holds secrets.
func valueKind(v string) headerKind {
	switch start, _ := findToken(v, 0); {
	case credentialAt(v) > 0:
		return credentialHeader
	case start < len(v), strings.ContainsAny(v, "=@%"):
		return textHeader
	}
	return plainHeader
}

// schemes of authentication, of which any header may have a credential.
var schemes = wordsOf("scheme")

// credentialAt is where a credential begins behind a scheme, 0 where there is none. Quotes,
// tabs and colons may stand around it, and others after a comma. Before other words it is
// one of a text. Parameters are no credential: they ask for one.
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
	case matchesName("basic", v[start:start+n]) && !strings.Contains(decodeBase64(token), ":"): // it has a user and a password
		return 0
	}
	return len(v) - len(rest)
}

// isWord reports what may stand in a text behind the name of a scheme, and is hardly a credential.
func isWord(token string) bool { return len(token) < 20 && !strings.ContainsAny(token, "0123456789") }

// decodeBase64 undoes base64.
func decodeBase64(s string) string {
	p, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "="))
	if err != nil {
		return ""
	}
	return string(p)
}

// findToken is where the next token after a place lies that tells by its look, in a text or a
// path: a JWT, and keys of usual makers, which are longer than words that begin so. Where there is none, it is at the end.
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

// tokenStarts begin JWTs, and keys as usual makers write them.
var tokenStarts = wordsOf("token")

func beginsToken(s string) bool {
	return slices.ContainsFunc(tokenStarts, func(start string) bool { return strings.HasPrefix(s, start) })
}

// isJWT reports a JWT in the compact form of JWS, or of JWE.
func isJWT(s string) bool {
	dots := strings.Count(strings.TrimRight(s, "."), ".")
	return strings.HasPrefix(s, "eyJ") && (dots == 2 || dots == 4)
}

// trimBinary is a name without what gRPC adds to those of binary metadata.
func trimBinary(name string) string {
	if n := len(name) - 4; n > 0 && strings.EqualFold(name[n:], "-bin") {
		return name[:n]
	}
	return name
}

// namedHeaders hold secrets in a way of their own.
var namedHeaders = map[string]headerKind{
	"Authorization": credentialHeader, "Proxy-Authorization": credentialHeader, "Cookie": cookieHeader, "Set-Cookie": setCookieHeader,
	"Sec-Websocket-Protocol": protocolHeader,
}

// addressWords are the ends of names of headers that hold URLs.
var addressWords = wordsOf("address")
