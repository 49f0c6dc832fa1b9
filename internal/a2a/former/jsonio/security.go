package jsonio

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Wrapped reads and writes a card's security as ProtoJSON has it: each scheme in
// a member that names its type, the names of a requirement in schemes, their
// scopes in list. The rules say what a problem refers to.
type Wrapped struct {
	Version string                    // by name: "1.0"
	Rule    func(message string) Rule // of a scheme, by its proto message
	Flow    Rule                      // of OAuth flows
	Device  bool                      // the version has the flow deviceCode
}

// Wrapper is the Member that holds a security scheme of one Kind; Short is the name that
// early SDKs gave it.
type Wrapper struct{ Member, Short, Kind, message string }

// Wrappers are all there are. Callers do not change them.
var Wrappers = []Wrapper{
	{"apiKeySecurityScheme", "apiKey", "apiKey", "APIKeySecurityScheme"},
	{"httpAuthSecurityScheme", "http", "http", "HTTPAuthSecurityScheme"},
	{"oauth2SecurityScheme", "oauth2", "oauth2", "OAuth2SecurityScheme"},
	{"openIdConnectSecurityScheme", "openIdConnect", "openIdConnect", "OpenIdConnectSecurityScheme"},
	{"mtlsSecurityScheme", "mutualTLS", "mutualTLS", "MutualTlsSecurityScheme"},
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
	for _, w := range Wrappers {
		if inner, ok := o.Get(w.Member).Object(v.form("SecurityScheme")); ok {
			if found++; found == 1 {
				s.Type = w.Kind
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
	for _, w := range Wrappers {
		if short, ok := o.Get(w.Short).Object(v.form("SecurityScheme")); ok {
			s.Type, inner = w.Kind, short
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

// Flow is an OAuth flow with the members that it must have: by OpenAPI, and by the
// protos that lay down fewer.
type Flow struct {
	Name        string
	Need, proto []string
}

// Flows are those of OpenAPI, in the order of its schema, and 1.0's deviceCode. Callers do
// not change them.
var Flows = []Flow{
	{"authorizationCode", codeMembers, codeMembers},
	{"clientCredentials", tokenMembers, tokenMembers},
	{"implicit", []string{"authorizationUrl", "scopes"}, nil},
	{"password", tokenMembers, nil},
	{"deviceCode", nil, []string{"deviceAuthorizationUrl", "tokenUrl", "scopes"}},
}

var codeMembers, tokenMembers = []string{"authorizationUrl", "tokenUrl", "scopes"}, []string{"tokenUrl", "scopes"}

func (v Wrapped) flows() []Flow {
	if v.Device {
		return Flows
	}
	return Flows[:4]
}

func (v Wrapped) readFlows(o Object) {
	o.Require(v.Flow, "flows")
	flows, ok := o.Get("flows").Object(v.Flow)
	if !ok {
		return
	}
	found := 0
	for _, f := range v.flows() {
		m := flows.Get(f.Name)
		if !m.Exists() {
			continue
		}
		found++
		if o, ok := m.Object(v.Flow); ok {
			o.Require(v.Flow, f.proto...)
		}
	}
	if found != 1 {
		flows.Report(v.Flow, fmt.Sprintf("An OAuth scheme has exactly one flow; this one has %d.", found))
	}
}
