package words

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Binding returns the name of an interface's binding.
func Binding(f a2a.Interface) string { return cmp.Or(f.Binding.Word(), f.Custom) }

// Versions lists versions: "0.3, 1.0".
func Versions(versions []a2a.Version) string {
	list := make([]string, len(versions))
	for i, v := range versions {
		list[i] = string(v)
	}
	return strings.Join(list, ", ")
}

// Status formats an HTTP status, or a dash for 0: no response.
func Status(status int) string {
	if status == 0 {
		return "–"
	}
	return strconv.Itoa(status)
}

// Scheme describes what a security scheme requires.
func Scheme(s a2a.SecurityScheme) string {
	switch strings.ToLower(s.Type) {
	case "apikey":
		return "API key, sent as " + clip.Runes(OneLine(s.In), 20) + " " + clip.Runes(OneLine(s.Param), 60)
	case "http":
		return "HTTP " + clip.Runes(OneLine(s.HTTPScheme), 30) + " in the Authorization header"
	case "oauth2":
		return "OAuth 2"
	case "openidconnect":
		return "OpenID Connect"
	case "mutualtls":
		return "mutual TLS"
	}
	return clip.Runes(OneLine(s.Type), 60)
}
