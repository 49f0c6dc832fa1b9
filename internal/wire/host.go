package wire

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// HostName is the host of a Host header, or of a name as people give it to
// --allow-host: without its port and brackets, in lower case. The port is not for
// a guard to judge: a rebound name is what an attack needs, and forwarded ports
// differ from ours.
func HostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// IsHostName reports whether a name, as people give it to --allow-host, can be in a Host
// header: an address, or labels of letters, digits, hyphens and underscores, with a port or
// without.
func IsHostName(name string) bool {
	if host, port, err := net.SplitHostPort(name); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return false
		}
		name = host
	} else if strings.HasPrefix(name, "[") != strings.HasSuffix(name, "]") {
		return false
	}
	name = HostName(name)
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Zone() == ""
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || strings.Trim(label, "-") != label {
			return false
		}
	}
	return len(name) <= 253
}

// MatchesLocalAddr reports whether a name is the very address at which a server's request
// came in. A name can be rebound to another address, an address cannot.
func MatchesLocalAddr(r *http.Request, name string) bool {
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(a.String())
	return err == nil && at.Addr().Unmap() == ip.Unmap()
}

// StripQuery is a URL, or a path, for a log: without its query and fragment,
// where keys and tokens may stand, and without a password.
func StripQuery(raw string) string {
	raw, _, _ = strings.Cut(raw, "#")
	raw, _, _ = strings.Cut(raw, "?")
	if !strings.Contains(raw, "@") {
		return raw // nobody is named
	}
	if u, err := url.Parse(raw); err == nil && u.User != nil {
		return u.Redacted()
	}
	return raw
}
