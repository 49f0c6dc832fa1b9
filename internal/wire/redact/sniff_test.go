package redact_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestEncodingsUnderOtherNames: a body of which the head names more encodings than there
// are is looked into, or is filler.
func TestEncodingsUnderOtherNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`"some text that goes on",`, 400)
	s := redact.Secrets{Response: redact.NewMembers("token")}
	for _, doc := range []string{`{"token":"s3cret-Value/7fQ"}`, `{"list":[` + long + `0],"token":"s3cret-Value/7fQ"}`, `{"list":[` + long + `0]}`, `{"a":1}`} {
		for _, tt := range []struct {
			claimed string
			names   []string
		}{
			{"gzip, gzip", []string{"gzip"}}, {"br, gzip", []string{"gzip"}}, {"gzip, br", []string{"br"}}, {"deflate, gzip", []string{"gzip"}},
			{"br", []string{"raw"}}, {"zstd", []string{"raw"}}, {"zstd", []string{"br"}},
		} {
			body := encode(t, []byte(doc), 6, tt.names...)
			for _, size := range []int{1, 7, 1 << 20} {
				h := http.Header{"Content-Encoding": {tt.claimed}, "Content-Type": {"application/json"}}
				r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.Body), body[:min(size, len(body))], key)
				out := run(r, body, size)
				secret := strings.Contains(doc, "token")
				left, _ := coding.Decode(codings(tt.names), bytes.TrimRight(out, "*"), coding.NewBudget(1<<20))
				if bytes.Contains(left, []byte("s3")) {
					t.Errorf("%v called %q by %d: what is left tells %.60s", tt.names, tt.claimed, size, left)
				}
				if found := told(r); secret && (bytes.Equal(out, body) || len(found) == 0) {
					t.Errorf("%v called %q by %d: the secret of %.20s stays", tt.names, tt.claimed, size, doc)
				} else if !secret && !bytes.Equal(out, body) && tt.claimed != "br" && tt.claimed != "zstd" && tt.claimed != "br, gzip" {
					t.Errorf("%v called %q by %d: %.20s became filler: %+v", tt.names, tt.claimed, size, doc, found)
				}
			}
		}
	}
}

// TestFormsUnderOtherNames: a form that is said to be encoded, and has a control
// character, is looked into as any other form is.
func TestFormsUnderOtherNames(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Request: redact.NewMembers("token"), Form: []string{"token", "code"}}
	for _, claimed := range []string{"gzip", "x-gzip", "deflate", "gzip, gzip"} {
		for body := range map[string]string{
			"a=\x01b&token=s3cret&c=d": "a=\x01b&token=******&c=d", "token=s3cret\x02&c=d": "token=*******&c=d", "grant_type=\x00x&code=s3cret": "grant_type=\x00x&code=******",
		} {
			for _, media := range []string{"application/x-www-form-urlencoded", "application/json", ""} {
				for _, size := range []int{1, 2, 7, 1 << 20} {
					h := http.Header{"Content-Encoding": {claimed}, "Content-Type": {media}}
					r := s.Redactor(wire.Request, redact.BodyKindOf(h, wire.Body), []byte(body)[:min(size, len(body))], key)
					if out := run(r, []byte(body), size); strings.Contains(string(out), "3cret") || len(told(r)) != 1 {
						t.Errorf("%q called %q, %q by %d: %q", body, claimed, media, size, out)
					}
				}
			}
		}
	}
}

// TestUnknownEncodingsByReads: what follows the beginning of a text in an encoding
// that nobody undoes is judged the same however it is cut.
func TestUnknownEncodingsByReads(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Response: redact.NewMembers("token")}
	body := []byte(`{"a":"` + strings.Repeat("x", 300) + "\x01" + strings.Repeat("y", 300) + `"}`)
	h := http.Header{"Content-Encoding": {"utf-8"}}
	for _, size := range []int{1, 100, 306, 1 << 20} {
		r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.Body), body[:min(size, len(body))], key)
		if out := run(r, body, size); !bytes.Equal(out, body) {
			t.Errorf("by %d: %d bytes became filler", size, bytes.Count(out, []byte("*")))
		}
	}
}
