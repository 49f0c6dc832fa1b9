package jsonrepair

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestReadMends(t *testing.T) {
	for _, c := range []struct{ name, in, want, steps string }{
		{"strict", `{"a": [1, "x"]}`, `{"a": [1, "x"]}`, ""},
		{"odd space", "\ufeff{\u00a0\"a\":\u00a01}", `{"a":1}`, "byte order mark at byte 0; non-breaking space, 2 times, first at byte 4"},
		{"odd space after a word", "{\"a\":1\u00a0,\"b\":true\u00a0}", `{"a":1,"b":true}`, "non-breaking space, 2 times, first at byte 6"},
		{"odd space in text", "{\"a\":\"\u00a0\"}", "{\"a\":\"\u00a0\"}", ""},
		{"comments", "// one\n{\"a\": /* two */ 1 // three\n}", `{"a":1}`, "comment, 3 times, first at byte 0"},
		{"slashes in text", `{"a":"http://x/*y*/"}`, `{"a":"http://x/*y*/"}`, ""},
		{"comment without line end", `{"a":[1], // more "b":[2] }`, `{"a":[1],"b":[2]}`, "comment at byte 10; comment without a line end at byte 10"},
		{"only a comment", `{"a":{ /* one of: "x": {} */ }}`, `{"a":{}}`, "comment at byte 7"},
		{"trailing comma", `{"a":[1,2,],}`, `{"a":[1,2]}`, "extra comma, 2 times, first at byte 9"},
		{"trailing comma before odd space", "[1,\u00a0]", `[1]`, "non-breaking space at byte 3; extra comma at byte 2"},
		{"odd space, then comma, then odd space", "\u00a0[\u00a01,\u00a0]", `[1]`, "non-breaking space, 3 times, first at byte 0; extra comma at byte 6"},
		{"double comma", `[1,,2]`, `[1,2]`, "extra comma at byte 3"},
		{"leading comma", `[,1]`, `[1]`, "extra comma at byte 1"},
		{"missing comma", "{\"a\":\"x\"\n\"b\":2}", `{"a":"x","b":2}`, "missing comma at byte 9"},
		{"members in array", `{"artifact": [ "parts": [1], "index": 0 ] }`, `{"artifact":{"parts":[1],"index":0}}`, "members in an array at byte 13"},
		{"members in array, closed as object", `["a":1}`, `{"a":1}`, "members in an array at byte 0"},
		{"missing brace", `{"a":{"b":1}`, `{"a":{"b":1}}`, "incomplete JSON at byte 12"},
		{"missing bracket inside", `{"a":[1,2}`, `{"a":[1,2]}`, "missing closing bracket at byte 9"},
		{"wrong bracket", `{"a":1]`, `{"a":1}`, "stray closing bracket at byte 6"},
		{"bracket too many", `{"a":1}}`, `{"a":1}`, "stray closing bracket at byte 7"},
		{"missing value", `{"a":,"b":}`, `{"a":null,"b":null}`, "missing value, 2 times, first at byte 5"},
		{"missing colon", `{"a" 1}`, `{"a":1}`, "missing colon at byte 5"},
		{"cut in text", `{"a":"wor`, `{"a":null}`, "incomplete JSON at byte 9"},
		{"cut in prose", `{"a":[{"text":"wor`, `{"a":[{"text":"wor"}]}`, "incomplete JSON at byte 18"},
		{"cut in an element", `{"text":["wor`, `{"text":[null]}`, "incomplete JSON at byte 13"},
		{"cut in a text that was repaired", "{\"a\":[1,],\"b\":\"x\ny", `{"a":[1],"b":null}`, "extra comma at byte 7; control character in text at byte 16; incomplete JSON at byte 18"},
		{"cut between digits", `{"error":{"code":-320`, `{"error":{"code":null}}`, "incomplete JSON at byte 21"},
		{"cut after a zero", `{"index":0`, `{"index":null}`, "incomplete JSON at byte 10"},
		{"cut after digits", `{"error":{"code":-32001 `, `{"error":{"code":-32001}}`, "incomplete JSON at byte 24"},
		{"cut in escape", `{"a":"wor\u00`, `{"a":null}`, "incomplete JSON at byte 13"},
		{"cut after a comma", `{"a":[1,{"b":2,`, `{"a":[1,{"b":2}]}`, "incomplete JSON at byte 15"},
		{"cut after a colon", `{"a":{"b":`, `{"a":{"b":null}}`, "incomplete JSON at byte 10"},
		{"cut after a name", `{"a":{"b"`, `{"a":{"b":null}}`, "incomplete JSON at byte 9"},
		{"cut in a name", `{"a":1,"b`, `{"a":1,"b":null}`, "incomplete JSON at byte 9"},
		{"cut in a word", `{"a":tr`, `{"a":null}`, "incomplete JSON at byte 7"},
		{"cut in a number", `[1,-2.5e`, `[1,null]`, "incomplete JSON at byte 8"},
		{"cut, and odd before", `{"a":[1,],"b":"x`, `{"a":[1],"b":null}`, "extra comma at byte 7; incomplete JSON at byte 16"},
		{"line end in text", "{\"a\":\"x\ny\"}", `{"a":"x\u000ay"}`, "control character in text at byte 7"},
		{"unknown escape", `{"a":"\q\u12"}`, `{"a":"\\q\\u12"}`, "unknown escape in text, 2 times, first at byte 6"},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", "invalid UTF-8 at byte 6"},
		{"two documents", `{"a":1} {"b":2}`, `{"a":1}`, "text after the document at byte 8"},
		{"huge number", `{"id":9007199254740993}`, `{"id":9007199254740993}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Read([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if got := compact(t, d.JSON); got != compact(t, []byte(c.want)) {
				t.Errorf("read %s, want %s", got, c.want)
			}
			if got := words(d.Steps); got != c.steps {
				t.Errorf("steps %q, want %q", got, c.steps)
			}
		})
	}
}

func TestReadGivesUp(t *testing.T) {
	for _, c := range []struct {
		in  string
		at  int64
		why string
	}{
		{"", 0, "nothing to read"},
		{" \n", 2, "nothing to read"},
		{"hello", 0, "no JSON value"},
		{`{"a":nope}`, 5, "no JSON value"},
		{`{"a":truest}`, 9, "unknown word"},
		{`{a:1}`, 1, "no member name in quotes"},
		{`{"a":01}`, 6, "unknown word"},
		{`[-]`, 1, "no JSON number"},
		{strings.Repeat("[", 2000), MaxDepth, "nested too deeply to read"},
		{"[" + strings.Repeat(",", MaxRepairs+9), MaxRepairs + 1, "too many repairs needed"},
		{"{\"" + strings.Repeat("\x01", MaxRepairs+9), MaxRepairs + 2, "too many repairs needed"},
		{"[1" + strings.Repeat("\u00a0", MaxRepairs+9), 2*MaxRepairs + 2, "too many repairs needed"},
		{"[" + strings.Repeat("1 ", MaxRepairs+9), 2*MaxRepairs + 3, "too many repairs needed"},
	} {
		d, err := Read([]byte(c.in))
		var e *Error
		if !errors.As(err, &e) || e.Offset != c.at || e.Reason != c.why || d.JSON != nil {
			t.Errorf("%.20q: %v, want %q at %d", c.in, err, c.why, c.at)
		}
	}
}

func TestOrigin(t *testing.T) {
	in := "\u00a0{ /* why */ \"a\":\u00a0[1,], \"b\" 2}"
	d, err := Read([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{`"a"`, `[1`, `"b"`, `2}`} {
		got := d.Origin(int64(strings.Index(string(d.JSON), token)))
		if want := int64(strings.Index(in, token)); got != want {
			t.Errorf("%s stands at %d of the original, got %d (in %s)", token, want, got, d.JSON)
		}
	}
}

func TestReadAll(t *testing.T) {
	docs, err := ReadAll([]byte(`data: {"a":1} data:{"b":[ "c":2 ]}` + "\n\u00a0data: 3"))
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	if got := compact(t, docs[1].JSON); got != `{"b":{"c":2}}` {
		t.Errorf("second document %s", got)
	}
	if docs[1].Origin(0) != 19 {
		t.Errorf("second document stands at %d, want 19", docs[1].Origin(0))
	}
}

func TestObject(t *testing.T) {
	members, ok := Object([]byte(` {"a" : {"x":[1,"}"]}, "é\n":-1.5e3 ,"a":null}`))
	if !ok || len(members) != 3 {
		t.Fatalf("%d members, %v", len(members), ok)
	}
	for i, want := range []struct{ name, value string }{{"a", `{"x":[1,"}"]}`}, {"é\n", "-1.5e3"}, {"a", "null"}} {
		if members[i].Name != want.name || string(members[i].Value) != want.value {
			t.Errorf("member %d is %q %s", i, members[i].Name, members[i].Value)
		}
	}
	if members[0].Offset != 8 {
		t.Errorf("first member at %d", members[0].Offset)
	}
	if _, ok := Object([]byte(`[1]`)); ok {
		t.Error("an array is no object")
	}
}

func words(steps []Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, s.String())
	}
	return strings.Join(all, "; ")
}

func compact(t *testing.T, b []byte) string {
	t.Helper()
	if !json.Valid(b) {
		t.Fatalf("not JSON: %q", b)
	}
	var out strings.Builder
	inText := false
	for i := 0; i < len(b); i++ {
		if b[i] == '"' && (i == 0 || b[i-1] != '\\') {
			inText = !inText
		}
		if inText || !strings.ContainsRune(" \t\r\n", rune(b[i])) {
			out.WriteByte(b[i])
		}
	}
	return out.String()
}
