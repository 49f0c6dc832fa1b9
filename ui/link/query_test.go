package link

import (
	"net/url"
	"strings"
	"testing"
)

// The filter to compare with stays in the address of Insights, and links back from the other side.
func TestAgainst(t *testing.T) {
	q := QueryOf(url.Values{"q": {"session:a"}, "view": {"insights"}, "versus": {" session:b op:send "}, "probes": {"1"}})
	other := q.ComparedQuery()
	if got := q.Values().Encode(); got != "probes=1&q=session%3Aa&versus=session%3Ab+op%3Asend&view=insights" {
		t.Error(got)
	}
	if got := other.Values().Encode(); got != "probes=1&q=session%3Ab+op%3Asend&versus=session%3Aa&view=insights" || other.Filter.Session != "b" {
		t.Errorf("%s, %+v", got, other.Filter)
	}
	if got := q.InView("").Values().Encode(); strings.Contains(got, "versus") {
		t.Errorf("the list has it, too: %s", got)
	}
	if q := QueryOf(url.Values{"view": {"insights"}, "versus": {strings.Repeat("x", 1<<20)}}); len(q.Versus) > 1<<16 {
		t.Errorf("%d bytes stand in every link", len(q.Versus))
	}
}

// The field shows the filter without its session, which a form sends separately. Both together
// make the same query again.
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

// Offsets of errors count in the field's text, however the scope was sent.
// The terms stay removable.
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
