package page

import (
	"strings"
	"testing"
)

// A body of text or HTML is quoted by its informative lines, within a bound; JSON and binary data are not quoted.
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
		{"a long line", long, "“" + strings.Repeat("é", maxQuote/2) + "…”"},
		{"a long body", "first\n" + strings.Repeat("x\n", 200_000) + "last", "“first” … “last”"},
	} {
		if got := Quote([]byte(c.body)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A body that says no more than its status is distinguished from one that names a cause.
func TestBare(t *testing.T) {
	for body, want := range map[string]bool{
		"": false, `{"detail":"no"}`: false,
		"Internal Server Error\n":                                  true,
		"500 Internal Server Error":                                true,
		"HTTP Status 500 – Internal Server Error":                  true,
		"Error 500: no such city":                                  false,
		"Traceback:\nKeyError: 'foo'":                              false,
		"<title>500 Internal Server Error</title><hr>nginx/1.24.0": true,
		"<title>Error</title><h1>Internal Server Error</h1><p>The server encountered an internal error and was unable to do it": true,
		"<title>500</title><h1>KeyError at /rpc</h1>":   false,
		"Something went wrong. Please try again later.": true,
		"nginx":                 true,
		"nginx/1.18.0 (Ubuntu)": true,
		"Something went wrong: quota of model gpt-4 exceeded":       false,
		"Apache Kafka broker kafka:9092 refused the connection":     false,
		"The server encountered an internal error: KeyError 'city'": false,
		"The server encountered an internal error. KeyError 'city'": false,
		"Please try again after 30 s: rate limit":                   false,
	} {
		if got := IsStock([]byte(body), 500); got != want {
			t.Errorf("%q: %t", body, got)
		}
	}
}

// TestSort: tags alone do not make a body a page.
func TestSort(t *testing.T) {
	for body, want := range map[string]string{
		"<nil>": "text", "<html>cut": "a web page", "<class 'KeyError'>: messageId": "text", "<h1>Not Found</h1>": "a web page", "<!doctype html><p>": "a web page",
		`<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>`: "XML", "<soap:Envelope></soap:Envelope>": "XML", "<fault/>": "XML",
		`<?xml version="1.0"?><html></html>`: "a web page", "ung\xfcltig": "bytes that are not UTF-8", "\x89PNG\r\n\x00": "bytes that are not UTF-8",
		"OK": "text", "42": "JSON", " ": "an empty body",
	} {
		if got := Describe([]byte(body)); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
	if got := Quote([]byte("<nil>")); got != "“<nil>”" {
		t.Errorf("<nil>: %s", got)
	}
}
