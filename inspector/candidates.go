package inspector

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	newCardPath = "/.well-known/agent-card.json" // 0.3 and later
	oldCardPath = "/.well-known/agent.json"      // 0.1 and 0.2
	jsCardPath  = "/agent-card"                  // seen in a 0.1 sample client
)

// Bases returns the base URLs that typed text may mean, in the order in which Discover tries them. Text with a
// scheme has one. Text without has two, http first if guessPlainHTTP says so, otherwise https first.
func Bases(text string) ([]*url.URL, error) {
	if text == "" {
		return nil, fmt.Errorf("no address given: type a host, a URL, or paste a card")
	}
	typed := []string{text}
	if !strings.Contains(text, "://") {
		if why := explainMisspelling(text); why != "" {
			return nil, fmt.Errorf("cannot use %q: %s", text, why)
		}
		if strings.HasPrefix(text, ":") {
			text = "127.0.0.1" + text
		}
		typed = []string{"https://" + text, "http://" + text}
		if guessPlainHTTP(text) {
			slices.Reverse(typed)
		}
	}
	bases := make([]*url.URL, len(typed))
	for i, s := range typed {
		u, err := url.Parse(s)
		if err != nil {
			return nil, fmt.Errorf("read address %q: %s", text, errorText(err))
		}
		if err := checkBase(text, u); err != nil {
			return nil, err
		}
		bases[i] = u
	}
	return bases, nil
}

// explainMisspelling says what is wrong with an address without :// that would be mistaken for another one.
func explainMisspelling(text string) string {
	host, _, _ := strings.Cut(text, "/")
	scheme, after, _ := strings.Cut(strings.ToLower(host), ":")
	switch {
	case strings.Contains(host, "@"): // refused below, with its own message
	case (scheme == "http" || scheme == "https") && (after == "" || strings.Contains(after, ":") || strings.Contains(after, ".")):
		return "two slashes must follow the scheme, as in " + scheme + "://host:port/path"
	case strings.Count(host, ":") > 1 && !strings.HasPrefix(host, "["):
		return "write an IPv6 address in brackets, as in [::1]:9000"
	}
	return ""
}

func checkBase(text string, u *url.URL) error {
	port, err := strconv.Atoi(u.Port())
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("cannot use %q: only http and https addresses are fetched", text)
	case u.Hostname() == "":
		return fmt.Errorf("address %q has no host: write it as http://host:port/path", text)
	case u.Port() != "" && (err != nil || port < 1 || port > 65535):
		return fmt.Errorf("address %q cannot be called: its port must be a number from 1 to 65535", text)
	case strings.Contains(u.Hostname(), "%"):
		return fmt.Errorf("address %q cannot be called: an address with a zone (the part after %%) is link-local; give another address of that machine", text)
	case strings.Contains(text, "#"):
		return fmt.Errorf("address %q cannot be called as it is: the part after # is never sent; remove it", text)
	case u.User != nil:
		return fmt.Errorf("the address has a user name before its host, which would be recorded: remove it, and give an Authorization header")
	}
	return nil
}

// SplitTapAddress splits the address of an agent to tap into its origin, which the tap forwards to, and the
// agent's path below it ("" for none). Clients send the path themselves, so the tap's address includes it.
// The scheme defaults to http. It refuses addresses that a tap cannot have, such as one with a query.
func SplitTapAddress(typed string) (origin, path string, err error) {
	text := strings.TrimSpace(typed)
	if strings.HasPrefix(text, ":") {
		text = "127.0.0.1" + text
	}
	if !strings.Contains(text, "://") {
		if why := explainMisspelling(text); why != "" {
			return "", "", fmt.Errorf("cannot tap %q: %s", typed, why)
		}
		text = "http://" + text
	}
	bases, err := Bases(text)
	if err != nil {
		return "", "", err
	}
	u := bases[0]
	if u.RawQuery != "" || u.ForceQuery {
		return "", "", fmt.Errorf("cannot tap %q: a tap has no query of its own, but passes on that of each request; remove the query, and give it to your client", typed)
	}
	if path = u.EscapedPath(); path == "/" {
		path = ""
	}
	return wire.URLOrigin(u), path, nil
}

// CardBase returns the path below which an agent lives, given the URL of its card; "" for the root.
func CardBase(card string) string {
	u, err := url.Parse(card)
	if err != nil {
		return ""
	}
	path := u.EscapedPath()
	for _, known := range []string{newCardPath, oldCardPath, jsCardPath, "/"} {
		if base, ok := strings.CutSuffix(path, known); ok {
			return base
		}
	}
	return path
}

// FirstAddress returns the address that discovery of input tries first, without its query. Credentials given
// along with input belong to that address. It returns "" for pasted JSON and for anything that is not an address.
func FirstAddress(input string) string {
	bases, err := Bases(input)
	if err != nil {
		return ""
	}
	u := *bases[0]
	u.RawQuery = ""
	if u.Path == "/" {
		u.Path = ""
	}
	return u.String()
}

// guessPlainHTTP guesses whether an address without a scheme speaks plain HTTP: this machine, a private
// address, a bare name, or a port other than 443 and 8443.
func guessPlainHTTP(text string) bool {
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

// candidates returns the URLs where the card may be, in the order to try them, starting with those of the
// wanted version, if any. The bare origin comes last, because it usually serves a web page. For the URL of a
// .json file it stays within that agent's path, because the card at the origin may belong to another agent.
func candidates(base *url.URL, want a2a.Version) []*url.URL {
	path, file := strings.TrimSuffix(base.EscapedPath(), "/"), false
	at := func(p string) *url.URL {
		u := *base
		plain, _ := url.PathUnescape(p) // EscapedPath always unescapes
		u.Path, u.RawPath, u.RawQuery = plain, p, ""
		return &u
	}
	var list []*url.URL
	if path != "" {
		list = append(list, base)
		if file = strings.HasSuffix(path, ".json"); file {
			path = path[:strings.LastIndex(path, "/")]
			path = strings.TrimSuffix(path, "/.well-known")
		}
	}
	first, second := newCardPath, oldCardPath
	if v, ok := registry.ByName(want); ok && v.WellKnown()[0] == oldCardPath {
		first, second = second, first
	}
	if file {
		list = append(list, at(path+first), at(path+second), at(path+jsCardPath))
	} else {
		list = append(list, at(path+first), at(first), at(path+second), at(second), at(path+jsCardPath))
	}
	if base.Path == "" || base.Path == "/" {
		root := *base
		root.Path = "/"
		list = append(list, &root)
	}
	return list
}
