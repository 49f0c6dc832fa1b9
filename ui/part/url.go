package part

import (
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// TaskURL is the page of a task.
func TaskURL(id string) templ.SafeURL {
	return templ.SafeURL("/tasks/" + url.PathEscape(id))
}

// Outside returns a URL an agent wrote when a person may open it: absolute,
// http or https, with a host and without user or password. Else "".
func Outside(raw string) templ.SafeURL {
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
