package draft

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Question is what an agent asks for by a JSON Schema, as a form.
type Question struct {
	Title, Description string
	Fields             []AnswerField
	OmittedMembers     int // members that have no field
}

// AnswerField is one member of what an agent asks for, as a form field.
type AnswerField struct {
	Name, Title, Description string
	Within                   []Group // the objects that it is in, outermost first
	Type                     string  // "string", "number", "integer", "boolean"; "list" and "choices" for an array of them; "items" for an array of objects, whose fields follow it; "json" for anything else
	ElementType              string  // list: the type of what is in it
	JSON                     string  // json: the type that it must have, "" for any
	Members                  string  // json: what objects in it have, "" when that is not known

	Item     []AnswerField // items: the fields of one item, with all that they are within
	Choices  []string      // enum, as JSON
	Names    []string      // what the choices are called, where the schema says so
	Required bool
	Default  string
	Limits   Limits
}

// Group is an object whose members have fields.
type Group struct {
	Name, Title, Description string
	Required                 bool
	Item                     int // which of the objects of a list it is, from 1; 0 for an object that is a member
}

// Limits are what a schema says of a value beside its type.
type Limits struct {
	Minimum, Maximum     *float64
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Pattern, Format      string
}

// Label is what the field is called.
func (f AnswerField) Label() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

// Label is what the object is called.
func (g Group) Label() string {
	if g.Title != "" {
		return g.Title
	}
	return g.Name
}

// equals reports whether two groups are the same object.
func (g Group) equals(o Group) bool { return g.Name == o.Name && g.Item == o.Item }

// Long reports whether a text has more room than a line.
func (f AnswerField) Long() bool {
	return f.Type == "list" || f.Type == "json" || f.Type == "string" && (f.Limits.MaxLength != nil && *f.Limits.MaxLength >= 200 || strings.Contains(f.Default, "\n"))
}

// Enters reports whether a field is in objects that the one before it is not in, and from
// which of them on.
func (f AnswerField) Enters(before []Group) (int, bool) {
	for i, g := range f.Within {
		if i >= len(before) || !before[i].equals(g) {
			return i, true
		}
	}
	return 0, false
}

// Choice is a choice as a person reads it.
func (f AnswerField) Choice(i int) string {
	if i < len(f.Names) && f.Names[i] != "" {
		return f.Names[i]
	}
	return Show(f.Choices[i])
}

// Chosen reports whether a choice is among those of a value.
func (f AnswerField) Chosen(value, choice string) bool {
	if f.Type != "choices" {
		return value == choice
	}
	return slices.Contains(strings.Split(value, "\n"), choice)
}

// Hint says in a line what is wanted, "" where the type says it.
func (f AnswerField) Hint() string {
	var out []string
	switch f.Type {
	case "integer":
		out = append(out, "whole number")
	case "number":
		out = append(out, "number")
	case "list":
		out = append(out, "one a line")
		if f.ElementType != "string" {
			out = append(out, f.ElementType+"s")
		}
	case "json":
		if len(f.Choices) == 0 {
			out = append(out, strings.TrimSpace("JSON "+f.JSON))
			if f.Members != "" {
				out = append(out, map[bool]string{true: "each with ", false: "with "}[f.JSON == "array"]+f.Members)
			}
		}
	}
	if w := formats[f.Limits.Format]; w.says != "" && len(f.Choices) == 0 {
		out = append(out, w.says)
	}
	return strings.Join(append(out, f.Limits.words(map[bool]string{true: "item", false: "value"}[f.Type == "items"])...), ", ")
}

// words are the bounds of a value; what is in a list is called what.
func (l Limits) words(what string) (out []string) {
	if w := rangeText(l.Minimum, l.Maximum, ""); w != "" {
		out = append(out, w)
	}
	if w := rangeText(l.MinLength, l.MaxLength, "character"); w != "" {
		out = append(out, w)
	}
	if w := rangeText(l.MinItems, l.MaxItems, what); w != "" {
		out = append(out, w)
	}
	if l.Pattern != "" {
		out = append(out, "matching "+l.Pattern)
	}
	return out
}

// rangeText says from where to where something goes, of what, in the singular.
func rangeText[N int | float64](from, to *N, what string) string {
	count := func(n N) string {
		switch {
		case what == "":
			return fmt.Sprint(n)
		case n == 1:
			return "1 " + what
		}
		return fmt.Sprint(n, " ", what, "s")
	}
	switch {
	case from != nil && to != nil && *from == *to:
		return "exactly " + count(*from)
	case from != nil && to != nil:
		return fmt.Sprint(*from, " to ", count(*to))
	case from != nil:
		return "at least " + count(*from)
	case to != nil:
		return "at most " + count(*to)
	}
	return ""
}

// HasQuestion reports whether the draft has the form of a question already, or the JSON that it
// was turned into: who asks about a task
// again is told the same.
func (d *Draft) HasQuestion(q Question) bool {
	return slices.ContainsFunc(d.Parts, func(p Part) bool { return reflect.DeepEqual(itemless(p.Fields), itemless(q.Fields)) })
}

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

// Show is a choice as a person reads it.
func Show(choice string) string {
	var s string
	if json.Unmarshal([]byte(choice), &s) == nil {
		return s
	}
	return choice
}
