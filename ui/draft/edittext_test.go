package draft

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// A request is edited as it was written, except that JSON on a single line is indented: names,
// numbers and escapes stay unchanged.
func TestEditText(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1.50,"a":"\u00e9"}`: "{\n  \"a\": 1.50,\n  \"a\": \"\\u00e9\"\n}",
		"{\"a\":1,\n\"b\": [2]}":  "{\"a\":1,\n\"b\": [2]}",
		`{"a":1}` + "\n":          "{\n  \"a\": 1\n}\n",
		`{"a":`:                   `{"a":`,
		"not JSON":                "not JSON",
		"":                        "",
	} {
		p := inspector.PreparedRequest{HTTP: dialect.HTTP{Method: http.MethodPost, URL: "http://a.example", Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)}}
		if got := EditText(p); got != want {
			t.Errorf("%q is edited as %q, want %q", body, got, want)
		}
	}
}
