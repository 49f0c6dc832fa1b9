package auth

import (
	"net/url"
	"strings"
)

// withParam is a query with a parameter set; the others stay as they are
// written, in their order. One that is there already is replaced, as it may be
// the filler of a recorded one.
func withParam(query, name, value string) string {
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		n, _, _ := strings.Cut(pair, "=")
		if u, err := url.QueryUnescape(n); err == nil {
			n = u
		}
		if pair != "" && n != name {
			kept = append(kept, pair)
		}
	}
	return strings.Join(append(kept, url.QueryEscape(name)+"="+url.QueryEscape(value)), "&")
}
