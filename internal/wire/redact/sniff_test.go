package redact_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestUnknownEncodingsByReads: what follows the beginning of a text in an unsupported encoding is judged the
// same however it is divided into reads.
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
