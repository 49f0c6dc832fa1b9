package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const tripSchema = `{"type":"object","title":"Trip","description":"For the booking.","required":["name","seats","pets","address","class"],"properties":{
	"name":{"type":"string","minLength":2},
	"mail":{"type":"string","format":"email"},
	"day":{"type":"string","format":"date"},
	"code":{"type":"string","pattern":"^[A-Z]{3}$"},
	"seats":{"type":"integer","minimum":1,"maximum":9},
	"price":{"type":["number","null"]},
	"pets":{"type":"boolean"},
	"class":{"enum":["economy","first"],"enumNames":["Economy","First class"]},
	"meal":{"oneOf":[{"const":"v","title":"Vegan"},{"const":"n","title":"None"}]},
	"address":{"type":"object","title":"Address","required":["street"],"properties":{"street":{"type":"string"},"geo":{"type":"object","required":["lat"],"properties":{"lat":{"type":"number"},"note":{"type":"string"}}}}},
	"tags":{"type":"array","items":{"type":"string"},"default":["a","b"]},
	"counts":{"type":"array","items":{"type":"integer"},"maxItems":2},
	"days":{"type":"array","items":{"enum":["mon","tue"]}},
	"more":{"type":"array","items":{"type":"object"}},
	"odd":7}}`

// fill makes a form from a schema, and fills it with values, which are keyed by field name.
func fill(t *testing.T, schema string, values map[string]string) Part {
	t.Helper()
	q := QuestionOf(json.RawMessage(schema))
	p := Part{Kind: "form", Fields: q.Fields}
	for _, f := range q.Fields {
		p.Values = append(p.Values, values[f.Name])
		delete(values, f.Name)
	}
	if len(values) > 0 {
		t.Fatalf("no fields for %v", values)
	}
	return p
}

// TestFieldsOfASchema reads every kind of member.
func TestFieldsOfASchema(t *testing.T) {
	q := QuestionOf(json.RawMessage(tripSchema))
	var got []string
	for _, f := range q.Fields {
		var in []string
		for _, g := range f.Within {
			in = append(in, g.Label())
		}
		line := strings.Join(append(in, f.Name), "/") + " " + f.Type
		if f.Required {
			line += " required"
		}
		if w := f.Hint(); w != "" {
			line += ": " + w
		}
		got = append(got, line)
	}
	const want = `name string required: at least 2 characters
mail string: an e-mail address
day string: a date such as 2026-11-27
code string: matching ^[A-Z]{3}$
seats integer required: whole number, 1 to 9
price number: number
pets boolean required
class json required
meal json
Address/street string required
Address/geo/lat number required: number
Address/geo/note string
tags list: one per line
counts list: one per line, integers, at most 2 values
days choices
more json: JSON array
odd json: JSON`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if q.Title != "Trip" || q.Description != "For the booking." || q.OmittedMembers != 0 {
		t.Errorf("%q, %q, %d more", q.Title, q.Description, q.OmittedMembers)
	}
	class, meal, tags := q.Fields[7], q.Fields[8], q.Fields[12]
	if class.Choice(1) != "First class" || meal.Choice(0) != "Vegan" || meal.Choices[0] != `"v"` || tags.Default != "a\nb" {
		t.Errorf("choices %q and %q, default %q", class.Choice(1), meal.Choice(0), tags.Default)
	}
}

// TestAnswerOfAForm encodes what was typed in the shape of the schema.
func TestAnswerOfAForm(t *testing.T) {
	p := fill(t, tripSchema, map[string]string{"name": "Ada", "seats": " 2 ", "pets": "false", "class": `"first"`, "meal": `"n"`, "street": "High <st>",
		"tags": "x\n\n y \n", "counts": "1\n2", "days": "\"mon\"\n\"tue\"", "more": `[{"a": 1}]`})
	if f := p.Faults(); len(f) > 0 {
		t.Fatalf("wrong is %v", f)
	}
	data, err := answerData(p)
	const want = `{"name":"Ada","seats":2,"pets":false,"class":"first","meal":"n","address":{"street":"High \u003cst\u003e"},"tags":["x","y"],"counts":[1,2],"days":["mon","tue"],"more":[{"a": 1}]}`
	if err != nil || string(data) != want {
		t.Errorf("%v\n got %s\nwant %s", err, data, want)
	}
}

// TestEveryFaultIsTold: every invalid field says why, not just the first. An object that is not
// required needs nothing until something in it is filled in.
func TestEveryFaultIsTold(t *testing.T) {
	p := fill(t, tripSchema, map[string]string{"name": "A", "mail": "nobody", "day": "27.11.", "code": "abc", "seats": "12", "price": "cheap",
		"note": "x", "counts": "1\ntwo", "days": `"sun"`, "more": "{}", "odd": "[1"})
	var got []string
	for _, f := range p.Faults() {
		got = append(got, p.Fields[f.Field].Name+": "+f.Message)
	}
	const want = `name: 1 character given; expected at least 2 characters.
mail: This is not an e-mail address.
day: This is not a date such as 2026-11-27.
code: This does not match ^[A-Z]{3}$.
seats: 12 is out of range: expected 1 to 9.
price: “cheap” is not a number.
pets: This is required: choose yes or no.
class: This is required: choose a value.
street: This is required.
lat: This is required.
counts: Line 2: “two” is not a whole number.
days: Line 1: choose one of the offered values.
more: This must be an array, [ … ].
odd: Not JSON at line 1, column 3: it ends too early.`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if _, err := answerData(p); err == nil || !strings.Contains(err.Error(), `"name": 1 character given`) || !strings.Contains(err.Error(), "13 other fields") {
		t.Errorf("in one sentence: %v", err)
	}
}

// TestFormBecomesJSON: invalid values stay as typed, and the JSON can be turned back into the form.
func TestFormBecomesJSON(t *testing.T) {
	d := &Draft{}
	p := fill(t, tripSchema, map[string]string{"name": "A", "seats": "12"})
	d.Add(p)
	d.AsData(1)
	got := d.Parts[0]
	if got.Kind != "data" || got.Text != "{\n  \"name\": \"A\",\n  \"seats\": 12,\n  \"address\": {}\n}" || got.Num != 2 || d.Shape < 2 {
		t.Errorf("%+v, shape %d", got, d.Shape)
	}
	if !d.HasQuestion(QuestionOf(json.RawMessage(tripSchema))) {
		t.Error("the question is asked again beside its JSON")
	}
	if c, err := got.Part(); err != nil || c == nil {
		t.Errorf("JSON that the schema refuses is not sent: %v", err)
	}
	d.Add(Part{Kind: "data", Text: "{}"})
	d.AsForm(2)
	d.AsForm(3) // which never was a form
	if f := d.Parts[0]; f.Kind != "form" || !slices.Equal(f.Values, p.Values) || f.Num != 4 || d.Parts[1].Kind != "data" {
		t.Errorf("back again: %+v, %+v", f, d.Parts[1])
	}
	for v, want := range map[string]string{"abc": `"abc"`, "99": "99", `a"b`: `"a\"b"`} {
		if got := rawValue(AnswerField{Type: "integer"}, v); string(got) != want {
			t.Errorf("%s stands as %s", v, got)
		}
	}
	if got := rawValue(AnswerField{Type: "string"}, "99"); string(got) != `"99"` {
		t.Errorf("a text stands as %s", got)
	}
}

// TestSchemaOfManyMembers counts members without a field.
func TestSchemaOfManyMembers(t *testing.T) {
	var all []string
	for i := range maxAnswerFields + 5 {
		all = append(all, fmt.Sprintf(`"m%d":{"type":"string"}`, i))
	}
	q := QuestionOf(json.RawMessage(`{"type":"object","properties":{` + strings.Join(all, ",") + `}}`))
	if len(q.Fields) != maxAnswerFields || q.OmittedMembers != 5 {
		t.Errorf("%d fields, %d more", len(q.Fields), q.OmittedMembers)
	}
}

const partySchema = `{"type":"object","required":["guests","rooms"],"properties":{
	"guests":{"type":"array","title":"Guests","minItems":1,"maxItems":3,"items":{"type":"object","title":"Guest","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer","default":18},"home":{"type":"object","required":["zip"],"properties":{"zip":{"type":"string"}}},"pets":{"type":"array","items":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"legs":{"type":"integer"}}}}}}},
	"rooms":{"type":"array","items":{"type":"object","properties":{"beds":{"type":"integer"}}}},
	"extras":{"type":"array","items":{"type":"object","required":["what"],"properties":{"what":{"type":"string"}}}},
	"last":{"type":"string"}}}`

// within lists the fields of a form with their groups.
func within(p Part) string {
	var out []string
	for _, f := range p.Fields {
		at := ""
		for _, g := range f.Within {
			if at += g.Name; g.Item > 0 {
				at += fmt.Sprint(g.Item)
			}
			at += "/"
		}
		out = append(out, at+f.Name)
	}
	return strings.Join(out, " ")
}

// TestListOfObjects: each item of an array of objects has its fields; items are added and removed,
// and the values of the others stay with them.
func TestListOfObjects(t *testing.T) {
	d := &Draft{}
	p := fill(t, partySchema, map[string]string{})
	d.Add(p)
	if got := within(d.Parts[0]); got != "guests guests1/name guests1/age guests1/home/zip guests1/pets rooms rooms1/beds extras last" {
		t.Fatalf("fields are %s", got)
	}
	if f := p.Fields[0]; f.Type != "items" || f.Hint() != "1 to 3 items" || p.Fields[1].Within[0].Label() != "Guest" {
		t.Errorf("the list is %+v", f)
	}
	if w := p.Fields[4].Hint(); w != "JSON array, each with kind (string, required), legs (integer)" {
		t.Errorf("a list in a list wants %q", w)
	}
	d.Parts[0].Values[1] = "Ada"
	d.AddItem(d.Parts[0].Num, 0)
	d.AddItem(d.Parts[0].Num, 0)
	q := &d.Parts[0]
	if q.Num != 3 || q.Items(0) != 3 || q.Values[6] != "18" || q.FocusField != 10 || q.Fields[q.FocusField-1].Name != "name" || p.Items(0) != 1 {
		t.Errorf("three guests: %s, focus at %d", within(*q), q.FocusField)
	}
	q.Values[5], q.Values[9], q.Values[11] = "Bob", "Cyd", "10115"
	d.DropItem(q.Num, 0, 2)
	d.DropItem(d.Parts[0].Num, 9, 1) // the room
	d.AddItem(d.Parts[0].Num, 10)    // an extra
	q = &d.Parts[0]
	if got := within(*q); got != "guests guests1/name guests1/age guests1/home/zip guests1/pets guests2/name guests2/age guests2/home/zip guests2/pets rooms extras extras1/what last" {
		t.Fatalf("fields are %s", got)
	}
	if list, item := q.ListOf(q.Fields[5].Within); list != 0 || item != 2 {
		t.Errorf("Cyd is item %d of %d", item, list)
	}
	var wrong []string
	for _, f := range q.Faults() {
		wrong = append(wrong, fmt.Sprint(f.Field, " ", f.Message))
	}
	if got := strings.Join(wrong, "; "); got != "11 This is required." {
		t.Errorf("wrong is %s", got)
	}
	q.Values[11] = "x"
	if data, err := answerData(*q); err != nil || string(data) != `{"guests":[{"name":"Ada"},{"name":"Cyd","age":18,"home":{"zip":"10115"}}],"rooms":[],"extras":[{"what":"x"}]}` {
		t.Errorf("%v: %s", err, data)
	}
	if !d.HasQuestion(QuestionOf(json.RawMessage(partySchema))) {
		t.Error("the question is asked again beside its form")
	}
	d.DropItem(q.Num, 0, 2)
	d.DropItem(d.Parts[0].Num, 0, 1)
	if f := d.Parts[0].Faults(); len(f) != 1 || f[0].Field != 0 || f[0].Message != "0 items given; expected 1 to 3 items." {
		t.Errorf("no guests: %v", f)
	}
	num := d.Parts[0].Num
	d.AddItem(num, 99)
	d.AddItem(num, 4)
	d.DropItem(num, -1, 1)
	if d.Parts[0].Num != num {
		t.Error("what is no list was changed")
	}
	huge := QuestionOf(json.RawMessage(strings.Replace(partySchema, `"minItems":1,"maxItems":3`, `"minItems":1000000000`, 1)))
	if len(huge.Fields) > maxFields {
		t.Errorf("%d fields", len(huge.Fields))
	}
}
