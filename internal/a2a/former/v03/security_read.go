package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

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
	form := c.form("§5.5")
	card.Security = jsonio.ReadRequirements(o.Get("security"), jsonio.RequirementRules{
		List: form, Item: form, Form: form, Scopes: form,
		Wrapped: c.warn("CARD-11", "§5.5"), Undeclared: c.warn("CARD-12", "§5.5"), Null: c.info("CARD-36", "§5.5"),
	}, card.SecuritySchemes)
}

func (c Codec) readScheme(name string, o jsonio.Object) a2a.SecurityScheme {
	s := a2a.SecurityScheme{Name: name, Type: o.String("type", c.form("§5.5.3")), Raw: o.Raw()}
	members := o
	if s.Type == "" {
		o.Require(c.fault("CARD-11", "§5.5.3"), "type")
		for _, w := range jsonio.Wrappers {
			for _, member := range [...]string{w.Member, w.Short} {
				if inner, ok := o.Get(member).Object(c.form("§5.5.3")); ok {
					inner.Report(c.fault("CARD-11", "§5.5.3"), "The scheme stands in a member "+member+", as in 1.0; here it has a type.")
					s.Type, members = w.Kind, inner
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

func (c Codec) readFlows(o jsonio.Object) {
	rule := c.fault("CARD-11", "§5.5.3")
	o.Require(rule, "flows")
	all, ok := o.Get("flows").Object(rule)
	if !ok {
		return
	}
	for _, f := range jsonio.Flows[:4] { // not deviceCode
		if flow, ok := all.Get(f.Name).Object(rule); ok {
			flow.Require(rule, f.Need...)
		}
	}
}
