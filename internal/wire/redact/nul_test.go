package redact_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// NUL bytes, as in a disk image, are not UTF-16 text: they stay, however many there are and whatever follows.
func TestNULBytesStay(t *testing.T) {
	t.Parallel()
	secrets := redact.Secrets{Heuristics: true, Response: redact.NewMembers("token")}
	for _, n := range []int{1, 2, 3, 4, 63, 64, 65, 1000, 100_000} {
		for _, tail := range []string{"", "a", "\xff\xfe", `{"x":1}`} {
			body := []byte(strings.Repeat("\x00", n) + tail)
			for _, size := range []int{1, 64, len(body)} {
				r := secrets.Redactor(wire.Response, redact.BodyKindOf(http.Header{}, wire.Body), body[:min(size, len(body))], key)
				if got := run(r, body, size); !bytes.Equal(got, body) {
					t.Fatalf("%d NUL bytes and %q by %d: %q", n, tail, size, got)
				}
			}
		}
	}
}

// A space before the colon, which net/http keeps in the name, hides no header; a subprotocol that is a
// credential may be on a separate line.
func TestHeadersInOddSpellings(t *testing.T) {
	t.Parallel()
	secrets := redact.Secrets{Heuristics: true, Headers: []string{"X-Api-Key"}}
	for name, tt := range map[string]struct{ values, want []string }{
		"Set-Cookie ":            {[]string{"a=hush"}, []string{"a=****"}},
		"X-Api-Key\t":            {[]string{"hush"}, []string{"****"}},
		"Sec-Websocket-Protocol": {[]string{"bearer", "hush", "chat"}, []string{"bearer", "****", "chat"}},
	} {
		got, _ := redact.Header(http.Header{name: tt.values}, secrets, key, "there")
		if strings.Join(got[name], "|") != strings.Join(tt.want, "|") {
			t.Errorf("%q: %q", name, got[name])
		}
	}
}

// TestCredentialsUnderAnyName: if a header's name says nothing, its value is recognized as a credential,
// whatever separates scheme and credential.
func TestCredentialsUnderAnyName(t *testing.T) {
	t.Parallel()
	const jwe, maker = "eyJhbGciOiJkaXIifQ..aXY.aHVzaA.dGFn", "sk-ant-api03-abcdefghi"
	filled := func(s string) string { return strings.Repeat("*", len(s)) }
	for value, want := range map[string]string{
		"Bearer hush": "Bearer ****", "bearer  hush==": "bearer  ******", "Bearer\thush": "Bearer\t****", "Bearer:hush": "Bearer:****", "Bearer: hush": "Bearer: ****",
		`"Bearer hush"`: `"Bearer *****`, " Bearer hush": " Bearer ****", "JWT hush": "JWT ****", "Basic bWU6aHVzaA==": "Basic ************", "Basic bWU6aHVzaA==, x": "Basic ***************", "ApiKey hush": "ApiKey ****", "DPoP\thush": "DPoP\t****",
		jwe: strings.Repeat("*", len(jwe)), "a=1; jwt=eyJhIjoxfQ.e30.c2ln": "a=1; jwt=" + strings.Repeat("*", 19),
		"x|" + jwe + "|y": "x|" + filled(jwe) + "|y", "v1/" + jwe: "v1/" + filled(jwe), "jwt-" + jwe: "jwt-" + filled(jwe), "https://h.test/" + jwe: "https://h.test/" + filled(jwe), "https://h.test/x?a=" + jwe + "&b=c": "https://h.test/x?a=" + filled(jwe) + "&b=c",
		"Bearer hush123 (rotated)": "Bearer " + filled("hush123 (rotated)"), "bad token eyJhIjoxfQ.e30.hush.": "bad token " + filled("eyJhIjoxfQ.e30.hush."),
		"AIzaSyhush123456789012345678901234567890": strings.Repeat("*", 40), "a gsk_hush12345678901234567890": "a " + filled("gsk_hush12345678901234567890"), "hvs.hush12345678901234567890": filled("hvs.hush12345678901234567890"),
		maker + "hush": filled(maker + "hush"), "ghp_" + maker + "hush": filled("ghp_" + maker + "hush"), "curl/8 (" + maker + "hush)": "curl/8 (" + filled(maker+"hush") + ")", "https://h/x?token=hush&a=b": "https://h/x?token=****&a=b", "/x?token=hush": "/x?token=****",
	} {
		for name, whole := range map[string]bool{"X-Custom": false, "Authorization": true} {
			h := http.Header{name: {value}}
			got, found := redact.Header(h, usual(), key, "x")
			if whole && strings.Contains(value, "://") {
				continue
			}
			if len(found) != 1 || strings.Contains(got.Get(name), "hush") || !whole && got.Get(name) != want {
				t.Errorf("%s: %q: %q, want %q", name, value, got.Get(name), want)
			}
		}
	}
	h := http.Header{"X-Custom": {"https://h/?a=b", "Bearer hush", "plain"}}
	if got, _ := redact.Header(h, usual(), key, "x"); strings.Join(got["X-Custom"], "|") != "https://h/?a=b|Bearer ****|plain" {
		t.Errorf("%q", got)
	}
}

// TestAddressesInHeaders: a header whose name says that it contains a URL, or a part of one, is read as one.
func TestAddressesInHeaders(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"X-Envoy-Original-Path", "X-Rewrite-Url", "X-Forwarded-Path", "Hx-Current-Url", "Destination", "Origin", "X-Original-Uri", "X-Replaced-Path", "Referrer", "Content-Location", "X-Anything",
	} {
		for value, want := range map[string]string{
			"/x?token=hush&a=b": "/x?token=****&a=b", "https://me:hush@h/x?a=b": "https://me:****@h/x?a=b", "https://h/x?a=b#access_token=hush": "https://h/x?a=b#access_token=****",
			"x?token=hush": "x?token=****", "/x?a=b&page=2": "/x?a=b&page=2",
		} {
			if name == "X-Anything" && value[0] == 'x' {
				continue
			}
			got, found := redact.Header(http.Header{name: {value}}, usual(), key, "x")
			if got.Get(name) != want || (len(found) == 1) != (want != value) {
				t.Errorf("%s: %s: %s, want %s", name, value, got.Get(name), want)
			}
		}
	}
	for value, want := range map[string]string{"Bearer hush": "Bearer ****", "eyJh.eyJi.c": "***********"} {
		if got, _ := redact.Header(http.Header{"X-Session-Refresh": {value}}, usual(), key, "x"); got.Get("X-Session-Refresh") != want {
			t.Errorf("%s: %s, want %s", value, got.Get("X-Session-Refresh"), want)
		}
	}
	s := usual()
	s.Headers = append(s.Headers, "X-Odd-Link")
	if got, _ := redact.Header(http.Header{"X-Odd-Link": {"hush"}}, s, key, "x"); got.Get("X-Odd-Link") != "****" {
		t.Errorf("what a card names stays: %s", got)
	}
}
