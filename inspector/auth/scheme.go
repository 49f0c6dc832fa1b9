package auth

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Kind is the kind of a security scheme, the same for all versions of A2A.
type Kind string

const (
	Bearer          Kind = "bearer"    // a token in the Authorization header
	Basic           Kind = "basic"     // name and password in the Authorization header
	APIKey          Kind = "apiKey"    // a key in a header, query parameter or cookie
	OAuth2          Kind = "oauth2"    // a bearer token from an authorization server
	OpenID          Kind = "openid"    // like OAuth2, with the server's addresses found by discovery
	MTLS            Kind = "mutualTLS" // a client certificate
	UnsupportedKind Kind = "other"     // something the console cannot do
)

// kindOf maps a scheme's type, as any version writes it, to a Kind. In 0.1 a scheme is only a name.
func kindOf(typ, httpScheme string) Kind {
	switch strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(typ)) {
	case "http":
		switch strings.ToLower(httpScheme) {
		case "bearer":
			return Bearer
		case "basic":
			return Basic
		}
	case "bearer", "bearertoken", "jwt":
		return Bearer
	case "basic", "httpbasic":
		return Basic
	case "apikey":
		return APIKey
	case "oauth2", "oauth":
		return OAuth2
	case "openidconnect", "oidc":
		return OpenID
	case "mutualtls", "mtls":
		return MTLS
	}
	return UnsupportedKind
}

// Flow is an OAuth flow.
type Flow string

const (
	AuthorizationCode Flow = "authorizationCode"
	ClientCredentials Flow = "clientCredentials"
	DeviceCode        Flow = "deviceCode"
)

// Scheme is a security scheme of a card, in one form for all versions.
type Scheme struct {
	Name        string // in the card
	Kind        Kind
	CardType    string // type as written in the card
	Description string
	In, Param   string      // APIKey: header, query or cookie, and the name there
	Format      string      // Bearer: bearerFormat, as a hint
	Flows       []FlowOffer // OAuth2: what the card offers, AuthorizationCode first
	Metadata    string      // OAuth2: oauth2MetadataUrl; OpenID: openIdConnectUrl
	Scopes      []string    // required by the card
}

// FlowOffer is an OAuth flow with the addresses that the card gives.
type FlowOffer struct {
	Flow          Flow
	Authorization string
	Token         string
	DeviceStart   string
	Scopes        []Scope // by name
	PKCE          bool    // the card says that PKCE is required; we always use it
}

// Scope is a scope that a client can request.
type Scope struct{ Name, Description string }

// Limits on what is read from a card.
const (
	maxSchemes = 20
	maxScopes  = 50
)

// Schemes lists the security schemes of a card in its order; nil for a nil card.
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
		Name: s.Name, Kind: kindOf(s.Type, s.HTTPScheme), CardType: s.Type, Description: s.Description,
		In: strings.ToLower(s.In), Param: s.Param,
	}
	if s.HTTPScheme != "" {
		out.CardType = s.HTTPScheme
	}
	for _, r := range card.Security {
		for _, scope := range r[s.Name] {
			if !slices.Contains(out.Scopes, scope) && len(out.Scopes) < maxScopes {
				out.Scopes = append(out.Scopes, scope)
			}
		}
	}
	raw := schemeMembers(s.Raw)
	out.Format = raw.text("bearerFormat")
	switch out.Kind {
	case OAuth2:
		out.Metadata, out.Flows = raw.text("oauth2MetadataUrl"), offers(raw.object("flows"))
	case OpenID:
		out.Metadata = raw.text("openIdConnectUrl")
	case APIKey:
		// 0.1 only names the scheme, so the person says where the key goes.
		if !slices.Contains([]string{"header", "query", "cookie"}, out.In) || out.Param == "" {
			out.In, out.Param = "", ""
		}
	}
	return out
}

// schemeMembers reads the members of a scheme that a2a.SecurityScheme has no field for. 0.2 and 0.3 have them at
// the top, 1.0 inside a wrapper, and early SDKs inside a short name.
func schemeMembers(raw json.RawMessage) members {
	scheme := membersOf(raw)
	for _, w := range []string{
		"oauth2SecurityScheme", "openIdConnectSecurityScheme", "httpAuthSecurityScheme", "apiKeySecurityScheme",
		"oauth2", "openIdConnect", "http", "apiKey",
	} {
		if inner := scheme.object(w); inner != nil {
			return inner
		}
	}
	return scheme
}

func offers(flows members) (out []FlowOffer) {
	for _, flow := range []Flow{AuthorizationCode, DeviceCode, ClientCredentials} {
		f := flows.object(string(flow))
		if f == nil {
			continue
		}
		o := FlowOffer{
			Flow: flow, Authorization: f.text("authorizationUrl"), Token: f.text("tokenUrl"),
			DeviceStart: f.text("deviceAuthorizationUrl"), PKCE: string(f.get("pkceRequired")) == "true",
		}
		scopes := membersOf(f.get("scopes"))
		for _, name := range slices.Sorted(maps.Keys(scopes)) {
			if len(o.Scopes) < maxScopes {
				o.Scopes = append(o.Scopes, Scope{name, scopes.text(name)})
			}
		}
		out = append(out, o)
	}
	return out
}

// members are the members of a JSON object. Lookup also accepts protobuf names (token_url), which some writers
// keep. A member of the wrong type is skipped here; reading the card reports it.
type members map[string]json.RawMessage

func membersOf(raw json.RawMessage) (m members) {
	_ = json.Unmarshal(raw, &m)
	return m
}

func (m members) get(name string) json.RawMessage {
	if v, ok := m[name]; ok {
		return v
	}
	for _, n := range slices.Sorted(maps.Keys(m)) {
		if strings.EqualFold(strings.ReplaceAll(n, "_", ""), name) {
			return m[n]
		}
	}
	return nil
}

func (m members) text(name string) (s string) {
	_ = json.Unmarshal(m.get(name), &s)
	return s
}

func (m members) object(name string) members { return membersOf(m.get(name)) }

// Combinations lists the combinations of schemes that a card accepts, each sorted by name; nil if it requires
// none.
func Combinations(card *a2a.Card) (out [][]string) {
	if card == nil {
		return nil
	}
	for _, r := range card.Security[:min(len(card.Security), maxSchemes)] {
		out = append(out, slices.Sorted(maps.Keys(r)))
	}
	return out
}
