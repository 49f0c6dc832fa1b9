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
	given := listed(s.Headers, name)
	if !given && !s.Usual {
		return plainHeader
	}
	switch kind := namedHeader(name); {
	case kind != plainHeader:
		return kind
	case given || Tells(name):
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
	{"Proxy-Authorization", credentialHeader}, {"Sec-WebSocket-Protocol", protocolHeader}, {"Token", wholeHeader},
}

func namedHeader(name string) headerKind {
	for _, h := range namedHeaders {
		if len(h.name) == len(name) && strings.EqualFold(h.name, name) {
			return h.kind
		}
	}
	return plainHeader
}
