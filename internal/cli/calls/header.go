package calls

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// ParseHeaders reads --header values, "Name: value" each.
func ParseHeaders(given []string) (http.Header, error) {
	h := http.Header{}
	for _, g := range given {
		name, value, ok := strings.Cut(g, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, fmt.Errorf(`cannot use --header %q: write it as "Name: value"`, g)
		}
		h.Add(name, value)
	}
	return h, nil
}
