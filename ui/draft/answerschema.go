package draft

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

const (
	maxAnswerFields = 60 // of a form
	maxAnswerDepth  = 3  // levels of nested objects whose members have fields
)

// property holds the keywords that are read from a member's schema.
type property struct {
	Title, Description   string
	Type                 any
	Enum                 []json.RawMessage
	EnumNames            []string
	Const                json.RawMessage
	OneOf, AnyOf         []property
	Default              json.RawMessage
	Properties           json.RawMessage
	Required             any
	Items                json.RawMessage
	Minimum, Maximum     *float64
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Pattern, Format      string
}

// QuestionOf makes a form from a schema, with fields for its properties in the schema's order.
func QuestionOf(schema json.RawMessage) Question {
	p := propertyOf(schema)
	q := Question{Title: p.Title, Description: p.Description}
	q.read(p, nil)
	return q
}

func (q *Question) read(of property, within []Group) {
	required, _ := of.Required.([]any)
	dec := json.NewDecoder(bytes.NewReader(of.Properties))
	dec.Token()
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return
		}
		name, _ := key.(string)
		p, must := propertyOf(raw), slices.Contains(required, any(name))
		if p.kind() == "object" && isObject(p.Properties) && len(within) < maxAnswerDepth && len(p.Default) == 0 {
			q.read(p, append(slices.Clip(within), Group{Name: name, Title: p.Title, Description: p.Description, Required: must}))
			continue
		}
		if len(q.Fields) >= maxAnswerFields {
			q.OmittedMembers++
			continue
		}
		f := p.field(name)
		f.Required, f.Within = must, within
		if f.Type == "json" && len(within) <= maxAnswerDepth {
			f.Item, f.Members = p.item(name, within), p.members()
		}
		if q.Fields = append(q.Fields, f); len(f.Item) > 0 {
			q.list(len(q.Fields) - 1)
		}
	}
}

// propertyOf decodes a schema. It skips invalid members, so that they do not affect the others.
func propertyOf(raw json.RawMessage) (p property) {
	if json.Unmarshal(raw, &p) == nil {
		return p
	}
	p = property{}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return p
	}
	for name, v := range members {
		one, _ := json.Marshal(map[string]json.RawMessage{name: v})
		was := p
		if json.Unmarshal(one, &p) != nil {
			p = was
		}
	}
	return p
}

func isObject(raw json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(raw, &members) == nil && len(members) > 0
}

// kind returns the type of the values, ignoring null; "" if there is none or several.
func (p property) kind() string {
	one, _ := p.Type.(string)
	for _, t := range anys(p.Type) {
		switch {
		case t == any("null"):
		case one != "":
			return ""
		default:
			one, _ = t.(string)
		}
	}
	return one
}

func anys(v any) []any {
	list, _ := v.([]any)
	return list
}

func (p property) field(name string) AnswerField {
	f := AnswerField{Name: name, Title: p.Title, Description: p.Description, Type: "json",
		Limits: Limits{p.Minimum, p.Maximum, p.MinLength, p.MaxLength, p.MinItems, p.MaxItems, p.Pattern, p.Format}}
	switch kind := p.kind(); kind {
	case "string", "number", "integer", "boolean":
		f.Type = kind
		f.Choices, f.Names = p.choices()
	case "array":
		f.JSON = kind
		item := propertyOf(p.Items)
		if f.Choices, f.Names = item.choices(); len(f.Choices) > 0 {
			f.Type = "choices"
		} else if of := item.kind(); slices.Contains([]string{"string", "number", "integer"}, of) {
			f.Type, f.ElementType = "list", of
		}
	default:
		f.JSON = kind
		f.Choices, f.Names = p.choices()
	}
	f.Default = inputText(f, p.Default)
	if f.Type == "list" && f.Default == "" && len(p.Default) > 2 {
		f.Type, f.Default = "json", string(p.Default)
	}
	return f
}

func (p property) choices() (values, names []string) {
	for i, e := range p.Enum {
		values, names = append(values, compact(e)), append(names, "")
		if i < len(p.EnumNames) {
			names[i] = p.EnumNames[i]
		}
	}
	if len(values) > 0 {
		return values, names
	}
	for _, o := range append(slices.Clip(p.OneOf), p.AnyOf...) {
		if len(o.Const) == 0 {
			return nil, nil
		}
		values, names = append(values, compact(o.Const)), append(names, o.Title)
	}
	return values, names
}

func compact(v json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, v) != nil {
		return string(v)
	}
	return b.String()
}

// inputText formats a JSON value as a person would type it; "" if that is impossible.
func inputText(f AnswerField, v json.RawMessage) string {
	switch {
	case f.Type == "choices", f.Type == "list":
		var all []json.RawMessage
		if json.Unmarshal(v, &all) != nil {
			return ""
		}
		var lines []string
		for _, one := range all {
			line := compact(one)
			if f.Type == "list" {
				line = Show(line)
			}
			if f.Type == "list" && strings.TrimSpace(line) != line || strings.ContainsAny(line, "\r\n") || line == "" {
				return ""
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "\n")
	case len(f.Choices) > 0:
		return compact(v)
	case f.Type != "string":
		return string(v)
	}
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return ""
}
