package redact

import "strings"

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

// headerKind is how a header holds secrets: by its name, by the names that were given,
// or because a value begins as a credential does.
func (s *Secrets) headerKind(name string, values []string) headerKind {
	name = trimBinary(strings.TrimSpace(name)) // net/http keeps a space before the colon
	given := foldedIn(s.Headers, name)
	if !given && !s.Usual {
		return plainHeader
	}
	switch kind := namedHeader(name); {
	case kind != plainHeader:
		return kind
	case given || namesSecret(name):
		return wholeHeader
	}
	for _, v := range values {
		if len(v) > 7 && strings.EqualFold(v[:7], "bearer ") && !strings.Contains(v, "=") {
			return credentialHeader
		}
		if strings.HasPrefix(v, "eyJ") && strings.Count(v, ".") == 2 {
			return wholeHeader
		}
	}
	return plainHeader
}

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
	{"Authorization", credentialHeader}, {"Cookie", cookieHeader}, {"Set-Cookie", setCookieHeader}, {"Location", urlHeader},
	{"Referer", urlHeader}, {"Link", urlHeader}, {"Refresh", urlHeader}, {"Content-Location", urlHeader},
	{"X-Original-Url", urlHeader}, {"X-Original-Uri", urlHeader}, {"X-Forwarded-Uri", urlHeader},
	{"Proxy-Authorization", credentialHeader}, {"Sec-WebSocket-Protocol", protocolHeader},
}

func namedHeader(name string) headerKind {
	for _, h := range namedHeaders {
		if len(h.name) == len(name) && strings.EqualFold(h.name, name) {
			return h.kind
		}
	}
	return plainHeader
}

// namesSecret reports whether a name says by its last word that the value is a
// credential: X-Vendor-Api-Key, X-Session-Token. Tokens for the next page of a list
// are none.
func namesSecret(name string) bool {
	for _, word := range [...]string{
		"token", "secret", "password", "passwd", "apikey", "accesskey", "authkey", "secretkey", "subscriptionkey", "functionskey",
		"credential", "credentials", "authorization", "assertion", "authenticationinfo", "dpop",
	} {
		if endsIn(name, word) {
			for _, no := range [...]string{"pagetoken", "nexttoken", "continuationtoken", "synctoken", "cancellationtoken"} {
				if endsIn(name, no) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// endsIn reports a name that ends in a word of lower-case letters, in any case and
// with dashes anywhere.
func endsIn(name, word string) bool {
	n := len(name)
	for i := len(word) - 1; i >= 0; i-- {
		for n > 0 && (name[n-1] == '-' || name[n-1] == '_') {
			n--
		}
		if n == 0 || name[n-1]|0x20 != word[i] {
			return false
		}
		n--
	}
	return true
}
