package auth

import "strings"

// Kind is how a scheme works.
type Kind string

const (
	Bearer Kind = "bearer"    // a token in the Authorization header
	Basic  Kind = "basic"     // name and password in the Authorization header
	APIKey Kind = "apiKey"    // a key in a header, query parameter or cookie
	OAuth2 Kind = "oauth2"    // a bearer token from an authorization server
	OpenID Kind = "openid"    // the same, with the server's addresses found by discovery
	MTLS   Kind = "mutualTLS" // a client certificate
	Other  Kind = "other"     // something the console cannot do
)

// kindOf reads a scheme's type as any version writes it; 0.1 has only names.
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
	return Other
}

// Flow is how a token is got from an authorization server.
type Flow string

const (
	Code   Flow = "authorizationCode"
	Client Flow = "clientCredentials"
	Device Flow = "deviceCode"
)
