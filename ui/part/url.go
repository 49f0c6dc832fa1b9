package part

import (
	"context"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// TaskURL returns the URL of an agent's task. Without an agent, it leads to the task of that id
// with the newest exchanges.
func TaskURL(id, agent string) string {
	at := "/tasks/" + url.PathEscape(id)
	if agent != "" {
		at += "?" + url.Values{"agent": {agent}}.Encode()
	}
	return at
}

// CheckURL is a check's place in the list of all checks, with its rule, its fix and its mute.
func CheckURL(id string) string {
	return "/checks?" + url.Values{"q": {id}}.Encode() + "#check-" + url.PathEscape(id)
}

type linksKey struct{}

// WithLinks allows links to addresses that agents name. Without it, those
// addresses are drawn as text.
func WithLinks(ctx context.Context) context.Context {
	return context.WithValue(ctx, linksKey{}, true)
}

func links(ctx context.Context) bool { return ctx.Value(linksKey{}) != nil }

// Outside returns a URL from an agent if links are allowed and it is followable; else "".
func Outside(ctx context.Context, raw string) templ.SafeURL {
	if !links(ctx) {
		return ""
	}
	return followable(raw)
}

// followable returns a URL that is absolute, http or https, with a host and without
// user or password; else "".
func followable(raw string) templ.SafeURL {
	if len(raw) > 4096 || strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil {
		return ""
	}
	if s := strings.ToLower(u.Scheme); s != "http" && s != "https" {
		return ""
	}
	return templ.SafeURL(u.String())
}
