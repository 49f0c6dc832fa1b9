package jsonio

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Wrapped reads and writes a card's security as ProtoJSON has it: each scheme in
// a member that names its type, the names of a requirement in schemes, their
// scopes in list. The rules say what a problem refers to.
type Wrapped struct {
	Version     string                    // by name: "1.0"
	Rule        func(message string) Rule // of a scheme, by its proto message
	Flow        Rule                      // of OAuth flows
	Requirement Rule                      // of requirements that are not wrapped
	Undeclared  Rule                      // of requirements that name no scheme
	Null        Rule                      // of null where a list belongs
	Device      bool                      // the version has the flow deviceCode
}

// wrapper is a member that holds a security scheme of one type; short is the
// name that early SDKs gave it.
type wrapper struct{ member, short, kind, message string }

func wrappers() []wrapper {
	return []wrapper{
		{"apiKeySecurityScheme", "apiKey", "apiKey", "APIKeySecurityScheme"},
		{"httpAuthSecurityScheme", "http", "http", "HTTPAuthSecurityScheme"},
		{"oauth2SecurityScheme", "oauth2", "oauth2", "OAuth2SecurityScheme"},
		{"openIdConnectSecurityScheme", "openIdConnect", "openIdConnect", "OpenIdConnectSecurityScheme"},
		{"mtlsSecurityScheme", "mutualTLS", "mutualTLS", "MutualTlsSecurityScheme"},
	}
}

// form is the rule for a member of the wrong JSON type.
func (v Wrapped) form(message string) Rule {
	r := v.Rule(message)
	r.Check = ""
	return r
}

// ReadSchemes reads the member securitySchemes.
func (v Wrapped) ReadSchemes(n Node) []a2a.SecurityScheme {
	all, ok := n.Object(v.form("SecurityScheme"))
	if !ok {
		return nil
	}
	var schemes []a2a.SecurityScheme
	for _, m := range all.Members() {
		if o, ok := m.Object(v.Rule("SecurityScheme")); ok {
			schemes = append(schemes, v.readScheme(m.Name(), o))
		}
	}
	return schemes
}

func (v Wrapped) readScheme(name string, o Object) a2a.SecurityScheme {
	s := a2a.SecurityScheme{Name: name, Raw: o.Raw()}
	found := 0
	for _, w := range wrappers() {
		if inner, ok := o.Get(w.member).Object(v.form("SecurityScheme")); ok {
			if found++; found == 1 {
				s.Type = w.kind
				v.readMembers(inner, &s, w.message)
			}
		}
	}
	if found == 1 {
		return s
	}
	o.Report(v.Rule("SecurityScheme"), fmt.Sprintf("A security scheme has exactly one of five wrapper members such as httpAuthSecurityScheme; this one has %d.", found))
	if found > 1 {
		return s
	}
	s.Type = o.String("type", v.form("SecurityScheme"))
	inner := o
	for _, w := range wrappers() {
		if short, ok := o.Get(w.short).Object(v.form("SecurityScheme")); ok {
			s.Type, inner = w.kind, short
		}
	}
	v.readMembers(inner, &s, "SecurityScheme")
	return s
}

func (v Wrapped) readMembers(o Object, s *a2a.SecurityScheme, message string) {
	form, required := v.form(message), v.Rule(message)
	s.Description = o.String("description", form)
	switch s.Type {
	case "apiKey":
		if s.In = o.String("location", form); s.In == "" {
			s.In = o.String("in", form)
		}
		s.Param = o.String("name", form)
		if s.In == "" || s.Param == "" {
			o.Require(required, "location", "name")
		}
	case "http":
		o.Require(required, "scheme")
		s.HTTPScheme = o.String("scheme", form)
	case "openIdConnect":
		o.Require(required, "openIdConnectUrl")
	case "oauth2":
		v.readFlows(o)
	}
}

// flow is an OAuth flow with its required members.
type flow struct {
	name string
	need []string
}

func (v Wrapped) flows() []flow {
	all := []flow{
		{"authorizationCode", []string{"authorizationUrl", "tokenUrl", "scopes"}},
		{"clientCredentials", []string{"tokenUrl", "scopes"}},
		{"implicit", nil},
		{"password", nil},
	}
	if v.Device {
		all = append(all, flow{"deviceCode", []string{"deviceAuthorizationUrl", "tokenUrl", "scopes"}})
	}
	return all
}

func (v Wrapped) readFlows(o Object) {
	o.Require(v.Flow, "flows")
	flows, ok := o.Get("flows").Object(v.Flow)
	if !ok {
		return
	}
	found := 0
	for _, f := range v.flows() {
		m := flows.Get(f.name)
		if !m.Exists() {
			continue
		}
		found++
		if o, ok := m.Object(v.Flow); ok {
			o.Require(v.Flow, f.need...)
		}
	}
	if found != 1 {
		flows.Report(v.Flow, fmt.Sprintf("An OAuth scheme has exactly one flow; this one has %d.", found))
	}
}
