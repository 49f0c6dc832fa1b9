package v10

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/shape"
)

// wrapper is a member that holds a security scheme of one type (1.0 §4.5.1).
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

func readSecurity(o shape.Object, c *a2a.Card) {
	if schemes, ok := o.Get("securitySchemes").Object(form("§4.5")); ok {
		for _, m := range schemes.Members() {
			if s, ok := m.Object(fault("CARD-13", "§4.5.1")); ok {
				c.SecuritySchemes = append(c.SecuritySchemes, readScheme(m.Name(), s))
			}
		}
	}
	member := "securityRequirements"
	if o.Has("security") {
		o.Get("security").Report(warn("CARD-14", "§8.5"), "Member \"security\" is of 0.3; 1.0 has securityRequirements.")
		if !o.Has(member) {
			member = "security"
		}
	}
	for _, e := range o.Get(member).Elements(warn("CARD-14", "§4.4.1")) {
		if r, ok := e.Object(warn("CARD-14", "§4.4.1")); ok {
			c.Security = append(c.Security, readRequirement(r, member == "securityRequirements", c))
		}
	}
}

func readScheme(name string, o shape.Object) a2a.SecurityScheme {
	s := a2a.SecurityScheme{Name: name, Raw: o.Raw()}
	found := 0
	for _, w := range wrappers() {
		if inner, ok := o.Get(w.member).Object(form("§4.5.1")); ok {
			if found++; found == 1 {
				s.Type = w.kind
				readSchemeMembers(inner, &s)
			}
		}
	}
	if found == 1 {
		return s
	}
	o.Report(fault("CARD-13", "§4.5.1"), fmt.Sprintf("A security scheme has exactly one of five wrapper members such as httpAuthSecurityScheme; this one has %d.", found))
	if found > 1 {
		return s
	}
	s.Type = o.String("type", form("§4.5.1"))
	readSchemeMembers(o, &s)
	for _, w := range wrappers() {
		if inner, ok := o.Get(w.short).Object(form("§4.5.1")); ok {
			s.Type = w.kind
			readSchemeMembers(inner, &s)
		}
	}
	return s
}

func readSchemeMembers(o shape.Object, s *a2a.SecurityScheme) {
	s.Description = o.String("description", form("§4.5"))
	switch s.Type {
	case "apiKey":
		if s.In = o.String("location", form("§4.5.2")); s.In == "" {
			s.In = o.String("in", form("§4.5.2"))
		}
		s.Param = o.String("name", form("§4.5.2"))
		if s.In == "" || s.Param == "" {
			o.Require(fault("CARD-13", "§4.5.2"), "location", "name")
		}
	case "http":
		o.Require(fault("CARD-13", "§4.5.3"), "scheme")
		s.HTTPScheme = o.String("scheme", form("§4.5.3"))
	case "openIdConnect":
		o.Require(fault("CARD-13", "§4.5.5"), "openIdConnectUrl")
	case "oauth2":
		readFlows(o)
	}
}

// flowNeeds are the OAuth flows with their required members (1.0 §4.5.7).
func flowNeeds() map[string][]string {
	return map[string][]string{
		"authorizationCode": {"authorizationUrl", "tokenUrl", "scopes"},
		"clientCredentials": {"tokenUrl", "scopes"},
		"deviceCode":        {"deviceAuthorizationUrl", "tokenUrl", "scopes"},
		"implicit":          nil,
		"password":          nil,
	}
}

func readFlows(o shape.Object) {
	o.Require(fault("CARD-35", "§4.5.4"), "flows")
	flows, ok := o.Get("flows").Object(fault("CARD-35", "§4.5.4"))
	if !ok {
		return
	}
	needs, found := flowNeeds(), 0
	for _, m := range flows.Members() {
		need, known := needs[m.Name()]
		if !known || !m.Exists() {
			continue
		}
		found++
		if f, ok := m.Object(fault("CARD-35", "§4.5.7")); ok {
			f.Require(fault("CARD-35", "§4.5.7"), need...)
		}
	}
	if found != 1 {
		flows.Report(fault("CARD-35", "§4.5.7"), fmt.Sprintf("An OAuth scheme has exactly one flow; this one has %d.", found))
	}
}

// readRequirement reads {"schemes":{name:{"list":[…]}}}, or {name:[…]} as 0.3
// has it.
func readRequirement(o shape.Object, wrapped bool, c *a2a.Card) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(form("§4.5")); ok {
		o = inner
	} else if wrapped && len(o.Members()) > 0 {
		o.Report(warn("CARD-14", "§4.4.1"), "A requirement has its schemes in a member schemes; this one has them directly.")
	}
	r := a2a.Requirement{}
	for _, m := range o.Members() {
		declared := false
		for _, s := range c.SecuritySchemes {
			declared = declared || s.Name == m.Name()
		}
		if !declared {
			m.Report(warn("CARD-12", "§4.4.1"), fmt.Sprintf("Scheme %q is required but not declared in securitySchemes.", m.Name()))
		}
		r[m.Name()] = readScopes(m)
	}
	return r
}

func readScopes(m shape.Node) []string {
	scopes := []string{}
	if m.Is('{') {
		if list, ok := m.Object(form("§4.5")); ok {
			m = list.Get("list")
		}
	}
	if m.Written() && !m.Exists() {
		m.Report(info("CARD-36", "§4.5"), "The list of scopes is null; it is read as empty.")
	}
	for _, e := range m.Elements(warn("CARD-14", "§4.4.1")) {
		scopes = append(scopes, e.Text(form("§4.5")))
	}
	return scopes
}

func readSignatures(o shape.Object, c *a2a.Card) {
	for _, e := range o.Get("signatures").Elements(fault("CARD-29", "§8.4.2")) {
		s, ok := e.Object(fault("CARD-29", "§8.4.2"))
		if !ok {
			continue
		}
		c.Signatures++
		s.Require(fault("CARD-29", "§8.4.2"), "protected", "signature")
		checkProtected(s)
		if text := s.String("signature", form("§8.4.2")); text != "" {
			if _, err := base64.RawURLEncoding.DecodeString(text); err != nil {
				s.Get("signature").Report(fault("CARD-29", "§8.4.2"), "The signature is not base64url.")
			}
		}
	}
}

func checkProtected(s shape.Object) {
	n := s.Get("protected")
	text := n.Text(form("§8.4.2"))
	if text == "" {
		return
	}
	var header struct{ Alg, Kid string }
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &header)
	}
	switch {
	case err != nil:
		n.Report(fault("CARD-29", "§8.4.2"), "The protected header is no JSON object in base64url.")
	case header.Alg == "none":
		n.Report(fault("CARD-31", "§8.4.2"), "The signature's alg is none: it signs nothing.")
	case header.Alg == "" || header.Kid == "":
		n.Report(fault("CARD-29", "§8.4.2"), "The protected header must name alg and kid.")
	}
}
