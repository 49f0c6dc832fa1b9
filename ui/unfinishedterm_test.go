package ui

import (
	"net/url"
	"strings"
	"testing"
)

// TestHalfTypedTerm: a last term that selects nothing but may become a key or a value is ignored
// until it is complete, and the page says so; rows, chips and address agree.
func TestHalfTypedTerm(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	typed := func(q string) string {
		return get(t, s, "/filter/rows?"+url.Values{"q": {q}, "in": {"session:current"}}.Encode()).Body.String()
	}
	for _, q := range []string{"op:send sta", "op:send dialec"} {
		got := typed(q)
		if !strings.Contains(got, "yet. The term may become") || strings.Contains(got, "Nothing matches</h2>") || !strings.Contains(got, `class="row`) {
			t.Errorf("%s: %.600s", q, got)
		}
		if !strings.Contains(got, `data-at="/traffic?q=session%3Acurrent+op%3Asend"`) {
			t.Errorf("%s: the address is another", q)
		}
	}
	for _, q := range []string{"op:send zebra", "op:send sta ", "op:cancel"} {
		if got := typed(q); strings.Contains(got, "The term may become") || !strings.Contains(got, "Nothing matches</h2>") {
			t.Errorf("%s: %.600s", q, got)
		}
	}
}

// TestWrongOnlyWhenItIs: errors in a filter are shown unless its last term may still become valid;
// an invalid term before it is always shown.
func TestWrongOnlyWhenItIs(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for q, wrong := range map[string]string{
		"is:fai":         "",
		"op:send is:f":   "",
		"-is:fai":        "",
		"is:faix":        "faix",
		"is:fai ":        "fai",
		"foo:bar":        "foo",
		"foo:bar is:fai": "foo",
	} {
		got := get(t, s, "/filter/rows?"+url.Values{"q": {q}}.Encode()).Body.String()
		if wrong == "" && strings.Contains(got, "filter-error") || wrong != "" && (!strings.Contains(got, `id="filter-error"`) || !strings.Contains(got, wrong)) {
			t.Errorf("%q: %.600s", q, got)
		}
		if strings.Contains(got, `class="row`) {
			t.Errorf("%q: the list is drawn anew", q)
		}
	}
}
