package auth

import (
	"net"
	"net/url"
	"strings"
)

// Origin is the origin of a URL as credentials are filed by it: scheme, host
// and port, the port always there, localhost as its address. "" when raw has no
// origin that credentials can be for.
func Origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return originOf(u)
}

func originOf(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), u.Port()
	if scheme != "http" && scheme != "https" || host == "" {
		return ""
	}
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}
