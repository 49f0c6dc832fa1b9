package redact_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// NUL bytes, as in the image of a disk, are no text in UTF-16: they stay,
// however many there are and whatever follows.
func TestNULBytesStay(t *testing.T) {
	t.Parallel()
	secrets := redact.Secrets{Usual: true, Response: redact.NewMembers("token")}
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

// A space before the colon, which net/http keeps in the name, hides no header; a
// subprotocol that is a credential may have a line of its own.
func TestHeadersInOddSpellings(t *testing.T) {
	t.Parallel()
	secrets := redact.Secrets{Usual: true, Headers: []string{"X-Api-Key"}}
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
