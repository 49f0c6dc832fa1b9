package a2a

import "encoding/json"

// Card is an Agent Card (1.0 §4.4.1), read from any version's form.
type Card struct {
	Name             string
	Description      string
	Version          string // the agent's own
	Provider         *Provider
	IconURL          string
	DocumentationURL string
	Interfaces       []Interface // in the card's order of preference
	Capabilities     Capabilities
	InputModes       []string
	OutputModes      []string
	Skills           []Skill
	SecuritySchemes  []SecurityScheme // in the card's order
	Security         []Requirement    // alternatives
	Signatures       int
	Raw              json.RawMessage // the card as served
}

// Provider is who runs the agent.
type Provider struct{ Organization, URL string }

// Interface is an endpoint: where, in which binding and version.
type Interface struct {
	URL     string
	Binding Binding // "" for a custom binding: see Custom
	Custom  string  // the binding as written when it is none of the three
	Version Version // guessed from the card's shape when the card does not say
	Said    string  // protocolVersion as written
	Tenant  string
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

// SecurityScheme is one way to sign in, with its definition as written.
type SecurityScheme struct {
	Name        string
	Type        string // apiKey, http, oauth2, openIdConnect, mutualTLS; 0.1: the scheme's own name
	Description string
	In          string // apiKey: header, query, cookie
	Param       string // apiKey: name of the header, parameter or cookie
	HTTPScheme  string // http: bearer, basic
	Raw         json.RawMessage
}

// Requirement names the schemes that must hold together, with their scopes.
type Requirement map[string][]string
