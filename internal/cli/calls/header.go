package calls

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// unsendableHeaders maps headers that net/http does not send as given to the reason.
var unsendableHeaders = map[string]string{
	"Content-Length":    "the console computes it from the body; leave it out",
	"Transfer-Encoding": "the console sets it when it sends the body; leave it out",
	"Trailer":           "the console sends no trailers; leave it out",
}

// ParseHeaders parses --header values, each "Name: value".
func ParseHeaders(given []string) (http.Header, error) {
	h := http.Header{}
	for _, g := range given {
		name, value, ok := strings.Cut(g, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, fmt.Errorf(`cannot use --header %q; write it as "Name: value"`, g)
		}
		if why := unsendableHeaders[http.CanonicalHeaderKey(name)]; why != "" {
			return nil, fmt.Errorf("cannot send --header %q: %s", g, why)
		}
		h.Add(name, value)
	}
	return h, nil
}

// checkDuplicates returns an error for a header that another flag also sets, because one of them
// would be dropped.
func (f *Flags) checkDuplicates() error {
	switch {
	case slices.Contains(f.Extension, ""):
		return errors.New("--extension is empty; give it a URI, or leave it out")
	case len(f.Extension) > 0 && (f.header.Get("A2A-Extensions") != "" || f.header.Get("X-A2A-Extensions") != ""):
		return errors.New("both --header and --extension name extensions; give all with --extension")
	}
	return f.claimAll(f.header)
}
