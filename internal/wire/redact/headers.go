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

// namedHeader is how the headers hold secrets that are read in their own way.
func namedHeader(name string) headerKind {
	switch len(name) {
	case 4:
		return isHeader(name, "Link", urlHeader)
	case 6:
		return isHeader(name, "Cookie", cookieHeader)
	case 7:
		return max(isHeader(name, "Referer", urlHeader), isHeader(name, "Refresh", urlHeader))
	case 8:
		return isHeader(name, "Location", urlHeader)
	case 10:
		return isHeader(name, "Set-Cookie", setCookieHeader)
	case 13:
		return isHeader(name, "Authorization", credentialHeader)
	case 14:
		return max(isHeader(name, "X-Original-Url", urlHeader), isHeader(name, "X-Original-Uri", urlHeader))
	case 15:
		return isHeader(name, "X-Forwarded-Uri", urlHeader)
	case 16:
		return isHeader(name, "Content-Location", urlHeader)
	case 19:
		return isHeader(name, "Proxy-Authorization", credentialHeader)
	case 22:
		return isHeader(name, "Sec-WebSocket-Protocol", protocolHeader)
	}
	return plainHeader
}

func isHeader(name, want string, kind headerKind) headerKind {
	if strings.EqualFold(name, want) {
		return kind
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
