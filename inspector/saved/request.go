package saved

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Request is a composed message. Its text fields may contain variables.
type Request struct {
	Agent    string      `json:"agent"` // the agent's origin
	Version  a2a.Version `json:"version,omitempty"`
	Binding  a2a.Binding `json:"binding,omitempty"`
	Delivery string      `json:"delivery,omitempty"` // "stream", "wait", "return", or "" to stream if the agent offers that
	Parts    []Part      `json:"parts"`

	History          string          `json:"history,omitempty"` // as typed
	Modes            string          `json:"modes,omitempty"`
	Metadata         string          `json:"metadata,omitempty"` // JSON
	Headers          string          `json:"headers,omitempty"`  // "Name: value", one per line
	Tenant           string          `json:"tenant,omitempty"`
	Extensions       string          `json:"extensions,omitempty"`
	ExtensionChoices map[string]bool `json:"ticked,omitempty"` // by URI: extensions of the card that were switched on or off
	Quirks           []string        `json:"quirks,omitempty"`

	Variables []Variable `json:"variables,omitempty"`

	Places Places `json:"-"` // which values of this agent the recorder never keeps
}

type Part struct {
	Kind  string `json:"kind"`           // "text", "file", "url", "data"
	Text  string `json:"text,omitempty"` // text, and data as JSON
	Name  string `json:"name,omitempty"`
	Type  string `json:"type,omitempty"`
	URL   string `json:"url,omitempty"`
	Bytes []byte `json:"bytes,omitempty"`
}

// Variable is a {{name}} in a request.
type Variable struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"` // "" for a secret one
	Secret  bool   `json:"secret,omitempty"`
}

// Encode returns the request as it is stored.
func (r *Request) Encode() ([]byte, error) { return json.Marshal(r) }

// Decode decodes a stored request. The parameter name names the request in the error.
func Decode(name string, body []byte) (*Request, error) {
	var r Request
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("read saved request %q: %w", name, err)
	}
	return &r, nil
}

// textFields returns the fields that may contain variables, in the order of the form.
func (r *Request) textFields() []field {
	var all []field
	for i := range r.Parts {
		p := &r.Parts[i]
		switch p.Kind {
		case "text":
			all = append(all, field{&p.Text, inText})
		case "data":
			all = append(all, field{&p.Text, inJSON})
		case "url":
			all = append(all, field{&p.URL, inText})
		}
	}
	return append(all, field{&r.Metadata, inJSON}, field{&r.Headers, inHeaders}, field{&r.Tenant, inText})
}

// VariableNames returns the names of the variables that occur in the fields, in the order of the form.
func (r *Request) VariableNames() []string {
	var all []string
	for _, f := range r.textFields() {
		for _, n := range variablesIn(*f.text) {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

func (r *Request) HasVariable(name string) bool {
	_, ok := r.variable(name)
	return ok
}

// ActiveExtensions returns the extensions that the request activates: those switched on, and those typed.
func (r *Request) ActiveExtensions() []string {
	all := strings.FieldsFunc(r.Extensions, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' })
	for _, uri := range slices.Sorted(maps.Keys(r.ExtensionChoices)) {
		if r.ExtensionChoices[uri] && !slices.Contains(all, uri) {
			all = append(all, uri)
		}
	}
	return all
}

// UpdateVariables makes Variables list exactly the variables that occur, keeping their settings.
func (r *Request) UpdateVariables() {
	was := r.Variables
	r.Variables = nil
	for _, n := range r.VariableNames() {
		v := Variable{Name: n}
		if i := slices.IndexFunc(was, func(o Variable) bool { return o.Name == n }); i >= 0 {
			v = was[i]
		}
		if v.Secret {
			v.Default = ""
		}
		r.Variables = append(r.Variables, v)
	}
}
