package wire

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// HostName returns the host of a Host header, or of a value of --allow-host, without port and brackets and in
// lower case. A guard ignores the port: the attack that it prevents needs a rebound name, and forwarded ports
// differ from ours.
func HostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// IsHostName reports whether a value of --allow-host can appear in a Host header: an address, or labels of
// letters, digits, hyphens and underscores, with or without a port.
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

// MatchesLocalAddr reports whether name is the address at which the server received r. A name can be rebound
// to another address; an address cannot.
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

// StripQuery prepares a URL or path for a log: it removes the query and fragment, which may hold keys and
// tokens, and the password.
func StripQuery(raw string) string {
	raw, _, _ = strings.Cut(raw, "#")
	raw, _, _ = strings.Cut(raw, "?")
	if !strings.Contains(raw, "@") {
		return raw // no user info
	}
	if u, err := url.Parse(raw); err == nil && u.User != nil {
		return u.Redacted()
	}
	return raw
}
