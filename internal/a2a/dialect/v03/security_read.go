package v03

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// wrapper is the member that holds a scheme of one type in 1.0 and in 0.3's
// ProtoJSON; short is the key early SDKs wrote.
type wrapper struct{ member, short, kind string }

func wrappers() []wrapper {
	return []wrapper{
		{"apiKeySecurityScheme", "apiKey", "apiKey"},
		{"httpAuthSecurityScheme", "http", "http"},
		{"oauth2SecurityScheme", "oauth2", "oauth2"},
		{"openIdConnectSecurityScheme", "openIdConnect", "openIdConnect"},
		{"mtlsSecurityScheme", "mutualTLS", "mutualTLS"},
	}
}

// readSecurity reads securitySchemes and security as OpenAPI has them (0.3
// §5.5.3).
func (c Codec) readSecurity(o jsonio.Object, card *a2a.Card) {
	if schemes, ok := o.Get("securitySchemes").Object(c.form("§5.5.3")); ok {
		for _, m := range schemes.Members() {
			if s, ok := m.Object(c.fault("CARD-11", "§5.5.3")); ok {
				card.SecuritySchemes = append(card.SecuritySchemes, c.readScheme(m.Name(), s))
			}
		}
	}
	declared := jsonio.SchemeNames(card.SecuritySchemes)
	for _, e := range o.Get("security").Elements(c.form("§5.5")) {
		if r, ok := e.Object(c.form("§5.5")); ok {
			card.Security = append(card.Security, c.readRequirement(r, declared))
		}
	}
}

func (c Codec) readScheme(name string, o jsonio.Object) a2a.SecurityScheme {
	s := a2a.SecurityScheme{Name: name, Type: o.String("type", c.form("§5.5.3")), Raw: o.Raw()}
	members := o
	if s.Type == "" {
		o.Require(c.fault("CARD-11", "§5.5.3"), "type")
		for _, w := range wrappers() {
			for _, member := range [...]string{w.member, w.short} {
				if inner, ok := o.Get(member).Object(c.form("§5.5.3")); ok {
					inner.Report(c.fault("CARD-11", "§5.5.3"), "The scheme stands in a member "+member+", as in 1.0; here it has a type.")
					s.Type, members = w.kind, inner
				}
			}
		}
	}
	c.readSchemeMembers(members, &s)
	return s
}

func (c Codec) readSchemeMembers(o jsonio.Object, s *a2a.SecurityScheme) {
	rule := c.fault("CARD-11", "§5.5.3")
	s.Description = o.String("description", c.form("§5.5.3"))
	switch s.Type {
	case "apiKey":
		s.Param = o.String("name", rule)
		if s.In = o.String("in", rule); s.In == "" {
			s.In = o.String("location", rule)
		}
		o.Require(rule, "name")
		if s.In == "" {
			o.Require(rule, "in")
		}
	case "http":
		o.Require(rule, "scheme")
		s.HTTPScheme = o.String("scheme", rule)
	case "openIdConnect":
		o.Require(rule, "openIdConnectUrl")
	case "oauth2":
		c.readFlows(o)
	case "mutualTLS":
		if c.Early {
			o.Get("type").Report(rule, "Type mutualTLS came with 0.3.")
		}
	case "":
	default:
		o.Get("type").Report(rule, "Type "+s.Type+" is none of apiKey, http, oauth2, openIdConnect and mutualTLS.")
	}
}

// flows are the OAuth flows with their required members, in the order of the
// schema. deviceCode came with 1.0.
func flows() []struct {
	name string
	need []string
} {
	return []struct {
		name string
		need []string
	}{
		{"authorizationCode", []string{"authorizationUrl", "tokenUrl", "scopes"}},
		{"clientCredentials", []string{"tokenUrl", "scopes"}},
		{"implicit", []string{"authorizationUrl", "scopes"}},
		{"password", []string{"tokenUrl", "scopes"}},
	}
}

func (c Codec) readFlows(o jsonio.Object) {
	rule := c.fault("CARD-11", "§5.5.3")
	o.Require(rule, "flows")
	all, ok := o.Get("flows").Object(rule)
	if !ok {
		return
	}
	for _, f := range flows() {
		if flow, ok := all.Get(f.name).Object(rule); ok {
			flow.Require(rule, f.need...)
		}
	}
}

// readRequirement reads {name:[scopes]}, or {"schemes":{name:{"list":[…]}}} as
// 1.0 and ProtoJSON have it.
func (c Codec) readRequirement(o jsonio.Object, declared map[string]bool) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(c.form("§5.5")); ok {
		o.Report(c.warn("CARD-11", "§5.5"), "The requirement is wrapped in schemes, as in 1.0; here the names stand bare.")
		o = inner
	}
	r := a2a.Requirement{}
	for _, m := range o.Members() {
		if !declared[m.Name()] {
			m.Report(c.warn("CARD-12", "§5.5"), fmt.Sprintf("Scheme %q is required but not declared in securitySchemes.", m.Name()))
		}
		r[m.Name()] = c.readScopes(m)
	}
	return r
}

func (c Codec) readScopes(m jsonio.Node) []string {
	scopes := []string{}
	if m.Is('{') {
		if list, ok := m.Object(c.form("§5.5")); ok {
			m = list.Get("list")
		}
	}
	if m.Written() && !m.Exists() {
		m.Report(c.info("CARD-36", "§5.5"), "The list of scopes is null; it is read as empty.")
	}
	for _, e := range m.Elements(c.form("§5.5")) {
		scopes = append(scopes, e.Text(c.form("§5.5")))
	}
	return scopes
}
