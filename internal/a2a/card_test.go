package a2a

import "testing"

// TestWants: requirements use the card's names, and the kind where a name does not show it.
func TestWants(t *testing.T) {
	c := &Card{
		SecuritySchemes: []SecurityScheme{
			{Name: "b", Type: "http", HTTPScheme: "Bearer"}, {Name: "my-API-key", Type: "apiKey"}, {Name: "login", Type: "openIdConnect"},
			{Name: "oauth", Type: "oauth2"}, {Name: "cert", Type: "mutualTLS"}, {Name: "odd", Type: "http", HTTPScheme: "hoba"},
		},
		Security: []Requirement{{"b": nil, "my-API-key": nil}, {"login": nil}, {"oauth": nil}, {"cert": nil}, {"odd": nil}, {"unknown": nil}},
	}
	if got, want := c.Requirements(), "b (bearer token) and my-API-key, or login (OpenID Connect), or OAuth 2, or cert (client certificate), or odd, or unknown"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.Security = append(c.Security, Requirement{})
	if got := c.Requirements(); got != "" {
		t.Errorf("a card that lets callers in without wants %q", got)
	}
}
