package proxy

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Origin normalizes an upstream to its origin, as wire.OriginOf does. The default scheme is http. It drops
// path, query and user.
func Origin(raw string) (string, error) {
	s := strings.TrimSpace(raw)
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", fmt.Errorf("%q is not a URL: %w", raw, err)
	}
	if scheme := strings.ToLower(u.Scheme); scheme != "http" && scheme != "https" {
		return "", fmt.Errorf("%q: only http and https agents can be tapped, not %s", raw, u.Scheme)
	}
	origin := wire.URLOrigin(u)
	if origin == "" {
		return "", fmt.Errorf("%q does not name a host", raw)
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", fmt.Errorf("%q: the port must be between 1 and 65535", raw)
		}
	}
	return origin, nil
}
