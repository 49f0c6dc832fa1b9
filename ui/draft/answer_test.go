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

// fill is a form of a schema with values by the names of its fields.
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
tags list: one a line
counts list: one a line, integers, at most 2 values
days choices
more json: JSON array
odd json: JSON`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if q.Title != "Trip" || q.Description != "For the booking." || q.More != 0 {
		t.Errorf("%q, %q, %d more", q.Title, q.Description, q.More)
	}
	class, meal, tags := q.Fields[7], q.Fields[8], q.Fields[12]
	if class.Choice(1) != "First class" || meal.Choice(0) != "Vegan" || meal.Choices[0] != `"v"` || tags.Default != "a\nb" {
		t.Errorf("choices %q and %q, default %q", class.Choice(1), meal.Choice(0), tags.Default)
	}
}

// TestAnswerOfAForm writes what was typed in the shape of the schema.
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

// TestEveryFaultIsTold: each field that is wrong says why, not the first alone. An object
// that is not required asks for nothing until something of it is filled in.
func TestEveryFaultIsTold(t *testing.T) {
	p := fill(t, tripSchema, map[string]string{"name": "A", "mail": "nobody", "day": "27.11.", "code": "abc", "seats": "12", "price": "cheap",
		"note": "x", "counts": "1\ntwo", "days": `"sun"`, "more": "{}", "odd": "[1"})
	var got []string
	for _, f := range p.Faults() {
		got = append(got, p.Fields[f.Field].Name+": "+f.Says)
	}
	const want = `name: 1 character here, to be at least 2 characters.
mail: This is not an e-mail address.
day: This is not a date such as 2026-11-27.
code: This does not match ^[A-Z]{3}$.
seats: 12 is out of bounds: 1 to 9.
price: “cheap” is not a number.
pets: This is required: choose yes or no.
class: This is required: choose a value.
street: This is required.
lat: This is required.
counts: Line 2: “two” is not a whole number.
days: Line 1: choose one of the values offered.
more: This is to be an array, [ … ].
odd: Not JSON at line 1, column 3: it ends too early.`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if _, err := answerData(p); err == nil || !strings.Contains(err.Error(), `"name": 1 character here`) || !strings.Contains(err.Error(), "13 other fields") {
		t.Errorf("in one sentence: %v", err)
	}
}

// TestFormBecomesJSON: what is wrong stays as it was typed, and the way back is open.
func TestFormBecomesJSON(t *testing.T) {
	d := &Draft{}
	p := fill(t, tripSchema, map[string]string{"name": "A", "seats": "12"})
	d.Add(p)
	d.AsData(1)
	got := d.Parts[0]
	if got.Kind != "data" || got.Text != "{\n  \"name\": \"A\",\n  \"seats\": 12,\n  \"address\": {}\n}" || got.Num != 2 || d.Shape < 2 {
		t.Errorf("%+v, shape %d", got, d.Shape)
	}
	if !d.Asks(QuestionOf(json.RawMessage(tripSchema))) {
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
		if got := asTypedIn(AnswerField{Type: "integer"}, v); string(got) != want {
			t.Errorf("%s stands as %s", v, got)
		}
	}
	if got := asTypedIn(AnswerField{Type: "string"}, "99"); string(got) != `"99"` {
		t.Errorf("a text stands as %s", got)
	}
}

// TestSchemaOfManyMembers counts what has no field.
func TestSchemaOfManyMembers(t *testing.T) {
	var all []string
	for i := range answerFields + 5 {
		all = append(all, fmt.Sprintf(`"m%d":{"type":"string"}`, i))
	}
	q := QuestionOf(json.RawMessage(`{"type":"object","properties":{` + strings.Join(all, ",") + `}}`))
	if len(q.Fields) != answerFields || q.More != 5 {
		t.Errorf("%d fields, %d more", len(q.Fields), q.More)
	}
}
