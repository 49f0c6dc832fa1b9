package a2a

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Card is an Agent Card (1.0 §4.4.1), read from any version's form.
type Card struct {
	Name             string
	Description      string
	Version          string // the agent's own, not the protocol's
	Provider         *Provider
	IconURL          string
	DocumentationURL string
	Interfaces       []Interface // in the card's order of preference
	Capabilities     Capabilities
	InputModes       []string
	OutputModes      []string
	Skills           []Skill
	SecuritySchemes  []SecurityScheme // in the card's order
	Security         []Requirement    // alternatives: callers must meet one
	Signatures       int
	Raw              json.RawMessage // the card as served
}

// Provider is the organization that runs the agent.
type Provider struct{ Organization, URL string }

// Interface is an endpoint with its binding and version.
type Interface struct {
	URL             string
	Binding         Binding // "" for a custom binding: see Custom
	Custom          string  // the binding as the card writes it, if it is none of the three
	Version         Version // guessed from the card's shape when the card does not say
	DeclaredVersion string  // protocolVersion as written
	Tenant          string
}

// Capabilities are the optional features an agent declares.
type Capabilities struct {
	Streaming    bool
	Push         bool
	StateHistory bool // before 1.0
	ExtendedCard bool
	Extensions   []Extension
}

// Extension is a declared protocol extension.
type Extension struct {
	URI, Description string
	Required         bool
	Params           json.RawMessage
}

// Skill is one thing an agent can do.
type Skill struct {
	ID, Name, Description   string
	Tags, Examples          []string
	InputModes, OutputModes []string
}

// SecurityScheme is one way to sign in; Raw is its definition as written.
type SecurityScheme struct {
	Name        string
	Type        string // apiKey, http, oauth2, openIdConnect, mutualTLS; 0.1: the scheme's own name
	Description string
	In          string // apiKey: header, query, cookie
	Param       string // apiKey: name of the header, parameter or cookie
	HTTPScheme  string // http: bearer, basic
	Raw         json.RawMessage
}

// Requirement maps the names of schemes that apply together to their scopes.
type Requirement map[string][]string

// Requirements describes what a card requires of callers. It uses the card's names for its schemes and adds a
// kind where the name does not show it: "bearer, or basic and k (API key)". It returns "" when c is nil,
// requires nothing, or lets callers in without credentials.
func (c *Card) Requirements() string {
	if c == nil {
		return ""
	}
	var any []string
	for _, r := range c.Security {
		if len(r) == 0 {
			return ""
		}
		names := slices.Sorted(maps.Keys(r))
		for i, name := range names {
			names[i] = c.describeScheme(name)
		}
		any = append(any, strings.Join(names, " and "))
	}
	return strings.Join(any, ", or ")
}

// schemeKinds maps a part of a scheme's type or name, lower-case letters only, to its kind.
var schemeKinds = []struct{ in, article, word string }{
	{"bearer", "a ", "bearer token"}, {"basic", "", "basic authentication"}, {"apikey", "an ", "API key"},
	{"oauth", "", "OAuth 2"}, {"openid", "", "OpenID Connect"}, {"mutualtls", "a ", "client certificate"},
}

// describeScheme returns "key (API key)", the name alone if it shows the kind or the card does not
// say, and "an API key" if the name says no more than the kind.
func (c *Card) describeScheme(name string) string {
	i := slices.IndexFunc(c.SecuritySchemes, func(s SecurityScheme) bool { return s.Name == name })
	if i < 0 {
		return name
	}
	letters := strings.NewReplacer("_", "", "-", "", " ", "")
	typ := strings.ToLower(letters.Replace(c.SecuritySchemes[i].Type + c.SecuritySchemes[i].HTTPScheme))
	for _, k := range schemeKinds {
		if strings.Contains(typ, k.in) {
			switch said := strings.ToLower(letters.Replace(name)); {
			case said == k.in:
				return k.article + k.word
			case strings.Contains(said, k.in):
				return name
			}
			return name + " (" + k.word + ")"
		}
	}
	return name
}
