package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// wrapped is how 1.0 writes security (§4.5).
func wrapped() jsonio.Wrapped {
	sections := map[string]string{
		"SecurityScheme": "§4.5.1", "APIKeySecurityScheme": "§4.5.2", "HTTPAuthSecurityScheme": "§4.5.3",
		"OAuth2SecurityScheme": "§4.5.4", "OpenIdConnectSecurityScheme": "§4.5.5", "MutualTlsSecurityScheme": "§4.5.6",
	}
	return jsonio.Wrapped{
		Version: string(spec),
		Rule:    func(message string) jsonio.Rule { return fault("CARD-13", sections[message]) },
		Flow:    fault("CARD-35", "§4.5.7"),
		Device:  true,
	}
}

func readSecurity(o jsonio.Object, c *a2a.Card) {
	c.SecuritySchemes = wrapped().ReadSchemes(o.Get("securitySchemes"))
	member := "securityRequirements"
	rules := jsonio.RequirementRules{
		List: warn("CARD-14", "§4.4.1"), Item: warn("CARD-14", "§4.4.1"), Form: fault("", "§4.5"), Bare: warn("CARD-14", "§4.4.1"), Scopes: warn("CARD-14", "§4.4.1"),
		Undeclared: warn("CARD-12", "§4.4.1"), Null: info("CARD-36", "§4.5"),
	}
	if o.Has("security") {
		if !o.Has(member) {
			member, rules.Bare = "security", jsonio.Rule{}
		}
		if !dual(o) || member == "security" {
			o.Get("security").Report(warn("CARD-14", "§8.5"), "Member \"security\" is of 0.3; 1.0 has securityRequirements.")
		}
	}
	c.Security = jsonio.ReadRequirements(o.Get(member), rules, c.SecuritySchemes)
}
