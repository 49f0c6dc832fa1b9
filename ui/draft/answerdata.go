package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/ui/part"
)

// Fault says why one field of a form cannot be sent.
type Fault struct {
	Field   int
	Message string
}

// Faults returns what is wrong with the fields of a form, in order; nil for other parts.
func (p Part) Faults() (out []Fault) {
	if p.Kind != "form" {
		return nil
	}
	_, out = p.answer(false)
	return out
}

func answerData(p Part) (json.RawMessage, error) {
	data, faults := p.answer(false)
	if len(faults) == 0 {
		return data, nil
	}
	first := faults[0]
	err := fmt.Errorf("%q: %s", p.Fields[first.Field].Label(), first.Message)
	if n := len(faults) - 1; n > 0 {
		err = fmt.Errorf("%w There are errors in %s", err, part.Plural(n, "other field"))
	}
	return nil, err
}

// AsJSON returns the contents of the fields as indented JSON; invalid values appear as typed.
func (p Part) AsJSON() string {
	data, _ := p.answer(true)
	var b bytes.Buffer
	if json.Indent(&b, data, "", "  ") != nil {
		return string(data)
	}
	return b.String()
}

func (p Part) value(i int) string {
	if i < len(p.Values) {
		return p.Values[i]
	}
	return ""
}

// answer encodes the contents of the fields as JSON, and returns what is wrong with them. Invalid
// values are left out or, with asTyped, kept as typed.
func (p Part) answer(asTyped bool) (json.RawMessage, []Fault) {
	var faults []Fault
	all := &member{}
	for i, f := range p.Fields {
		v := p.value(i)
		if f.Type == "items" {
			faults = append(faults, p.list(all, i)...)
			continue
		}
		if strings.TrimSpace(v) == "" && (f.Type != "string" || v == "" || len(f.Choices) > 0) {
			if f.Required && p.isNeeded(f) {
				faults = append(faults, Fault{i, missingAdvice(f)})
			}
			p.makeObjects(all, f)
			continue
		}
		val, err := valueOf(f, v)
		if err != nil {
			faults = append(faults, Fault{i, part.SentenceOf(err.Error())})
			if !asTyped {
				continue
			}
			val = rawValue(f, v)
		}
		all.within(f.Within).child(f.Name).value = val
	}
	return all.write(), faults
}

// rawValue converts what was typed without checking it: to JSON if the field is not a string and
// the text is valid JSON, and to a string otherwise.
func rawValue(f AnswerField, v string) json.RawMessage {
	if raw := strings.TrimSpace(v); f.Type != "string" && json.Valid([]byte(raw)) {
		return json.RawMessage(raw)
	}
	text, _ := json.Marshal(v)
	return text
}

// isNeeded reports whether the objects around a field must be present: they are required, or
// something in them is filled in.
func (p Part) isNeeded(f AnswerField) bool {
	for depth, g := range f.Within {
		if !g.Required && !p.filled(f.Within[:depth+1]) {
			return false
		}
	}
	return true
}

func (p Part) filled(within []Group) bool {
	for i, f := range p.Fields {
		if len(f.Within) >= len(within) && slices.EqualFunc(f.Within[:len(within)], within, Group.equals) && p.value(i) != "" {
			return true
		}
	}
	return false
}

// makeObjects creates the required objects around a field, even if they stay empty.
func (p Part) makeObjects(all *member, f AnswerField) {
	for _, g := range f.Within {
		if !g.Required {
			return
		}
		all = all.within([]Group{g})
	}
}

// member is a member of an object being written.
type member struct {
	name  string
	value json.RawMessage // nil for an object or a list
	list  bool            // the value is an array of all, whose names are not written
	all   []*member
}

// within returns the innermost of the nested objects groups, creating them as needed.
func (m *member) within(groups []Group) *member {
	for _, g := range groups {
		if m = m.child(g.Name); g.Item > 0 {
			m.list = true
			m = m.child(strconv.Itoa(g.Item))
		}
	}
	return m
}

// child returns the member with a name, creating it as needed.
func (m *member) child(name string) *member {
	for _, o := range m.all {
		if o.name == name {
			return o
		}
	}
	o := &member{name: name}
	m.all = append(m.all, o)
	return o
}

func (m *member) write() json.RawMessage {
	if m.value != nil {
		return m.value
	}
	var b bytes.Buffer
	b.WriteByte(map[bool]byte{true: '[', false: '{'}[m.list])
	for i, o := range m.all {
		if i > 0 {
			b.WriteByte(',')
		}
		if !m.list {
			name, _ := json.Marshal(o.name)
			b.Write(name)
			b.WriteByte(':')
		}
		b.Write(o.write())
	}
	b.WriteByte(map[bool]byte{true: ']', false: '}'}[m.list])
	return b.Bytes()
}

func missingAdvice(f AnswerField) string {
	switch {
	case f.Type == "boolean" && len(f.Choices) == 0:
		return "This is required: choose yes or no."
	case len(f.Choices) > 0:
		return "This is required: choose a value."
	}
	return "This is required."
}

func valueOf(f AnswerField, v string) (json.RawMessage, error) {
	switch {
	case f.Type == "choices", f.Type == "list":
		return listOf(f, v)
	case len(f.Choices) > 0:
		if slices.Contains(f.Choices, v) {
			return json.RawMessage(v), nil
		}
		return nil, errors.New("choose one of the offered values")
	case f.Type == "string":
		if err := f.Limits.text(v); err != nil {
			return nil, err
		}
		return json.Marshal(v)
	case f.Type == "boolean":
		return json.RawMessage(strconv.FormatBool(v == "true" || v == "on")), nil
	case f.Type == "json":
		return jsonOf(f, v)
	}
	return numberOf(f.Type, v, f.Limits)
}

func jsonOf(f AnswerField, v string) (json.RawMessage, error) {
	v = strings.TrimSpace(v)
	if err := jsonError(v); err != nil {
		return nil, err
	}
	begins, article := map[string]string{"array": "[", "object": "{"}[f.JSON], map[string]string{"array": "an array, [ … ]", "object": "an object, { … }"}[f.JSON]
	if begins != "" && !strings.HasPrefix(v, begins) {
		return nil, fmt.Errorf("this must be %s", article)
	}
	return json.RawMessage(v), nil
}

func numberOf(kind, v string, l Limits) (json.RawMessage, error) {
	v = strings.TrimSpace(v)
	shown := part.Visible(part.Short(v, 60))
	if !json.Valid([]byte(v)) || !strings.ContainsAny(v[:1], "-0123456789") {
		return nil, fmt.Errorf("“%s” is not a %s", shown, map[string]string{"number": "number", "integer": "whole number"}[kind])
	}
	if kind == "integer" && strings.ContainsAny(v, ".eE") {
		return nil, fmt.Errorf("“%s” is not a whole number", shown)
	}
	n, err := strconv.ParseFloat(v, 64)
	if err == nil && (l.Minimum != nil && n < *l.Minimum || l.Maximum != nil && n > *l.Maximum) {
		return nil, fmt.Errorf("%s is out of range: expected %s", shown, rangeText(l.Minimum, l.Maximum, ""))
	}
	return json.RawMessage(v), nil
}

func listOf(f AnswerField, v string) (json.RawMessage, error) {
	out := []json.RawMessage{}
	for i, line := range strings.Split(v, "\n") {
		line = strings.TrimSpace(line)
		var one json.RawMessage
		var err error
		switch {
		case line == "":
			continue
		case f.Type == "choices":
			one, err = valueOf(AnswerField{Type: "string", Choices: f.Choices}, line)
		case f.ElementType == "string":
			one, err = json.Marshal(line)
		default:
			one, err = numberOf(f.ElementType, line, Limits{})
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		out = append(out, one)
	}
	l := f.Limits
	if l.MinItems != nil && len(out) < *l.MinItems || l.MaxItems != nil && len(out) > *l.MaxItems {
		return nil, fmt.Errorf("%s given; expected %s", part.Plural(len(out), "value"), rangeText(l.MinItems, l.MaxItems, "value"))
	}
	return json.Marshal(out)
}

// formats holds the string formats that are checked, with their descriptions.
var formats = map[string]struct {
	says string
	like func(string) bool
}{
	"email": {"an e-mail address", func(v string) bool { a, err := mail.ParseAddress(v); return err == nil && a.Address == v }},
	"date":  {"a date such as 2026-11-27", func(v string) bool { _, err := time.Parse(time.DateOnly, v); return err == nil }},
	"time": {"a time such as 14:02:11Z", func(v string) bool {
		_, err := time.Parse("15:04:05.999999999Z07:00", v)
		return err == nil
	}},
	"date-time": {"a time such as 2026-11-27T14:02:11Z", func(v string) bool { _, err := time.Parse(time.RFC3339Nano, v); return err == nil }},
	"uri":       {"a URL such as https://example.com/", func(v string) bool { u, err := url.Parse(v); return err == nil && u.Scheme != "" }},
}

func (l Limits) text(v string) error {
	if f, known := formats[l.Format]; known && !f.like(v) {
		return fmt.Errorf("this is not %s", f.says)
	}
	n := utf8.RuneCountInString(v)
	if l.MinLength != nil && n < *l.MinLength || l.MaxLength != nil && n > *l.MaxLength {
		return fmt.Errorf("%s given; expected %s", part.Plural(n, "character"), rangeText(l.MinLength, l.MaxLength, "character"))
	}
	if l.Pattern == "" {
		return nil
	}
	// Patterns of JSON Schema are JavaScript's; the agent judges those that Go cannot compile.
	if like, err := regexp.Compile(l.Pattern); err == nil && !like.MatchString(v) {
		return fmt.Errorf("this does not match %s", part.Visible(part.Short(l.Pattern, 120)))
	}
	return nil
}
