package cause

import (
	"strings"
	"testing"
)

// A body of text or HTML is quoted by the lines that tell, within a bound; JSON and bytes
// are not.
func TestQuote(t *testing.T) {
	long := strings.Repeat("é", 300)
	for _, c := range []struct{ name, body, want string }{
		{"nothing", " \n", ""},
		{"JSON", `{"detail":"no"}`, ""},
		{"bytes", "a\x00b", ""},
		{"no text", "\xff\xfe", ""},
		{"a line", "no  such\ttenant\n", "“no such tenant”"},
		{"a traceback", "Traceback:\n  at x\nKeyError: 'foo'\n\n", "“Traceback:” … “KeyError: 'foo'”"},
		{"a page", "<!doctype html><html><head><title>500 Oops</title><style>h1{}</style></head><body><h1>Internal Error</h1><script>alert('x')</script><pre>at x\nKey<b>Error</b>: &#39;foo&#39;</pre></body></html>", "“500 Oops” … “KeyError: 'foo'”"},
		{"a page without text", "<p></p>", ""},
		{"a long line", long, "“" + strings.Repeat("é", quoteMost/2) + "…”"},
		{"a long body", "first\n" + strings.Repeat("x\n", 200_000) + "last", "“first” … “last”"},
	} {
		if got := Quote([]byte(c.body)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
