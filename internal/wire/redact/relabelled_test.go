package redact_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// answered returns what is kept of a response, and the number of reported secrets.
func answered(media, encoding string, body []byte, sizes ...int) ([]byte, int) {
	s := redact.Secrets{Response: redact.NewMembers("token", "access_token"), Form: []string{"token", "access_token", "code"}}
	h := http.Header{}
	for name, v := range map[string]string{"Content-Type": media, "Content-Encoding": encoding} {
		if v != "" {
			h.Set(name, v)
		}
	}
	first := body
	if len(sizes) > 0 {
		first = body[:min(sizes[0], len(body))]
	}
	r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.FramingOf(h)), first, key)
	out := run(r, body, sizes...)
	return out, len(r.Take())
}

// TestTextThatLooksEncoded: a first byte with which an encoding begins does not make a text encoded.
func TestTextThatLooksEncoded(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 2, 100} {
		for in, want := range map[string]string{
			"x=1&token=s3cret":           "x=1&token=******",
			"xx({\"token\":\"s3cret\"})": "xx({\"token\":\"******\"})",
			"(x) is no zstd":             "(x) is no zstd",
		} {
			for _, claimed := range []string{"", "gzip", "deflate"} {
				if claimed != "" && in[0] == '(' {
					continue
				}
				if out, _ := answered("text/plain", claimed, []byte(in), size); string(out) != want {
					t.Errorf("%q called %q by %d: %q", in, claimed, size, out)
				}
			}
		}
	}
}

// TestOtherTextsStay: a brace in a line of other text begins a document only if a document follows.
func TestOtherTextsStay(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"html":   "<!doctype html>\n<title>x</title><style>a{color:red;token:b}</style><script>\nlet t = 1;\nfetch('/x',{headers:{token: t}}).then(r => { if (r.ok) { show({a: 1}, r.token = t) } })\n</script>\n<p>token: see below</p>\n",
		"js":     "const api = (a, b) => { return {...a, token: b.token ?? a.token} };\nexport default function f(x) { const token = x.token || \"none\"; return `${token}: {`; }\nvar rest = 1;\n",
		"binary": "\x89PNG\r\n\x1a\n\x00\x01\xfe{\x80\x02 q;token=abc\x00\xff[\x01token: \x02\"xyz\x00 and so on\xf0",
		"prose":  "Use {name} in braces, and set {the token: it is needed}, then go on. A token: see [1] for more.\nNext line.\n",
	} {
		for _, media := range []string{"text/html", "application/javascript", "application/octet-stream", "text/plain", "application/json", ""} {
			for _, sizes := range [][]int{nil, {1}, {13}} {
				if out, told := answered(media, "", []byte(in), sizes...); string(out) != in || told != 0 {
					t.Errorf("%s as %q by %v: %d told\n got %q\nfrom %q", name, media, sizes, told, out, in)
				}
			}
		}
	}
	for in, want := range map[string]string{
		`callback({"access_token":"s3cret"})`:                        `callback({"access_token":"******"})`,
		`x = {a b c}; y({"token":"s3cret"});`:                        `x = {a b c}; y({"token":"******"});`,
		"{token: s3cret}":                                            "{token:********",
		"{x: [a b], y: [{token: [s3cret, more]}]}":                   "{x: [a b], y: [{token:******************",
		"2026-01-02 INFO answered {\"a\":1,\"token\":\"s3cret\"}\nx": "2026-01-02 INFO answered {\"a\":1,\"token\":\"******\"}\nx",
	} {
		for _, sizes := range [][]int{nil, {1}} {
			if out, _ := answered("application/javascript", "", []byte(in), sizes...); want != "" && string(out) != want || bytes.Contains(out, []byte("s3cret")) || bytes.Contains(out, []byte("more")) {
				t.Errorf("%s by %v: %s", in, sizes, out)
			}
		}
	}
}

// TestFormsThatBeginOddly: what precedes the first name does not hide it.
func TestFormsThatBeginOddly(t *testing.T) {
	t.Parallel()
	for _, before := range []string{" ", "?", "#", "\t ", "%20", "+", "\r\n", " ?"} {
		for _, media := range []string{"application/x-www-form-urlencoded", "text/plain", "application/json", ""} {
			for _, sizes := range [][]int{nil, {1}} {
				if out, told := answered(media, "", []byte(before+"token=s3cret&a=b"), sizes...); string(out) != before+"token=******&a=b" || told != 1 {
					t.Errorf("%q as %q: %q", before, media, out)
				}
			}
		}
	}
}

// TestCodesInTexts: a text that begins like a form is not therefore a form: its code is OAuth's only together
// with OAuth's other parameters.
func TestCodesInTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ media, in, want string }{
		{"text/plain", "code=5&reason=gone", "code=5&reason=gone"},
		{"text/html; charset=utf-8", "code=5&reason=gone", "code=5&reason=gone"},
		{"text/plain", "a=b\ncode=5&token=hush", "a=b\ncode=5&token=****"},
		{"text/plain", "grant_type=authorization_code&code=hush", "grant_type=authorization_code&code=****"},
		{"application/x-www-form-urlencoded", "code=hush&grant_type=x", "code=****&grant_type=x"},
		{"application/x-www-form-urlencoded", "user[email]=a%40b&user[token]=hush", "user[email]=a%40b&user[token]=****"},
		{"application/x-www-form-urlencoded", "filter[x]=1&token=hush", "filter[x]=1&token=****"},
		{"application/x-www-form-urlencoded", "a:b=x&token=hush", "a:b=x&token=****"},
		{"application/x-www-form-urlencoded", "a b=x&token=hush", "a b=x&token=****"},
		{"application/json", "user[email]=a%40b&user[token]=hush", "user[email]=a%40b&user[token]=****"},
		{"", "filter[x][]=1&token=hush", "filter[x][]=1&token=****"},
		{"text/plain", "list[0] is the token=hush", "list[0] is the token=hush"},
		{"", "code=hush&grant_type=x", "code=****&grant_type=x"},
	} {
		if out, _ := answered(c.media, "", []byte(c.in), 1); string(out) != c.want {
			t.Errorf("%q as %s: %q", c.in, c.media, out)
		}
	}
}

// TestCodesInURLs: a code is OAuth's only together with OAuth's other parameters.
func TestCodesInURLs(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Query: []string{"code"}}
	for _, url := range []string{"/authors?code=DE", "/authority/list?code=5", "/author?code=5", "/blogin?code=5", "http://login.test/list?code=5", "/redirects?code=301", "/x?code=5#/callback", "/x?a=oauth&code=5", "/callback?code=5"} {
		if got, _ := redact.URL(url, s, key); got != url {
			t.Errorf("%s became %s", url, got)
		}
	}
	for _, url := range []string{
		"/list?state=s&code=", "/list?mystate=1&state=s&code=", "/callback?iss=x&code=",
	} {
		if got, _ := redact.URL(url+"hush", s, key); got != url+"****" {
			t.Errorf("%s: %s", url, got)
		}
	}
}

// TestUnread: the head of a response that is not HTTP may be anything.
func TestUnread(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Heuristics: true, Response: redact.NewMembers("token"), Form: []string{"token"}}
	for in, want := range map[string]string{
		"":                                    "",
		"SSH-2.0-x\r\n":                       "SSH-2.0-x\r\n",
		`{"token":"s3cret"}`:                  `{"token":"******"}`,
		"{\"a\":1,\n\"token\": \"s3cret\"}\n": "{\"a\":1,\n\"token\": \"******\"}\n",
		"{\n  \"a\": 1,\n  \"token\":\n    \"s3cret\"\n}\n": "{\n  \"a\": 1,\n  \"token\":\n    \"******\"\n}\n",
		"Set-Cookie: a=s3cret\r\n\r\n":                      "Set-Cookie: a=******\r\n\r\n",
		"token=s3cret&a=b\r\n":                              "token=******&a=b\r\n",
		"{\"token\":\r\n\r\n\"s3cret\"}\r\n":                "{\"token\":\r\n\r\n\"******\"}\r\n",
	} {
		h, found := redact.UnreadHead(wire.UnreadHead([]byte(in)), &s, key, "response.received")
		got := string(h.ReceivedBytes(""))
		if got != want || (got != in) != (len(found) == 1) || len(found) == 1 && (found[0].Place != "response.received" || got[found[0].Offset:found[0].Offset+found[0].Length] != "******") {
			t.Errorf("%q: %q %+v", in, got, found)
		}
		if again, found := redact.UnreadHead(h, &s, key, ""); string(again.ReceivedBytes("")) != want || again.Status != 0 {
			t.Errorf("%q again: %+v %+v", in, again, found)
		}
	}
}

// TestNamesOfParts: a part is secret if its name is, else its text decides.
func TestNamesOfParts(t *testing.T) {
	t.Parallel()
	const in = "--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nhush\r\n--hush\r\n--x\r\ncontent-disposition: form-data; filename=y; name=a\r\n\r\nkept\r\n--x\r\nContent-Id: kept\r\n\r\n{\"token\":\"hush\"}\r\n--x--\r\n"
	for _, media := range []string{"multipart/form-data; boundary=x", ""} {
		for _, sizes := range [][]int{nil, {1}, {7}} {
			if out, told := answered(media, "", []byte(in), sizes...); bytes.Contains(out, []byte("hush")) || bytes.Count(out, []byte("kept")) != 2 || len(out) != len(in) || told != 2 {
				t.Errorf("by %v: %d told, %q", sizes, told, out)
			}
		}
	}
}
