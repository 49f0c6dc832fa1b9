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

// TestWideText: text in UTF-16 and UTF-32 is not looked into: all of it is filler, but
// for what tells it.
func TestWideText(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Request: redact.NewMembers("token"), Form: []string{"token"}}
	for name, tt := range map[string]struct {
		media, mark, before, after string
	}{
		"LE": {"", "", "", "\x00"}, "BE": {"", "", "\x00", ""}, "LE, mark": {"", "\xff\xfe", "", "\x00"}, "BE, mark": {"", "\xfe\xff", "\x00", ""},
		"32 LE": {"", "", "", "\x00\x00\x00"}, "32 BE": {"", "", "\x00\x00\x00", ""}, "32 BE, mark": {"", "\x00\x00\xfe\xff", "\x00\x00\x00", ""},
		"form, said": {"application/x-www-form-urlencoded; charset=UTF-16LE", "", "", "\x00"}, "form, said to be 32": {"application/x-www-form-urlencoded; charset=\"utf-32\"", "", "\x00\x00\x00", ""},
	} {
		doc := ` {"token":"s3cret","b":[1]}`
		if strings.HasPrefix(name, "form") {
			doc = "a=b&token=s3cret"
		}
		body := []byte(tt.mark)
		for _, c := range doc {
			body = append(body, tt.before+string(c)+tt.after...)
		}
		for _, claimed := range []string{"", "gzip", "deflate", "gzip, gzip"} {
			for _, size := range []int{1, 2, 7, 1 << 20} {
				h := http.Header{"Content-Encoding": {claimed}, "Content-Type": {tt.media}}
				r := s.Redactor(wire.Request, redact.BodyKindOf(h, wire.Body), body[:min(size, len(body))], key)
				out := run(r, body, size)
				found := told(r)
				if len(out) != len(body) || bytes.ContainsAny(out, "s3=") || len(found) != 1 || found[0].Detail != "in an encoding that cannot be looked into" || found[0].Fingerprint != "" || !bytes.HasSuffix(out, bytes.Repeat([]byte("*"), int(found[0].Length))) {
					t.Errorf("%s called %q by %d: %q, %+v", name, claimed, size, out, found)
				}
			}
		}
	}
}

// TestTextSaidToBeWide: what is called UTF-16 and is none is looked into.
func TestTextSaidToBeWide(t *testing.T) {
	t.Parallel()
	out, found := answered("application/json; charset=utf-16", "", []byte(`{"token":"s3cret","b":"é"}`), 3)
	if string(out) != `{"token":"******","b":"é"}` || found != 1 {
		t.Errorf("%s", out)
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
