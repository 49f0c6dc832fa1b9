package redact_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// usual are the places that are secret for every agent.
func usual() redact.Secrets {
	return redact.Secrets{
		Heuristics: true, Headers: []string{"Authorization"}, Query: []string{"token", "code", "access_token"}, Form: []string{"token", "code"},
		Request: redact.NewMembers("params.config.token", "token"), Response: redact.NewMembers("result.token", "token"), Events: redact.NewMembers("result.token"),
	}
}

// TestHeadsThatAreNoSecret: names and URLs that only resemble secrets stay.
func TestHeadsThatAreNoSecret(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"X-Next-Page-Token": "abc", "Idempotency-Key": "abc", "Sec-Websocket-Key": "dGhlIHNhbXBsZQ==", "X-Ratelimit-Remaining-Tokens": "100",
		"Www-Authenticate": `Bearer realm="x", scope="token"`, "Sec-Websocket-Protocol": "a2a, v1, graphql-ws", "Location": "/articles?code=US&page=2#top",
		"A2a-Extensions": "https://a.test/ext/v1?mode=x, https://a.test/b", "User-Agent": "bot/1.0 (+https://a.test/bot?page=1)", "X-Auth-Scheme": "Bearer", "Proxy-Authenticate": "Basic realm=\"x\"",
		"X-Note": "basic usage: see the text", "X-Plan": "basic premium", "X-License": "basic x", "X-Mode": "bearer x off", "X-Tool": "sk-learn/1.0", "X-Host": "keyJoin.a.test", "X-Pair": "a=b; nextPageToken=c", "Forwarded": "for=10.0.0.1;proto=https;host=a.test", "Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "X-Data": "eyJhIjoxfQ",
		"Link": "</x?page=2>; rel=next", "Referer": "https://me.test/a?b=c", "A2a-Version": "1.0", "X-Request-Id": "eyJ.a", "Authorization": "Bearer ****",
	} {
		h := http.Header{name: {value}}
		if out, found := redact.Header(h, usual(), key, "x"); out.Get(name) != value || len(found) > 0 {
			t.Errorf("%s: %s became %s", name, value, out.Get(name))
		}
	}
	for _, u := range []string{"http://x/search?q=token&code=404", "http://x/countries?code=DE", "http://x/a@b?c=d", "http://x/#code=x"} {
		if out, found := redact.URL(u, usual(), key); out != u || len(found) > 0 {
			t.Errorf("%s became %s", u, out)
		}
	}
}

// TestTextsThatAreNoSecret: bodies that mention tokens, or stream them, stay, whatever their content type.
func TestTextsThatAreNoSecret(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"data: {\"token\":\" hello\"}\n\ndata: {\"token\":\" world\"}\n\n", "event: token\ndata: hello\n\n", "id: 7\ndata: \"the token: {\"\n\n",
		"invalid token: it has expired", "[ERROR] the token \"abc\" is unknown: token", "<html><a href=\"?a=b\">token</a><script>var token = 'x'; f({a:1})</script>",
		`{"error":{"code":-32001,"message":"token expired"}}`, `{"result":{"parts":[{"text":"say \"token\": \"x\"","data":{"token":"kept"}}],"nextPageToken":"p"}}`,
		`"just a text with {token: x}"`, "%PDF-1.7 token=x", "{\"a\":1} // done", "[1,2,3", "{", "\x00\x01\x02", "--", "a=b", "--x\r\n\r\ntext\r\n--x--\r\n",
	} {
		for _, media := range []string{"application/json", "text/event-stream", "text/plain", "", "application/octet-stream", "application/x-www-form-urlencoded"} {
			s := usual()
			h := http.Header{"Content-Type": {media}}
			for _, size := range []int{1, 5, 1000} {
				r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.FramingOf(h)), []byte(body)[:min(size, len(body))], key)
				if out := run(r, []byte(body), size); string(out) != body || len(r.Take()) > 0 {
					t.Errorf("as %s by %d: %q became %q", media, size, body, out)
				}
			}
		}
	}
}

// TestBracesOfPrograms: a brace that begins a line of source code is not a broken document.
func TestBracesOfPrograms(t *testing.T) {
	t.Parallel()
	s := usual()
	for in, want := range map[string]string{
		"class A\n{\n  token: x;\n  b = c(1);\n  say 'no';\n}\n{ b c(1); token: d }\n": "",
		"func f()\n{\n\tx := g(token: 5)\n}\nfunc g()\n{\n\treturn \"token\": 1\n}\n":  "",
		"a {\n}\n.b\n{\n  color: red;\n  token: blue;\n}\n":                            "",
		"Failed:\n{\"a\":\"he said \"hi\" to\",\"token\":\"kept\"}\n":                  "",
		"text\n[1, {\"token\":\"hush\"}]\n{\"result\":{\"token\":\"hush\"}}\n":         "",
	} {
		if want == "" {
			want = strings.ReplaceAll(in, "hush", "****")
		}
		for _, media := range []string{"application/json", "text/plain", "", "application/octet-stream"} {
			h := http.Header{"Content-Type": {media}}
			for _, size := range []int{1, 1000} {
				r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.FramingOf(h)), []byte(in), key)
				if out := run(r, []byte(in), size); string(out) != want {
					t.Errorf("as %s by %d:\n%q became\n%q, want\n%q", media, size, in, out, want)
				}
			}
		}
	}
}

// TestLongHeads: a head in which tokens and parameters begin over and over is read in one pass; several
// passes would take minutes.
func TestLongHeads(t *testing.T) {
	t.Parallel()
	for _, of := range []string{"eyJ-", "token=", "eyJ.", "Bearer "} {
		h := http.Header{"X-Long": {strings.Repeat(of, 1<<18)}}
		redact.Header(h, usual(), key, "x")
	}
}
