package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/part"
)

// AnswerField is one member of what an agent asks for, as a form field.
type AnswerField struct {
	Name, Title, Description string
	Type                     string   // "string", "number", "integer", "boolean", or "json" for anything else
	Choices                  []string // enum, as JSON
	Required                 bool
	Default                  string
}

// Label is what the field is called.
func (f AnswerField) Label() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

const answerFields = 50

// SchemaOf finds a JSON Schema of an object in what an agent sent with a
// request for input: a data part that is one, or holds one, or a part's metadata.
func SchemaOf(m *a2a.Message) json.RawMessage {
	if m == nil {
		return nil
	}
	for _, p := range m.Parts {
		for _, src := range []json.RawMessage{p.Data, p.Metadata} {
			if schema := part.SchemaIn(src); schema != nil {
				return schema
			}
		}
	}
	return nil
}

// FieldsOf reads a schema's properties in the order they are written.
func FieldsOf(schema json.RawMessage) []AnswerField {
	var s struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return nil
	}
	required := map[string]bool{}
	for _, r := range s.Required {
		required[r] = true
	}
	var out []AnswerField
	dec := json.NewDecoder(bytes.NewReader(s.Properties))
	dec.Token()
	for dec.More() && len(out) < answerFields {
		key, err := dec.Token()
		if err != nil {
			break
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			break
		}
		name, _ := key.(string)
		f := field(name, raw)
		f.Required = required[name]
		out = append(out, f)
	}
	return out
}

func field(name string, raw json.RawMessage) AnswerField {
	var p struct {
		Title, Description string
		Type               any
		Enum               []json.RawMessage
		Default            json.RawMessage
	}
	// A property that is no object says nothing about its value.
	_ = json.Unmarshal(raw, &p)
	f := AnswerField{Name: name, Title: p.Title, Description: p.Description, Type: "json"}
	switch p.Type {
	case "string", "number", "integer", "boolean":
		f.Type = p.Type.(string)
	}
	for _, e := range p.Enum {
		f.Choices = append(f.Choices, string(e))
	}
	f.Default = typed(f, p.Default)
	return f
}

// typed is a JSON value as one types it into the field.
func typed(f AnswerField, v json.RawMessage) string {
	if len(f.Choices) > 0 || f.Type != "string" {
		return string(v)
	}
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return ""
}

// Show is a choice as a person reads it.
func Show(choice string) string {
	var s string
	if json.Unmarshal([]byte(choice), &s) == nil {
		return s
	}
	return choice
}

// answerData makes the data part of an answer from what was typed.
func answerData(p Part) (json.RawMessage, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range p.Fields {
		v := ""
		if i < len(p.Values) {
			v = p.Values[i]
		}
		if v == "" && !(f.Required && f.Type == "string" && len(f.Choices) == 0) {
			if f.Required && f.Type != "boolean" {
				return nil, fmt.Errorf("%q is required", f.Label())
			}
			continue
		}
		val, err := valueOf(f, v)
		if err != nil {
			return nil, err
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(f.Name)
		b.Write(name)
		b.WriteByte(':')
		b.Write(val)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func valueOf(f AnswerField, v string) (json.RawMessage, error) {
	switch {
	case len(f.Choices) > 0:
		for _, c := range f.Choices {
			if c == v {
				return json.RawMessage(c), nil
			}
		}
		return nil, fmt.Errorf("%q: choose one of the values offered", f.Label())
	case f.Type == "string":
		return json.Marshal(v)
	case f.Type == "boolean":
		return json.RawMessage(strconv.FormatBool(v == "true" || v == "on")), nil
	}
	v = strings.TrimSpace(v)
	if !json.Valid([]byte(v)) || f.Type != "json" && !strings.ContainsAny(v[:1], "-0123456789") {
		return nil, fmt.Errorf("%q: %q is not a %s", f.Label(), v, map[string]string{"number": "number", "integer": "whole number", "json": "JSON value"}[f.Type])
	}
	if f.Type == "integer" && strings.ContainsAny(v, ".eE") {
		return nil, fmt.Errorf("%q: %s is not a whole number", f.Label(), v)
	}
	return json.RawMessage(v), nil
}
