package agents

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/auth"
)

// SignInForm reads the forms of signin.templ from the request that submits them.
type SignInForm struct{ *http.Request }

func (f SignInForm) Text(name string) string { return strings.TrimSpace(f.FormValue(name)) }

func (f SignInForm) isChecked(name string) bool { return f.FormValue(name) != "" }

func (f SignInForm) Credential(s auth.Scheme) auth.Credential {
	c := auth.Credential{Scheme: s.Name, Kind: s.Kind, In: s.In, Param: s.Param, User: f.Text("user"), Secret: f.Text("secret"), Remember: f.isChecked("remember")}
	switch c.Kind {
	case auth.Basic:
		c.Secret = f.FormValue("secret") // a password may begin with a space
	case auth.Bearer:
		c.Secret = strings.TrimSpace(strings.TrimPrefix(c.Secret, "Bearer "))
	case auth.APIKey:
		if c.Param == "" {
			c.In, c.Param = f.Text("in"), f.Text("param")
		}
	}
	return c
}

func (f SignInForm) Login(s auth.Scheme) auth.Login {
	l := auth.LoginFor(s, auth.Flow(f.Text("flow")))
	p := &l.Provider
	p.ClientID, p.ClientSecret, p.Scopes = f.Text("client"), f.FormValue("secret"), strings.Fields(f.Text("scopes"))
	l.Redirect, l.Remember = f.Text("redirect"), f.isChecked("remember")
	if issuer := f.Text("issuer"); issuer != "" {
		l.UseIssuer(issuer)
	}
	return l
}

func (f SignInForm) TLS() auth.TLSSettings {
	return auth.TLSSettings{CA: f.Text("ca"), Cert: f.Text("cert"), Key: f.Text("key"), Insecure: f.isChecked("insecure"), Remember: f.isChecked("remember")}
}
