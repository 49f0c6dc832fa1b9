package dialect

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// saidVersion is what the client wrote as A2A-Version, and where.
func saidVersion(req Message) (said, where string) {
	if s := strings.TrimSpace(req.Header.Get("A2a-Version")); s != "" {
		return s, "header A2A-Version"
	}
	for name, values := range wire.QueryOf(req.URL) {
		if strings.EqualFold(name, "A2A-Version") && len(values) > 0 && values[0] != "" {
			return values[0], "query A2A-Version"
		}
	}
	return "", ""
}
