package wire

import (
	"net/http"
	"testing"
)

// TestUnfounded: a refusal contradicts the request only if the request's headers prove it.
func TestUnfounded(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		header http.Header
		untrue bool
	}{
		{"any type", 406, http.Header{}, true},
		{"the type", 406, http.Header{"Accept": {"text/html, application/json;q=0.1"}}, true},
		{"its family", 406, http.Header{"Accept": {"application/*"}}, true},
		{"a type that is alike", 406, http.Header{"Accept": {"application/problem+json, application/a2a+json"}}, false},
		{"all but the type", 406, http.Header{"Accept": {"*/*, application/json;q=0"}}, false},
		{"nothing", 406, http.Header{"Accept": {"*/*;q=0"}}, false},
		{"a language", 406, http.Header{"Accept-Language": {"de"}}, false},
		{"no plain bytes", 406, http.Header{"Accept-Encoding": {"br, identity;q=0"}}, false},
		{"an encoding", 406, http.Header{"Accept-Encoding": {"gzip"}}, true},
		{"what is read", 415, http.Header{"Content-Type": {"application/json; charset=UTF-8"}}, true},
		{"another type", 415, http.Header{"Content-Type": {"application/a2a+json"}}, false},
		{"half a type", 415, http.Header{"Content-Type": {"application/json; charset"}}, false},
		{"another charset", 415, http.Header{"Content-Type": {"application/json; charset=utf-16"}}, false},
		{"packed", 415, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}, false},
		{"a length", 411, http.Header{"Content-Length": {"3"}}, true},
		{"a condition", 412, http.Header{"If-Match": {"x"}}, false},
		{"an error", 500, http.Header{}, false},
	} {
		if got := StatusContradiction("POST", Head{Header: c.header}, Head{Status: c.status}, "application/json", "application/json"); (got != "") != c.untrue {
			t.Errorf("%s, %d: %q", c.name, c.status, got)
		}
	}
}
