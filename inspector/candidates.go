package inspector

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

const (
	newCardPath = "/.well-known/agent-card.json" // 0.3 and later
	oldCardPath = "/.well-known/agent.json"      // 0.1 and 0.2
	jsCardPath  = "/agent-card"                  // seen in a 0.1 sample client
)

// parseAddress turns what a person typed into base URLs, in the order to try:
// one when a scheme was given, else http and https, the likelier first.
func parseAddress(text string) ([]*url.URL, error) {
	if text == "" {
		return nil, fmt.Errorf("no address given: type a host, a URL, or paste a card")
	}
	if scheme, _, ok := strings.Cut(text, "://"); ok {
		u, err := url.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("read address %q: %s", text, urlReason(err))
		}
		if s := strings.ToLower(scheme); s != "http" && s != "https" {
			return nil, fmt.Errorf("cannot use %q: only http and https addresses are fetched", text)
		}
		return checkBase(text, u)
	}
	if strings.HasPrefix(text, ":") {
		text = "127.0.0.1" + text
	}
	schemes := []string{"https", "http"}
	if likelyPlain(text) {
		schemes = []string{"http", "https"}
	}
	var bases []*url.URL
	for _, s := range schemes {
		u, err := url.Parse(s + "://" + text)
		if err != nil {
			return nil, fmt.Errorf("read address %q: %s", text, urlReason(err))
		}
		b, err := checkBase(text, u)
		if err != nil {
			return nil, err
		}
		bases = append(bases, b...)
	}
	return bases, nil
}

func checkBase(text string, u *url.URL) ([]*url.URL, error) {
	if u.Hostname() == "" {
		return nil, fmt.Errorf("address %q has no host: write it as http://host:port/path", text)
	}
	if n, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || n < 1 || n > 65535) {
		return nil, fmt.Errorf("address %q cannot be called: its port must be a number from 1 to 65535", text)
	}
	if u.User != nil {
		return nil, fmt.Errorf("the address has a user name before its host, which would be on record: leave it out, and give an Authorization header")
	}
	u.Fragment, u.RawFragment = "", ""
	return []*url.URL{u}, nil
}

func urlReason(err error) string {
	if e, ok := err.(*url.Error); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// likelyPlain guesses that an address without a scheme speaks plain HTTP: this
// machine, a private address, a bare name, or a port that is not TLS's.
func likelyPlain(text string) bool {
	hostport, _, _ := strings.Cut(text, "/")
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	if port != "" {
		return port != "443" && port != "8443"
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost")
}

// candidates are the places a card may be at, in the order to try: those of the
// version wanted first, if one is. A bare origin is asked itself last, since it
// mostly serves a web page.
func candidates(base *url.URL, want a2a.Version) []*url.URL {
	path := strings.TrimSuffix(base.Path, "/")
	at := func(p string) *url.URL {
		u := *base
		u.Path, u.RawPath, u.RawQuery = p, "", ""
		return &u
	}
	var list []*url.URL
	if path != "" {
		list = append(list, base)
		if strings.HasSuffix(path, ".json") {
			path = path[:strings.LastIndex(path, "/")]
			path = strings.TrimSuffix(path, "/.well-known")
		}
	}
	first, second := newCardPath, oldCardPath
	if v, ok := registry.Of(want); ok && v.WellKnown()[0] == oldCardPath {
		first, second = second, first
	}
	list = append(list, at(path+first), at(first), at(path+second), at(second), at(path+jsCardPath))
	if base.Path == "" || base.Path == "/" {
		root := *base
		root.Path = "/"
		list = append(list, &root)
	}
	return list
}
