package ui

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
)

// signInFirst takes the credentials that the connect form brings, when the
// address had asked for some.
func (s *Server) signInFirst(r *http.Request, input string) error {
	f := signInForm{r}
	at := inspector.FirstAddress(input)
	if s.Wallet == nil || at == "" {
		return nil
	}
	var err error
	if t := f.tls(); t != (auth.TLS{}) {
		err = s.Wallet.PutTLS(at, t)
	}
	if secret := f.r.FormValue("auth-secret"); err == nil && secret != "" {
		err = s.Wallet.Put(at, firstCredential(f.text("auth-kind"), f.text("auth-name"), secret))
	}
	if err != nil {
		return fail(http.StatusConflict, "These credentials cannot be used.", sentenceOf(err.Error()), "Change what is wrong and try again.")
	}
	return nil
}

// signInFound files credentials that the connect form brought for the agent that
// was found.
func (s *Server) signInFound(input string, d *inspector.Discovery) error {
	at := inspector.FirstAddress(input)
	if s.Wallet == nil || at == "" {
		return nil
	}
	agent, ok := auth.Found(at, d)
	if !ok {
		return nil
	}
	return s.Wallet.Move(at, agent)
}

func firstCredential(kind, name, secret string) auth.Credential {
	switch kind {
	case "basic":
		return auth.Credential{Scheme: "basic", Kind: auth.Basic, User: name, Secret: secret}
	case "header", "query", "cookie":
		return auth.Credential{Scheme: "api-key", Kind: auth.APIKey, In: kind, Param: name, Secret: strings.TrimSpace(secret)}
	}
	return auth.Credential{Scheme: "bearer", Kind: auth.Bearer, Secret: strings.TrimSpace(strings.TrimPrefix(secret, "Bearer "))}
}

// wantsCredentials reports whether an address asked for credentials before it
// showed a card, and whether TLS may be why nothing came.
func wantsCredentials(d *inspector.Discovery) (credentials, tls bool) {
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
func tlsMark(v *signIn) string {
	var all []string
	for _, a := range v.Accounts {
		if a.TLS != nil {
			all = append(all, a.Agent, a.TLS.CA, a.TLS.Client, a.TLS.Expires.String())
		}
	}
	return signInID(all...)
}
