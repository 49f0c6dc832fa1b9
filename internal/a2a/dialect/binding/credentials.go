package binding

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// HasCredentials reports whether a request has credentials, masked or not, in headers or a query:
// under well-known names or where the card's schemes put them. Empty ones do not count. card may be
// nil.
func HasCredentials(h http.Header, url string, card *a2a.Card) bool {
	for name := range h {
		if redact.IsSecretName(name) && isFilled(h.Values(name)) {
			return true
		}
	}
	for name, values := range wire.QueryOf(url) {
		if redact.IsSecretName(name) && isFilled(values) {
			return true
		}
	}
	return card != nil && slices.ContainsFunc(card.SecuritySchemes, func(s a2a.SecurityScheme) bool {
		has, _ := meets(s, h, url)
		return has
	})
}

// Signed is HasCredentials for a recorded exchange. A redaction also shows that there were credentials.
func Signed(x *wire.Exchange, card *a2a.Card) bool {
	return HasCredentials(x.Request.Header, x.URL, card) || slices.ContainsFunc(x.Redactions, func(r wire.Redaction) bool { return r.Place == "request.header" || r.Place == "url" })
}

// Meets reports whether a request has all credentials of one of the card's alternatives. known is false where
// the card does not say where a credential goes, as for a client certificate.
func Meets(card *a2a.Card, h http.Header, url string) (meetsOne, known bool) {
	if card.Requirements() == "" {
		return true, true
	}
	known = true
	for _, alternative := range card.Security {
		all := true
		for name := range alternative {
			i := slices.IndexFunc(card.SecuritySchemes, func(s a2a.SecurityScheme) bool { return s.Name == name })
			if i < 0 {
				return false, false
			}
			has, says := meets(card.SecuritySchemes[i], h, url)
			all, known = all && has, known && says
		}
		if all {
			return true, true
		}
	}
	return false, known
}

// meets reports whether a request has a value where a scheme puts its credential, and whether the scheme says
// where that is.
func meets(s a2a.SecurityScheme, h http.Header, url string) (has, known bool) {
	switch kind := strings.ToLower(s.Type); {
	case kind == "apikey" && s.Param == "":
		return false, false
	case kind == "apikey" && s.In == "header":
		return isFilled(h.Values(s.Param)), true
	case kind == "apikey" && s.In == "query":
		return isFilled(wire.QueryOf(url)[s.Param]), true
	case kind == "apikey" && s.In == "cookie":
		_, err := (&http.Request{Header: h}).Cookie(s.Param)
		return err == nil, true
	case kind == "http", kind == "oauth2", kind == "openidconnect", kind == "bearer", kind == "basic":
		said, _, _ := strings.Cut(h.Get("Authorization"), " ")
		return isFilled(h.Values("Authorization")) && (s.HTTPScheme == "" || strings.EqualFold(said, s.HTTPScheme)), true
	}
	return false, false
}

// isFilled reports whether one of values is more than the name of an authentication scheme.
func isFilled(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		v = strings.ToLower(strings.TrimSpace(v))
		return v != "" && v != "bearer" && v != "basic"
	})
}
