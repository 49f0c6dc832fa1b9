package redact_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestEncodingsUnderOtherNames: a body in an encoding that its head does not name
// is looked into, and without a secret stays as it is.
func TestEncodingsUnderOtherNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`"some text that goes on",`, 400)
	s := redact.Secrets{Response: redact.NewMembers("token")}
	for _, doc := range []string{`{"token":"s3cret-Value/7fQ"}`, `{"list":[` + long + `0],"token":"s3cret-Value/7fQ"}`, `{"list":[` + long + `0]}`, `{"a":1}`} {
		for _, tt := range []struct {
			claimed string
			names   []string
		}{
			{"gzip", []string{"br"}}, {"gzip", []string{"raw"}}, {"deflate", []string{"br"}}, {"x-gzip", []string{"raw"}}, {"gzip", []string{"gzip", "br"}},
			{"gzip, gzip", []string{"gzip"}}, {"br, gzip", []string{"gzip"}}, {"gzip, gzip", []string{"br", "gzip"}}, {"gzip, gzip", []string{"br"}}, {"gzip, deflate", []string{"gzip"}}, {"gzip, br", []string{"br"}},
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

// TestShortBodiesUnderOtherNames: some end before a decoder finds that they are none
// of its own.
func TestShortBodiesUnderOtherNames(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Response: redact.NewMembers("token")}
	for i := range 300 {
		secret := fmt.Sprint("s3", i*i, "cret", i)
		for claimed, name := range map[string]string{"deflate": "br", "gzip": "raw", "x-gzip": "br"} {
			body := encode(t, []byte(`{"token":"`+secret+`"}`), i%10, name)
			r := s.Redactor(wire.Response, redact.BodyKindOf(http.Header{"Content-Encoding": {claimed}}, wire.Body), body, key)
			out := run(r, body, 1+i%9)
			left, _ := coding.Decode(codings([]string{name}), bytes.TrimRight(out, "*"), coding.NewBudget(1<<20))
			if len(told(r)) == 0 || bytes.Contains(left, []byte("s3")) {
				t.Errorf("%s called %s: %q of %s stays", name, claimed, left, secret)
			}
		}
	}
}

// TestWideTextUnderOtherNames: text in UTF-16 that is said to be encoded is looked
// into as any other text is.
func TestWideTextUnderOtherNames(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Response: redact.NewMembers("token")}
	for _, claimed := range []string{"gzip", "x-gzip", "deflate", "gzip, gzip"} {
		for name, wide := range map[string]func(c byte) []byte{
			"LE": func(c byte) []byte { return []byte{c, 0} }, "BE": func(c byte) []byte { return []byte{0, c} },
		} {
			var body, want []byte
			for _, c := range []byte(`{"token":"s3cret","b":[1]}`) {
				body = append(body, wide(c)...)
			}
			for _, c := range []byte(`{"token":"******","b":[1]}`) {
				want = append(want, wide(c)...)
			}
			for _, size := range []int{1, 2, 7, 1 << 20} {
				h := http.Header{"Content-Encoding": {claimed}}
				r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.Body), body[:min(size, len(body))], key)
				if out := run(r, body, size); !bytes.Equal(out, want) || len(told(r)) != 1 {
					t.Errorf("%s called %q by %d: %q", name, claimed, size, out)
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
