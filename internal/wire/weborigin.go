package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// OriginOf is the origin of a URL as agents are known by it: scheme://host[:port],
// in lower case, without the scheme's default port and a dot at the end of the
// host. "" when raw is not a URL of http or https with a host.
func OriginOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return URLOrigin(u)
}

// PageOrigin is the origin of the page that sends a request, as problems quote it: "null" where
// the header is none or holds something else, which may be a secret.
func PageOrigin(h http.Header) string {
	if u, err := url.Parse(h.Get("Origin")); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host
	}
	return "null"
}

// URLOrigin is OriginOf of a URL that is parsed already.
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
