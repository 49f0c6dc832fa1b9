package a2a

import (
	"maps"
	"slices"
	"strings"
)

// Wants says what a card requires of who calls, in the names that it gives its
// schemes, with their kinds where the names do not say them: "bearer, or
// basic and k (API key)". It is "" when it requires nothing, or lets callers in
// without. A nil card requires nothing.
func (c *Card) Wants() string {
	if c == nil {
		return ""
	}
	var any []string
	for _, r := range c.Security {
		if len(r) == 0 {
			return ""
		}
		names := slices.Sorted(maps.Keys(r))
		for i, name := range names {
			names[i] += c.kindOf(name)
		}
		any = append(any, strings.Join(names, " and "))
	}
	return strings.Join(any, ", or ")
}

// schemeKinds are words for the kinds of schemes, by the letters of a type or of
// a name that says it.
var schemeKinds = []struct{ in, word string }{
	{"bearer", "bearer token"}, {"basic", "basic authentication"}, {"apikey", "API key"},
	{"oauth", "OAuth 2"}, {"openid", "OpenID Connect"}, {"mutualtls", "client certificate"},
}

// kindOf is the kind of a scheme in brackets, "" where its name says it or the
// card does not.
func (c *Card) kindOf(name string) string {
	i := slices.IndexFunc(c.SecuritySchemes, func(s SecurityScheme) bool { return s.Name == name })
	if i < 0 {
		return ""
	}
	letters := strings.NewReplacer("_", "", "-", "", " ", "")
	typ := strings.ToLower(letters.Replace(c.SecuritySchemes[i].Type + c.SecuritySchemes[i].HTTPScheme))
	for _, k := range schemeKinds {
		if strings.Contains(typ, k.in) {
			if strings.Contains(strings.ToLower(letters.Replace(name)), k.in) {
				return ""
			}
			return " (" + k.word + ")"
		}
	}
	return ""
}
