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
