package draft

import "testing"

// TestNotJSON: an error in a text that should be JSON is worded in terms of JSON, with its position
// as editors count it.
func TestNotJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1,}`:         "not JSON at line 1, column 8: a name in double quotes is expected, but found “}”",
		"{\n  \"ä\": x\n}": "not JSON at line 2, column 8: a value is expected, but found “x”",
		`{"a":1 "b":2}`:    "not JSON at line 1, column 8: a comma or } is expected, but found “\"”",
		`{"a" 1}`:          "not JSON at line 1, column 6: a colon is expected, but found “1”",
		`[1 2]`:            "not JSON at line 1, column 4: a comma or ] is expected, but found “2”",
		`{"a":1} more`:     "not JSON at line 1, column 9: there is more after the value",
		"{\"a\":\n":        "not JSON at line 2, column 1: it ends too early",
		"":                 "not JSON at line 1, column 1: it ends too early",
		`"\q"`:             "not JSON at line 1, column 3: \\ begins an escape such as \\n or \\\", but found “q”",
		`"\u00g0"`:         "not JSON at line 1, column 6: \\u must be followed by four hexadecimal digits, but found “g”",
		"\"a\nb\"":         "not JSON at line 1, column 3: line breaks and control characters must be escaped in strings",
		`-x`:               "not JSON at line 1, column 2: a digit is expected, but found “x”",
		`[true, trve]`:     "not JSON at line 1, column 10: a word other than true, false and null must be in quotes, but found “v”",
	} {
		if err := jsonError(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	for _, text := range []string{"1", ` {"a":[1,2]} `, "\"x\"\n"} {
		if err := jsonError(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
