package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// PathOf is the path of a URL, escapes and all, without host, query and fragment.
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

// QueryOf is the query of a URL, as far as it can be parsed.
func QueryOf(address string) url.Values {
	_, q, _ := strings.Cut(address, "?")
	if q == "" {
		return nil
	}
	values, _ := url.ParseQuery(q) // what does parse is kept
	return values
}

// DeniesAccess reports whether a status is HTTP's own no: what guards an agent need not
// know its protocol, and may answer with a page or with nothing.
func DeniesAccess(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
