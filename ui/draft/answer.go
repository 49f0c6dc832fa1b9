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

// Question is a form for the input that an agent requests with a JSON Schema.
type Question struct {
	Title, Description string
	Fields             []AnswerField
	OmittedMembers     int // members that have no field
}

// AnswerField is a form field for one member of a Question.
type AnswerField struct {
	Name, Title, Description string
	Within                   []Group // the objects that contain it, outermost first
	Type                     string  // "string", "number", "integer", "boolean"; "list" and "choices" for an array of them; "items" for an array of objects, whose fields follow it; "json" for anything else
	ElementType              string  // for a list: the type of its elements
	JSON                     string  // for json: the type that the value must have, "" for any
	Members                  string  // for json: describes the members of its objects, "" if unknown

	Item     []AnswerField // for items: the fields of one item, with their complete Within
	Choices  []string      // values to choose from, as JSON
	Names    []string      // labels of the choices, if the schema has any
	Required bool
	Default  string
	Limits   Limits
}

// Group is an object whose members have fields.
type Group struct {
	Name, Title, Description string
	Required                 bool
	Item                     int // position of an object in a list, from 1; 0 for an object that is a member
}

// Limits are a schema's constraints on a value besides its type.
type Limits struct {
	Minimum, Maximum     *float64
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Pattern, Format      string
}

func (f AnswerField) Label() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

func (g Group) Label() string {
	if g.Title != "" {
		return g.Title
	}
	return g.Name
}

func (g Group) equals(o Group) bool { return g.Name == o.Name && g.Item == o.Item }

// Long reports whether the input needs more than one line.
func (f AnswerField) Long() bool {
	return f.Type == "list" || f.Type == "json" || f.Type == "string" && (f.Limits.MaxLength != nil && *f.Limits.MaxLength >= 200 || strings.Contains(f.Default, "\n"))
}

// Enters reports whether the field is in an object that the previous field, whose objects are
// before, is not in. It also returns the index in Within of the first such object.
func (f AnswerField) Enters(before []Group) (int, bool) {
	for i, g := range f.Within {
		if i >= len(before) || !before[i].equals(g) {
			return i, true
		}
	}
	return 0, false
}

func (f AnswerField) Choice(i int) string {
	if i < len(f.Names) && f.Names[i] != "" {
		return f.Names[i]
	}
	return Show(f.Choices[i])
}

func (f AnswerField) Chosen(value, choice string) bool {
	if f.Type != "choices" {
		return value == choice
	}
	return slices.Contains(strings.Split(value, "\n"), choice)
}

// Hint says what to type, or returns "" if that is obvious from the type.
func (f AnswerField) Hint() string {
	var out []string
	switch f.Type {
	case "integer":
		out = append(out, "whole number")
	case "number":
		out = append(out, "number")
	case "list":
		out = append(out, "one per line")
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

// words describes the limits. The parameter what is the noun for the elements of a list: "item".
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

// rangeText describes a range. The parameter what is its unit in the singular, "" for none.
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

// HasQuestion reports whether the draft already has the form of a question, or the JSON made from
// it. Getting a task again returns the same question.
func (d *Draft) HasQuestion(q Question) bool {
	return slices.ContainsFunc(d.Parts, func(p Part) bool { return reflect.DeepEqual(itemless(p.Fields), itemless(q.Fields)) })
}

// SchemaOf returns the JSON Schema of an object in an agent's request for input, or nil. It looks
// for one in the data and the metadata of each part.
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

// Show formats a choice for people: a string loses its quotes.
func Show(choice string) string {
	var s string
	if json.Unmarshal([]byte(choice), &s) == nil {
		return s
	}
	return choice
}
