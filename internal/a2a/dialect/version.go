package dialect

import (
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// saidVersion is what the client wrote as A2A-Version, and where.
func saidVersion(req Message) (said, where string) {
	if s := strings.TrimSpace(req.Header.Get("A2a-Version")); s != "" {
		return s, "header A2A-Version"
	}
	_, query, _ := strings.Cut(req.URL, "?")
	for name, values := range parseQuery(query) {
		if strings.EqualFold(name, "A2A-Version") && len(values) > 0 && values[0] != "" {
			return values[0], "query A2A-Version"
		}
	}
	return "", ""
}

func parseQuery(q string) url.Values {
	if q == "" {
		return nil
	}
	values, _ := url.ParseQuery(q) // what does parse is kept
	return values
}

// parseVersion reads a protocol version as agents write them: "1.0", "v0.3.0",
// "1". It reports false for one that there has never been.
func parseVersion(s string) (a2a.Version, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	major, rest, _ := strings.Cut(s, ".")
	minor, _, _ := strings.Cut(rest, ".")
	switch {
	case major == "1":
		return a2a.V10, true
	case major == "0" && minor == "1":
		return a2a.V01, true
	case major == "0" && minor == "2":
		return a2a.V02, true
	case major == "0" && minor == "3":
		return a2a.V03, true
	}
	return "", false
}
