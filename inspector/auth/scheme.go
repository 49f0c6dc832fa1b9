package auth

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Scheme is one way to sign in, in one form for all versions.
type Scheme struct {
	Name        string // in the card
	Kind        Kind
	Said        string // the type as the card writes it
	Description string
	In, Param   string   // APIKey: header, query or cookie, and its name
	Format      string   // Bearer: bearerFormat, as a hint
	Flows       []Offer  // OAuth2: what the card offers, Code first
	Metadata    string   // OAuth2: oauth2MetadataUrl; OpenID: openIdConnectUrl
	Scopes      []string // that the card's requirements ask for
}

// Offer is an OAuth flow with its addresses, as the card gives them.
type Offer struct {
	Flow          Flow
	Authorization string
	Token         string
	DeviceStart   string
	Scopes        []Scope // by name
	PKCE          bool    // the card says that PKCE is required; it is used always
}

// Scope is a scope that can be asked for.
type Scope struct{ Name, Description string }

// maxSchemes and maxScopes bound what is read from a card.
const (
	maxSchemes = 20
	maxScopes  = 50
)

// Schemes lists the ways to sign in that a card names, in its order.
func Schemes(card *a2a.Card) []Scheme {
	if card == nil {
		return nil
	}
	var out []Scheme
	for _, s := range card.SecuritySchemes[:min(len(card.SecuritySchemes), maxSchemes)] {
		if !slices.ContainsFunc(out, func(o Scheme) bool { return o.Name == s.Name }) {
			out = append(out, schemeOf(s, card))
		}
	}
	return out
}

func schemeOf(s a2a.SecurityScheme, card *a2a.Card) Scheme {
	out := Scheme{
		Name: s.Name, Kind: kindOf(s.Type, s.HTTPScheme), Said: s.Type, Description: s.Description,
		In: strings.ToLower(s.In), Param: s.Param,
	}
	if s.HTTPScheme != "" {
		out.Said = s.HTTPScheme
	}
	for _, r := range card.Security {
		for _, scope := range r[s.Name] {
			if !slices.Contains(out.Scopes, scope) && len(out.Scopes) < maxScopes {
				out.Scopes = append(out.Scopes, scope)
			}
		}
	}
	raw := definition(s.Raw)
	out.Format = raw.BearerFormat
	switch out.Kind {
	case OAuth2:
		out.Metadata, out.Flows = raw.MetadataURL, raw.Flows.offers()
	case OpenID:
		out.Metadata = raw.OpenIDURL
	case APIKey:
		// 0.1 only names the scheme: the person says where the key goes.
		if !slices.Contains([]string{"header", "query", "cookie"}, out.In) || out.Param == "" {
			out.In, out.Param = "", ""
		}
	}
	return out
}

// rawScheme holds the members of a scheme's definition that the neutral card
// has no place for.
type rawScheme struct {
	BearerFormat string   `json:"bearerFormat"`
	OpenIDURL    string   `json:"openIdConnectUrl"`
	MetadataURL  string   `json:"oauth2MetadataUrl"`
	Flows        rawFlows `json:"flows"`
}

type rawFlows struct {
	Code   *rawFlow `json:"authorizationCode"`
	Client *rawFlow `json:"clientCredentials"`
	Device *rawFlow `json:"deviceCode"`
}

type rawFlow struct {
	Authorization string            `json:"authorizationUrl"`
	Token         string            `json:"tokenUrl"`
	Device        string            `json:"deviceAuthorizationUrl"`
	Scopes        map[string]string `json:"scopes"`
	PKCE          bool              `json:"pkceRequired"`
}

// definition reads a scheme as written: 0.2 and 0.3 have the members at its
// top, 1.0 inside one of the wrappers, early SDKs inside a short name.
func definition(raw json.RawMessage) rawScheme {
	var s rawScheme
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return s
	}
	for _, w := range []string{
		"oauth2SecurityScheme", "openIdConnectSecurityScheme", "httpAuthSecurityScheme", "apiKeySecurityScheme",
		"oauth2", "openIdConnect", "http", "apiKey",
	} {
		if inner := members[w]; len(inner) > 0 && inner[0] == '{' {
			raw = inner
			break
		}
	}
	// What does not fit is a finding of the card's reading; here it is not offered.
	_ = json.Unmarshal(raw, &s)
	return s
}

func (f rawFlows) offers() (out []Offer) {
	add := func(flow Flow, r *rawFlow) {
		if r == nil {
			return
		}
		o := Offer{Flow: flow, Authorization: r.Authorization, Token: r.Token, DeviceStart: r.Device, PKCE: r.PKCE}
		for _, name := range slices.Sorted(maps.Keys(r.Scopes)) {
			if len(o.Scopes) < maxScopes {
				o.Scopes = append(o.Scopes, Scope{name, r.Scopes[name]})
			}
		}
		out = append(out, o)
	}
	add(Code, f.Code)
	add(Device, f.Device)
	add(Client, f.Client)
	return out
}

// Combinations lists the combinations of schemes that a card accepts, each in the
// order of its names; nil when it asks for none.
func Combinations(card *a2a.Card) (out [][]string) {
	if card == nil {
		return nil
	}
	for _, r := range card.Security[:min(len(card.Security), maxSchemes)] {
		out = append(out, slices.Sorted(maps.Keys(r)))
	}
	return out
}
