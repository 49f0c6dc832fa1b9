package saved

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// pattern matches a variable. A backslash before it makes it plain text.
var pattern = regexp.MustCompile(`\\?\{\{ *([A-Za-z_][A-Za-z0-9_.-]{0,59}) *\}\}`)

type place int

const (
	inText place = iota
	inJSON
	inHeaders
)

type field struct {
	text  *string
	place place
}

func variablesIn(text string) (all []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if m[0][0] != '\\' {
			all = append(all, m[1])
		}
	}
	return all
}

// MissingValuesError lists variables without a value.
type MissingValuesError []string

func (m MissingValuesError) Error() string {
	return "no value for {{" + strings.Join(m, "}}, {{") + "}}"
}

// Fill returns the request with values for its Variables, and for no others. It returns a MissingValuesError if values
// are missing, and an error for a secret outside a header whose value is never recorded.
func (r *Request) Fill(values map[string]string) (*Request, error) {
	return r.fill(values, true)
}

// FillForDisplay is like Fill, but for display: secret variables and those without a value stay as they are.
func (r *Request) FillForDisplay(values map[string]string) (*Request, error) {
	return r.fill(values, false)
}

func (r *Request) fill(values map[string]string, whole bool) (*Request, error) {
	out := *r
	out.Parts = slices.Clone(r.Parts)
	var lacks MissingValuesError
	for _, f := range out.textFields() {
		if whole {
			if err := r.checkSecrets(f); err != nil {
				return nil, err
			}
		}
		var err error
		*f.text, err = replace(*f.text, f.place, func(name string) (string, bool) {
			v, ok := r.variable(name)
			value := values[name]
			if value == "" {
				value = v.Default
			}
			if !ok || v.Secret && !whole {
				return "", false
			}
			if value == "" && !slices.Contains(lacks, name) {
				lacks = append(lacks, name)
			}
			return value, value != ""
		})
		if err != nil {
			return nil, err
		}
	}
	if whole && len(lacks) > 0 {
		return nil, lacks
	}
	return &out, nil
}

func (r *Request) variable(name string) (Variable, bool) {
	i := slices.IndexFunc(r.Variables, func(v Variable) bool { return v.Name == name })
	if i < 0 {
		return Variable{}, false
	}
	return r.Variables[i], true
}

// replace puts values in place of variables. A variable for which value returns false stays.
func replace(text string, is place, value func(name string) (string, bool)) (string, error) {
	var b strings.Builder
	var failed error
	last, quoted := 0, false
	for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
		before := text[last:m[0]]
		b.WriteString(before)
		quoted = quoted != hasOddQuotes(before)
		last = m[1]
		whole, name := text[m[0]:m[1]], text[m[2]:m[3]]
		if whole[0] == '\\' {
			if is == inJSON { // in JSON, the backslash belongs to the JSON
				b.WriteString(whole)
			} else {
				b.WriteString(whole[1:])
			}
			continue
		}
		v, ok := value(name)
		switch {
		case !ok:
			v = whole
		case is == inHeaders && strings.ContainsAny(v, "\r\n"):
			failed = fmt.Errorf("the value of {{%s}} has a line break, which a header cannot carry", name)
		case is == inJSON && quoted:
			v = inString(v)
		}
		b.WriteString(v)
	}
	b.WriteString(text[last:])
	return b.String(), failed
}

// hasOddQuotes reports whether JSON text has an odd number of quotes, so that its end is inside a string if its beginning
// is outside.
func hasOddQuotes(text string) (odd bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			odd = !odd
		}
	}
	return odd
}

// inString escapes text for use within the quotes of a JSON string.
func inString(s string) string {
	b, err := json.Marshal(s)
	if err != nil { // strings always marshal
		return ""
	}
	return string(b[1 : len(b)-1])
}

// checkSecrets returns an error if a secret is in a field that is recorded.
func (r *Request) checkSecrets(f field) error {
	for _, v := range r.Variables {
		if !v.Secret || !slices.Contains(variablesIn(*f.text), v.Name) {
			continue
		}
		if f.place != inHeaders {
			return fmt.Errorf("{{%s}} is secret and would be recorded: use secrets only in a header such as Authorization, whose value is never recorded", v.Name)
		}
		for line := range strings.Lines(*f.text) {
			name, value, ok := strings.Cut(line, ":")
			if name = strings.TrimSpace(name); ok && slices.Contains(variablesIn(value), v.Name) && !r.Places.hides(name, strings.TrimSpace(value)) {
				return fmt.Errorf("{{%s}} is secret and the header %s would be recorded: use secrets only in a header such as Authorization, whose value is never recorded", v.Name, name)
			}
		}
	}
	return nil
}

// DropSecrets replaces secrets in the headers by variables, and drops the values of secret variables. A variable that
// occurs only in values that are never recorded counts as secret.
func (r *Request) DropSecrets() {
	var found []Variable
	r.Headers, found = r.Places.WithoutSecrets(r.Headers)
	r.Variables = append(r.Variables, found...)
	for i := range r.Variables {
		v := &r.Variables[i]
		v.Secret = v.Secret || r.IsOnlyHidden(v.Name)
	}
	r.UpdateVariables()
}

// IsOnlyHidden reports whether a variable occurs only in headers whose values are never recorded, so that it is probably
// a secret.
func (r *Request) IsOnlyHidden(name string) bool {
	probe := *r
	probe.Variables = []Variable{{Name: name, Secret: true}}
	for _, f := range probe.textFields() {
		if probe.checkSecrets(f) != nil {
			return false
		}
	}
	return true
}
