package web

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// TestHeaders: a typed header is sent unchanged, or rejected with the line's
// number and without its value.
func TestHeaders(t *testing.T) {
	got, err := Headers("x-one: 1\n\n  X-Two :\ttwo words: yes \r\nx-one: 2")
	if want := (http.Header{"X-One": {"1", "2"}, "X-Two": {"two words: yes"}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	for text, want := range map[string]string{
		"A: 1\nsecret":           "headers, line 2: write them as Name: value",
		": secret":               "headers, line 1: write them as Name: value",
		"a b: secret":            "headers, line 1: write them as Name: value",
		"a(b: secret":            "headers, line 1: write them as Name: value",
		"\n\nA: secret\x00":      "headers, line 3: the value holds a control character",
		"A: secret\x7fB: secret": "headers, line 1: the value holds a control character",
	} {
		_, err := Headers(text)
		if err == nil || err.Error() != want || strings.Contains(err.Error(), "secret") {
			t.Errorf("Headers(%q): %v, want %s", text, err, want)
		}
	}
}
