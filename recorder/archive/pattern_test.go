package archive_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestPatternsInGRPC: text in gRPC messages is redacted in place, and notes say what patterns cannot find
// there.
func TestPatternsInGRPC(t *testing.T) {
	t.Parallel()
	text, member := must(archive.ParsePattern("text:joe@example")), must(archive.ParsePattern("member:params.metadata"))
	plain := append([]byte{0, 0, 0, 0, 13, 10, 11}, "joe@example"...)
	squeezed := []byte{1, 0, 0, 0, 2, 31, 139}
	for _, c := range []struct {
		name    string
		body    []byte
		pattern archive.Pattern
		notes   string
		hit     bool
	}{
		{"text", plain, text, "", true},
		{"text in compressed messages", append(bytes.Clone(plain), squeezed...), text, "not searched for secrets: 1 × compressed gRPC messages", true},
		{"compressed, and nothing asked of it", squeezed, must(archive.ParsePattern("header:X-A")), "", false},
		{"a member", plain, member, "not searched for secrets: 1 × gRPC messages, where members have no names", false},
		{"a broken frame", []byte{0, 255, 255, 255, 255, 1}, text, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			r := archive.Redact(archive.NewJSONL(&out, archive.Provenance{Program: "test"}), archive.RedactOptions{Patterns: []archive.Pattern{c.pattern}})
			x := wire.Exchange{ID: wire.NewID(), Method: "POST", URL: "http://127.0.0.1/x", Request: wire.Head{Header: http.Header{"Content-Type": {"application/grpc"}}}}
			for _, err := range []error{
				r.Session(t.Context(), &wire.Session{ID: wire.NewID(), Exchanges: 1}),
				r.Exchange(t.Context(), &x),
				r.Chunk(t.Context(), &wire.Chunk{Side: wire.Request, Data: bytes.Clone(c.body)}),
				r.Close(t.Context()),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := strings.Join(r.Notes(), "; "); got != c.notes {
				t.Errorf("notes %q, want %q", got, c.notes)
			}
			if hit := len(r.Removed()) == 1; hit != c.hit {
				t.Errorf("removed %+v", r.Removed())
			}
		})
	}
}

func must(p archive.Pattern, err error) archive.Pattern {
	if err != nil {
		panic(err)
	}
	return p
}
