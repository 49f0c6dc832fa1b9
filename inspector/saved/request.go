package saved

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Request is a message as it was composed. Text fields may hold variables.
type Request struct {
	Agent    string      `json:"agent"` // origin
	Version  a2a.Version `json:"version,omitempty"`
	Binding  a2a.Binding `json:"binding,omitempty"`
	Delivery string      `json:"delivery,omitempty"` // "stream", "wait", "return", or "" for what the agent offers
	Parts    []Part      `json:"parts"`

	History          string          `json:"history,omitempty"` // as typed
	Modes            string          `json:"modes,omitempty"`
	Metadata         string          `json:"metadata,omitempty"` // JSON
	Headers          string          `json:"headers,omitempty"`  // "Name: value", one a line
	Tenant           string          `json:"tenant,omitempty"`
	Extensions       string          `json:"extensions,omitempty"`
	ExtensionChoices map[string]bool `json:"ticked,omitempty"` // extensions of the card that were switched on or off, by URI
	Quirks           []string        `json:"quirks,omitempty"`

	Variables []Variable `json:"variables,omitempty"`

	Places Places `json:"-"` // where the record keeps no values of this agent
}

// Part is one part of the message.
type Part struct {
	Kind  string `json:"kind"`           // "text", "file", "url", "data"
	Text  string `json:"text,omitempty"` // text, and data as JSON
	Name  string `json:"name,omitempty"`
	Type  string `json:"type,omitempty"`
	URL   string `json:"url,omitempty"`
	Bytes []byte `json:"bytes,omitempty"`
}

// Variable is a {{name}} of a request.
type Variable struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"` // of a secret one ""
	Secret  bool   `json:"secret,omitempty"`
}

// Encode is the request as it is kept.
func (r *Request) Encode() ([]byte, error) { return json.Marshal(r) }

// Decode reads a request that was kept.
func Decode(name string, body []byte) (*Request, error) {
	var r Request
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("read saved request %q: %w", name, err)
	}
	return &r, nil
}

// textFields are the fields in which variables stand, in the order of the form, with how
// values are put there.
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

// VariableNames are the variables that occur, in the order of the form.
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

// HasVariable reports whether there is a variable of a name.
func (r *Request) HasVariable(name string) bool {
	_, ok := r.variable(name)
	return ok
}

// ActiveExtensions are the extensions that the request activates: those that were switched on by
// hand, and those that were typed.
func (r *Request) ActiveExtensions() []string {
	all := strings.FieldsFunc(r.Extensions, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' })
	for _, uri := range slices.Sorted(maps.Keys(r.ExtensionChoices)) {
		if r.ExtensionChoices[uri] && !slices.Contains(all, uri) {
			all = append(all, uri)
		}
	}
	return all
}

// UpdateVariables makes Variables those that occur: what was said of one stays, and what no
// longer occurs goes.
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
