package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// OriginOf returns the origin by which agents are known: scheme://host[:port] in lower case, without the
// scheme's default port and without a dot at the end of the host. "" if raw is not an http or https URL with
// a host.
func OriginOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return URLOrigin(u)
}

// PageOrigin returns the origin of the page that sent a request, for use in problem texts. It is "null" if
// the header is missing or holds something else, which may be a secret.
func PageOrigin(h http.Header) string {
	if u, err := url.Parse(h.Get("Origin")); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host
	}
	return "null"
}

// URLOrigin is OriginOf for a parsed URL.
func URLOrigin(u *url.URL) string {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if scheme != "http" && scheme != "https" || host == "" {
		return ""
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || port == map[string]string{"http": "80", "https": "443"}[scheme] {
		return scheme + "://" + host
	}
	return scheme + "://" + host + ":" + port
}
