package saved

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	r := Request{Agent: "http://a", Headers: "Authorization: Bearer {{token}}\nX-Trace: {{ id }}", Metadata: `{"id": "{{id}}", "n": {{n}}}`,
		Parts: []Part{{Kind: "text", Text: `call {{who}}, not \{{who}} or {{ 1 }} or {{unknown}}`}, {Kind: "data", Text: `{"say": "\" {{who}}", "list": {{list}}}`},
			{Kind: "url", URL: "https://x/{{id}}"}, {Kind: "file", Bytes: []byte("{{who}}"), Name: "{{who}}"}},
		Variables: []Variable{{Name: "who", Default: "Ann"}, {Name: "token", Secret: true}, {Name: "id"}, {Name: "n", Default: "1"}, {Name: "list"}}}
	if got, want := strings.Join(r.VariableNames(), " "), "who unknown list id n token"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
	values := map[string]string{"who": `a "quoted" one` + "\n", "token": "t0p", "id": "7", "list": `["x"]`}
	f, err := r.Fill(values)
	if err != nil {
		t.Fatal(err)
	}
	want := Request{Agent: "http://a", Headers: "Authorization: Bearer t0p\nX-Trace: 7", Metadata: `{"id": "7", "n": 1}`,
		Parts: []Part{{Kind: "text", Text: "call a \"quoted\" one\n, not {{who}} or {{ 1 }} or {{unknown}}"}, {Kind: "data", Text: `{"say": "\" a \"quoted\" one\n", "list": ["x"]}`},
			{Kind: "url", URL: "https://x/7"}, {Kind: "file", Bytes: []byte("{{who}}"), Name: "{{who}}"}}, Variables: r.Variables}
	if !reflect.DeepEqual(*f, want) {
		t.Errorf("got\n%+v\nwant\n%+v", *f, want)
	}
	if r.Parts[0].Text[:8] != "call {{w" {
		t.Error("the saved one is changed, too")
	}
	shown, err := r.FillForDisplay(values)
	if err != nil || !strings.Contains(shown.Headers, "Bearer {{token}}") || !strings.Contains(shown.Headers, "Trace: 7") {
		t.Errorf("shown %q, %v", shown.Headers, err)
	}
	if _, err := r.Fill(map[string]string{"who": "x"}); !errors.As(err, new(MissingValuesError)) || err.Error() != "no value for {{list}}, {{id}}, {{token}}" {
		t.Errorf("what lacks: %v", err)
	}
	values["id"] = "7\r\nX-Evil: 1"
	if _, err := r.Fill(values); err == nil || !strings.Contains(err.Error(), "line break") {
		t.Errorf("a header in a value: %v", err)
	}
}

// A secret is accepted only in a header whose value is never recorded.
func TestSecretsStandInHiddenHeaders(t *testing.T) {
	secret := []Variable{{Name: "s", Secret: true}}
	for _, c := range []struct {
		r    Request
		fits bool
	}{
		{Request{Headers: "Authorization: Bearer {{s}}"}, true},
		{Request{Headers: "Authorization: Basic {{s}}"}, true},
		{Request{Headers: "authorization: {{s}}"}, true},
		{Request{Headers: "X-API-Key: {{s}}"}, true},
		{Request{Headers: "Cookie: session={{s}}"}, true},
		{Request{Headers: "X-Trace: {{s}}"}, false},
		{Request{Headers: "Authorization: Bearer {{s}}\nX-Trace: {{s}}"}, false},
		{Request{Tenant: "{{s}}"}, false},
		{Request{Metadata: `{"a":"{{s}}"}`}, false},
		{Request{Parts: []Part{{Kind: "text", Text: "{{s}}"}}}, false},
		{Request{Parts: []Part{{Kind: "data", Text: `"{{s}}"`}}}, false},
		{Request{Parts: []Part{{Kind: "url", URL: "https://x/?key={{s}}"}}}, false},
	} {
		c.r.Variables = secret
		f, err := c.r.Fill(map[string]string{"s": "hush"})
		if (err == nil) != c.fits {
			t.Errorf("%+v: %v", c.r, err)
		}
		if err == nil && !strings.Contains(f.Headers, "hush") {
			t.Errorf("%+v is not filled", c.r)
		}
		if shown, err := c.r.FillForDisplay(map[string]string{"s": "hush"}); err != nil || strings.Contains(strings.Join([]string{shown.Headers, shown.Tenant, shown.Metadata}, " "), "hush") {
			t.Errorf("%+v is shown: %v", c.r, err)
		}
	}
}

func TestHeadersAreSavedWithoutSecrets(t *testing.T) {
	got, found := Places{}.WithoutSecrets("Authorization: Bearer abc\nX-Trace: 1\nX-Api-Key: k-1\n\nCookie: {{jar}}\nProxy-Authorization:")
	want := "Authorization: Bearer {{authorization}}\nX-Trace: 1\nX-Api-Key: {{x-api-key}}\n\nCookie: {{jar}}\nProxy-Authorization:"
	if got != want || !reflect.DeepEqual(found, []Variable{{Name: "authorization", Secret: true}, {Name: "x-api-key", Secret: true}}) {
		t.Errorf("%q, %+v", got, found)
	}
}

// Headers that only an agent's card declares are as secret as those that always are.
func TestHeadersOfACardAreSavedWithoutSecrets(t *testing.T) {
	r := Request{Headers: "X-Mine: hush\nReferer: https://x/?odd=hush\nX-Two: {{two}}", Variables: []Variable{{Name: "two", Default: "hush"}},
		Places: Places{Headers: []string{"X-Mine", "X-Two"}, Query: []string{"odd"}}}
	plain := r
	plain.Places = Places{}
	if plain.DropSecrets(); plain.Headers != r.Headers || plain.Variables[0].Secret {
		t.Errorf("of another agent it is %+v", plain)
	}
	r.DropSecrets()
	if r.Headers != "X-Mine: {{x-mine}}\nReferer: https://x/?odd={{referer}}\nX-Two: {{two}}" || !r.Variables[2].Secret || r.Variables[2].Default != "" {
		t.Errorf("%+v", r)
	}
	if _, err := r.Fill(map[string]string{"x-mine": "a", "referer": "b", "two": "c"}); err != nil {
		t.Errorf("it is not sent: %v", err)
	}
	r.Places = Places{}
	if _, err := r.Fill(map[string]string{"x-mine": "a", "referer": "b", "two": "c"}); err == nil {
		t.Error("it goes where it would be recorded")
	}
}

// Secrets next to variables, and in headers that only their values reveal, are not saved.
func TestNoSecretIsSavedBesideVariables(t *testing.T) {
	for _, c := range [][2]string{
		{"Cookie: sid=hush; who={{who}}", "Cookie: {{cookie}}"},
		{"Authorization: Bearer hush{{n}}", "Authorization: Bearer {{authorization}}"},
		{"X-Api-Key: {{n}}hush", "X-Api-Key: {{x-api-key}}"},
		{"X-Carry: Bearer hush", "X-Carry: Bearer {{x-carry}}"},
		{"Cookie: sid={{sid}}; who={{who}}", ""}, {"Authorization: Basic {{user}}:{{pass}}", ""}, {"Authorization: Bearer {{token}}", ""}, {"X-Trace: a {{n}}", ""},
	} {
		got, found := Places{}.WithoutSecrets(c[0])
		if c[1] == "" {
			c[1] = c[0]
		}
		if got != c[1] || (got != c[0]) != (len(found) == 1) {
			t.Errorf("%s: %s, %v", c[0], got, found)
		}
		r := Request{Headers: got, Variables: found}
		for _, n := range r.VariableNames() {
			if !r.HasVariable(n) {
				r.Variables = append(r.Variables, Variable{Name: n})
			}
		}
		if _, err := r.Fill(map[string]string{"cookie": "a", "authorization": "a", "x-api-key": "a", "x-carry": "a", "n": "1", "who": "1", "sid": "1", "user": "1", "pass": "1", "token": "1"}); err != nil {
			t.Errorf("%s is not sent: %v", got, err)
		}
	}
}

func TestVariablesAreThoseThatOccur(t *testing.T) {
	r := Request{Parts: []Part{{Kind: "text", Text: "{{a}} {{b}} {{a}}"}}, Variables: []Variable{{Name: "gone", Default: "1"}, {Name: "b", Default: "hush", Secret: true}}}
	r.UpdateVariables()
	if !reflect.DeepEqual(r.Variables, []Variable{{Name: "a"}, {Name: "b", Secret: true}}) {
		t.Errorf("%+v", r.Variables)
	}
	b, err := r.Encode()
	if err != nil || strings.Contains(string(b), "hush") {
		t.Errorf("%s, %v", b, err)
	}
	again, err := Decode("x", b)
	if err != nil || !reflect.DeepEqual(*again, r) {
		t.Errorf("%+v, %v", again, err)
	}
}

type vault map[string]string

func (v vault) Load(key string) ([]byte, error)      { return []byte(v[key]), nil }
func (v vault) Save(key string, secret []byte) error { v[key] = string(secret); return nil }

// A secret stored for one agent goes to no other.
func TestSecretsAreOfAnAgent(t *testing.T) {
	s := Secrets{vault{}}
	if err := s.Save("http://a", "token", "hush"); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{{"http://a", "token", "hush"}, {"http://b", "token", ""}, {"http://a", "other", ""}} {
		if got, err := s.Load(c[0], c[1]); got != c[2] || err != nil {
			t.Errorf("%v: %q, %v", c, got, err)
		}
	}
}
