package agents

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
)

func FirstCredential(kind, name, secret string) auth.Credential {
	switch kind {
	case "basic":
		return auth.Credential{Scheme: "basic", Kind: auth.Basic, User: name, Secret: secret}
	case "header", "query", "cookie":
		return auth.Credential{Scheme: "api-key", Kind: auth.APIKey, In: kind, Param: name, Secret: strings.TrimSpace(secret)}
	}
	return auth.Credential{Scheme: "bearer", Kind: auth.Bearer, Secret: strings.TrimSpace(strings.TrimPrefix(secret, "Bearer "))}
}

// WantsCredentials reports whether an address asked for credentials before it
// showed a card, and whether TLS may be why nothing came.
func WantsCredentials(d *inspector.Discovery) (credentials, tls bool) {
	if d == nil {
		return false, false
	}
	for _, p := range d.Trail {
		credentials = credentials || p.Status == http.StatusUnauthorized || p.Status == http.StatusForbidden
		tls = tls || p.Status == 0 && strings.HasPrefix(p.URL, "https://") && !strings.Contains(p.Note, "connection refused")
	}
	return credentials, tls
}

// tlsMark changes when how TLS is spoken does, so that the form begins anew.
func tlsMark(v *SignIn) string {
	var all []string
	for _, a := range v.Accounts {
		if a.TLS != nil {
			all = append(all, a.Agent, a.TLS.CA, a.TLS.Client, a.TLS.Expires.String())
		}
	}
	return signInID(all...)
}
