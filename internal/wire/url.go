package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// PathOf returns the escaped path of a URL.
func PathOf(url string) string {
	p, _, _ := strings.Cut(url, "?")
	p, _, _ = strings.Cut(p, "#")
	if _, after, ok := strings.Cut(p, "://"); ok {
		if i := strings.IndexByte(after, '/'); i >= 0 {
			return after[i:]
		}
		return "/"
	}
	return p
}

// QueryOf returns the query of a URL, nil if it has none.
func QueryOf(address string) url.Values {
	_, q, _ := strings.Cut(address, "?")
	if q == "" {
		return nil
	}
	values, _ := url.ParseQuery(q) // keep what can be parsed
	return values
}

// DeniesAccess reports whether a status is HTTP's own denial. A gateway in front of an agent need
// not know its protocol, and may answer with a web page or an empty body.
func DeniesAccess(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
