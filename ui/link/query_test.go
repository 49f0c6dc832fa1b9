package link

import (
	"net/url"
	"strings"
	"testing"
)

// What the field shows is the filter without its session, which a form sends beside it: the
// two make the same query again.
func TestFieldAndScope(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                           {"", ""},
		"session:current":            {"", "session:current"},
		"session:01a2 op:send":       {"op:send", "session:01a2"},
		"op:send session:01a2 word":  {"op:send word", "session:01a2"},
		"session:a session:b":        {"session:a session:b", ""},
		"session:01a2  op:  status:": {"op:  status:", "session:01a2"},
		`op:send session:"a b"`:      {`op:send session:"a b"`, ""},
	} {
		q := QueryOf(url.Values{"q": {text}})
		if q.Field() != want[0] || q.Scope() != want[1] {
			t.Errorf("%q: field %q, scope %q", text, q.Field(), q.Scope())
		}
		again := QueryOf(url.Values{"q": {q.Field()}, "in": {q.Scope()}})
		if again.Filter.Session != q.Filter.Session || again.Field() != q.Field() || again.Err != q.Err {
			t.Errorf("%q: sent again it is %q, %s", text, again.Text, again.Err)
		}
	}
	if q := QueryOf(url.Values{"q": {"op:send"}, "in": {"session:a session:b"}}); q.Text != "op:send" {
		t.Errorf("a scope of two terms: %q", q.Text)
	}
}

// Errors count in what the field shows, however the scope came; the terms stay removable.
func TestErrorsCountInTheField(t *testing.T) {
	for _, v := range []url.Values{
		{"q": {"op:send stat:3"}, "in": {Current}},
		{"q": {Current + " op:send stat:3"}},
		{"q": {"op:send stat:3"}},
	} {
		q := QueryOf(v)
		if !strings.Contains(q.Err, "character 9:") || q.Field() != "op:send stat:3" {
			t.Errorf("%v: %q, %q", v, q.Field(), q.Err)
		}
		if chips := q.Chips(); len(chips) < 2 || chips[len(chips)-1].Text != "stat:3" {
			t.Errorf("%v: %v", v, chips)
		}
	}
}
