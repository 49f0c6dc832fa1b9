package child

import (
	"net/url"
	"os"
	"strings"
)

// Redirect is an origin, scheme://host[:port], and the one that a program is to call instead.
type Redirect struct{ From, To string }

// Apply replaces the origins of redirects in a text: an argument, or the value of a variable. It finds them as URLs,
// and as host:port where they have a port; localhost and 127.0.0.1 are one.
func Apply(list []Redirect, text string) string {
	for _, r := range list {
		for _, form := range r.forms() {
			text = replaceWhole(text, form[0], form[1])
		}
	}
	return text
}

// forms returns how an address may be written, with what takes its place. URLs come first, because they contain the
// other form.
func (r Redirect) forms() (out [][2]string) {
	from, err := url.Parse(r.From)
	if err != nil {
		return nil
	}
	hosts := []string{from.Host}
	switch name := from.Hostname(); name {
	case "127.0.0.1":
		hosts = append(hosts, "localhost"+strings.TrimPrefix(from.Host, name))
	case "localhost":
		hosts = append(hosts, "127.0.0.1"+strings.TrimPrefix(from.Host, name))
	}
	for _, h := range hosts {
		out = append(out, [2]string{from.Scheme + "://" + h, r.To})
	}
	if _, to, ok := strings.Cut(r.To, "://"); ok && from.Port() != "" && from.Scheme == "http" {
		for _, h := range hosts {
			out = append(out, [2]string{h, to})
		}
	}
	return out
}

// replaceWhole replaces old where it is no part of a longer name or number.
func replaceWhole(text, old, with string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, old)
		if i < 0 || old == "" {
			return b.String() + text
		}
		end := i + len(old)
		isOtherScheme := !strings.Contains(old, "//") && strings.HasSuffix(text[:i], "//") && !strings.HasSuffix(text[:i], "///")
		isPart := isOtherScheme || i > 0 && isNamePart(text[i-1]) || end < len(text) && (isNamePart(text[end]) || isPort(text[end:]))
		b.WriteString(text[:i])
		if isPart {
			b.WriteString(old)
		} else {
			b.WriteString(with)
		}
		text = text[end:]
	}
}

// isPort reports whether a text begins with a port.
func isPort(text string) bool {
	return len(text) > 1 && text[0] == ':' && text[1] >= '0' && text[1] <= '9'
}

func isNamePart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._@", c) >= 0
}

// WithoutProxy returns the variables that keep a program's calls to this machine, where the taps are, off a proxy;
// none if it has no proxy.
func WithoutProxy() (env []string) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"} {
		if os.Getenv(name) == "" {
			continue
		}
		for _, no := range []string{"NO_PROXY", "no_proxy"} {
			env = append(env, no+"="+strings.TrimPrefix(os.Getenv(no)+",127.0.0.1,localhost", ","))
		}
		break
	}
	return env
}
