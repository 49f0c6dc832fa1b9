package archive_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/archive"
	"github.com/a2a-console/a2a-console/wire"
)

// keeper is a Sink that keeps the exchange.
type keeper struct {
	nothing
	x wire.Exchange
}

func (k *keeper) Exchange(_ context.Context, x *wire.Exchange) error {
	k.x = *x
	return nil
}

// What came after an answer loses its secrets, those too that its body broke off in.
func TestSurplusIsRedacted(t *testing.T) {
	for name, tt := range map[string]struct{ body, surplus, want string }{
		"a body that goes on": {`{"result":{"token":"hu`, `sh","x":1}}`, `**","x":1}}`},
		"another document":    {"", `{"result":{"token":"hush"}}`, `{"result":{"token":"****"}}`},
		"another head":        {"ok", "HTTP/1.1 200 OK\r\nset-cookie: a=hush\r\n\r\n", "HTTP/1.1 200 OK\r\nset-cookie: a=****\r\n\r\n"},
		"a pattern":           {"ok", "text of PATTERN", "text of *******"},
	} {
		t.Run(name, func(t *testing.T) {
			k := &keeper{}
			pattern, err := archive.ParsePattern("text:PATTERN")
			if err != nil {
				t.Fatal(err)
			}
			r := archive.Redact(k, archive.RedactOptions{Secrets: secrets, Patterns: []archive.Pattern{pattern}})
			x := &wire.Exchange{ID: wire.NewID(), Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Surplus: []byte(tt.surplus)}}
			for _, err := range []error{
				r.Session(t.Context(), &wire.Session{}), r.Exchange(t.Context(), x),
				r.Chunk(t.Context(), &wire.Chunk{Exchange: x.ID, Side: wire.Response, Data: []byte(tt.body)}), r.Close(t.Context()),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			if string(k.x.Response.Surplus) != tt.want || len(r.Removed()) == 0 {
				t.Errorf("%q, removed %+v", k.x.Response.Surplus, r.Removed())
			}
		})
	}
}
