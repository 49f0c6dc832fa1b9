package words

import (
	"testing"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain äöü 日本":        "plain äöü 日本",
		"\x1b]0;title\x07":    "␛]0;title␇",
		"a\rb":                "a␍b",
		"line\nnext\ttab":     "line\nnext\ttab",
		"\x7f":                "␡",
		"\u0085\u202eevil":    "\ufffd\ufffdevil",
		"\u2066hidden\u2069x": "\ufffdhidden\ufffdx",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
