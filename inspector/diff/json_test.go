package diff_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// TestJSON: documents are compared by their values as written.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want string // path A B, each
	}{
		{`{"a":1,"b":"x"}`, `{ "b" : "x", "a" : 1 }`, ""},
		{`{"a":1}`, `{"a":1.0}`, "$.a 1 1.0;"},
		{`{"id":"0192f0c1-7a3b-7c11-8d2e-5f60a1b2c3d4"}`, `{"id":"0192f0c1-7a3b-7c11-8d2e-5f60a1b2c3d5"}`, `$.id "0192f0c1-7a3b-7c11-8d2e-5f60a1b2c3d4" "0192f0c1-7a3b-7c11-8d2e-5f60a1b2c3d5";`},
		{`{"at":"2026-03-04T10:20:30Z"}`, `{"at":"2026-03-04T10:20:31Z"}`, `$.at "2026-03-04T10:20:30Z" "2026-03-04T10:20:31Z";`},
		{`{"parts":[{"text":"one"},{"text":"two"}]}`, `{"parts":[{"text":"one"},{"text":"2"}]}`, `$.parts[1].text "two" "2";`},
		{`{"a":1}`, `{}`, "$.a 1 ;"},
		{`{}`, `{"a":null}`, "$.a  null;"},
		{`{"a":1}`, `{"a":"1"}`, `$.a 1 "1";`},
		{`{"a":[true,null,""]}`, `{"a":["true","null",null]}`, `$.a[0] true "true";$.a[1] null "null";$.a[2] "" null;`},
		{`{"a":1}`, `{"a":`, `$ {"a":1} "{\"a\":";`},
	} {
		list, more := diff.CompareJSON([]byte(c.a), []byte(c.b), 10)
		got := ""
		for _, d := range list {
			got += fmt.Sprintf("%s %s %s;", d.Path, d.A, d.B)
		}
		if got != c.want || more != 0 {
			t.Errorf("%s, %s: got %s (%d more), want %s", c.a, c.b, got, more, c.want)
		}
	}
	for _, c := range []struct{ a, b, want string }{ // for people, and for programs
		{`{"v":1}`, `{"v":"1"}`, `1 / "1" {"path":"$.v","a":1,"b":"1"`},
		{`{"v":null}`, `{"v":"null"}`, `null / "null" {"path":"$.v","a":null,"b":"null"`},
		{`{"v":null}`, `{}`, `null /  {"path":"$.v","a":null,"kind"`},
		{`{}`, `{"v":""}`, ` / "" {"path":"$.v","b":"","kind"`},
		{`{"v":"a b"}`, `{"v":{"a":"b"}}`, `a b / {"a":"b"} {"path":"$.v","a":"a b","b":{"a":"b"}`},
		{`{"v":"[1]"}`, `{"v":[1]}`, `"[1]" / [1] {"path":"$.v","a":"[1]","b":[1]`},
	} {
		list, _ := diff.CompareJSON([]byte(c.a), []byte(c.b), 1)
		if len(list) != 1 {
			t.Fatalf("%s, %s: %d differences", c.a, c.b, len(list))
		}
		written, err := json.Marshal(list[0])
		if got := fmt.Sprintf("%s / %s %s", diff.DisplayText(list[0].A), diff.DisplayText(list[0].B), written); err != nil || !strings.HasPrefix(got, c.want) || list[0].WordSpans() != nil {
			t.Errorf("%s, %s: got %s", c.a, c.b, got)
		}
	}
	list, more := diff.CompareJSON([]byte(`{"a":1,"b":2,"c":3}`), []byte(`{"a":2,"b":3,"c":4}`), 2)
	if len(list) != 2 || more != 1 {
		t.Errorf("%d and %d more of three", len(list), more)
	}
	if list, _ := diff.CompareJSON([]byte(`{"text":"hello there"}`), []byte(`{"text":"hello you"}`), 2); len(list) != 1 || list[0].WordSpans() == nil {
		t.Errorf("a text is not compared by its words: %+v", list)
	}
}

// TestLargeDataIsShownAsJSON: data with too many values to compare one by one still shows as JSON.
func TestLargeDataIsShownAsJSON(t *testing.T) {
	large := `{"rows":[` + strings.Repeat(`{"i":0},`, 60_000) + `{"i":1}]}`
	list, more := diff.CompareJSON([]byte(large), []byte(`{"rows":[]}`), 2)
	if len(list) != 1 || more != 0 || string(list[0].A) != large || string(list[0].B) != `{"rows":[]}` {
		t.Errorf("%d differences, %d more, %.60s", len(list), more, list[0].A)
	}
	broken := large[:len(large)-1]
	if list, _ := diff.CompareJSON([]byte(broken), []byte(`{"rows":[]}`), 2); len(list) != 1 || !strings.HasPrefix(string(list[0].A), `"{\"rows\"`) {
		t.Errorf("what is not JSON is no text: %.60s", list[0].A)
	}
}
