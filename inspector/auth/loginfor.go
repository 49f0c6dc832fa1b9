package auth

import (
	"slices"
	"strings"
)

// LoginFor is the sign-in by a scheme's flow with what the card says of it. The
// caller adds who the client is.
func LoginFor(s Scheme, flow Flow) Login {
	l := Login{Scheme: s.Name, Kind: s.Kind, Flow: flow}
	l.Provider.Scopes = slices.Clone(s.Scopes)
	for _, o := range s.Flows {
		if o.Flow == flow {
			l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = o.Authorization, o.Token, o.DeviceStart
		}
	}
	if missing := l.Provider.Token == ""; missing || s.Kind == OpenID {
		l.Metadata = s.Metadata
	}
	return l
}

// MetadataURL is where an issuer describes itself, when a person gives only its
// name (OpenID Connect Discovery 1.0 §4.1).
func MetadataURL(issuer string) string {
	if strings.Contains(issuer, "/.well-known/") {
		return issuer
	}
	return strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
}
