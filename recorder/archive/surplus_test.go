package archive_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

type keeper struct {
	nothing
	x wire.Exchange
}

func (k *keeper) Exchange(_ context.Context, x *wire.Exchange) error {
	k.x = *x
	return nil
}

// What arrived after a response is redacted, including a secret that began in the response's body.
func TestSurplusIsRedacted(t *testing.T) {
	t.Parallel()
	half := string(packedGzip(t, `{"result":{"token":"`+strings.Repeat("hush", 99)+`"}}`))
	for name, tt := range map[string]struct{ body, surplus, want, coding string }{
		"a body that goes on": {`{"result":{"token":"hu`, `sh","x":1}}`, `**","x":1}}`, ""},
		"another document":    {"", `{"result":{"token":"hush"}}`, `{"result":{"token":"****"}}`, ""},
		"another head":        {"ok", "HTTP/1.1 200 OK\r\nset-cookie: a=hush\r\n\r\n", "HTTP/1.1 200 OK\r\nset-cookie: a=****\r\n\r\n", ""},
		"a pattern":           {"ok", "text of PATTERN", "text of *******", ""},
		"the rest of a body":  {half[:40], half[40:], strings.Repeat("*", len(half)-40), "gzip"},
	} {
		t.Run(name, func(t *testing.T) {
			k := &keeper{}
			pattern, err := archive.ParsePattern("text:PATTERN")
			if err != nil {
				t.Fatal(err)
			}
			r := archive.Redact(k, archive.RedactOptions{Secrets: secrets, Patterns: []archive.Pattern{pattern}})
			x := &wire.Exchange{ID: wire.NewID(), Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {tt.coding}}, Surplus: []byte(tt.surplus)}}
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

func packedGzip(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What arrived on a connection without a response is kept in a session file.
func TestSurplusWithoutAnAnswer(t *testing.T) {
	m := lossy()
	m.wholes[1].Response.Surplus = []byte("more")
	again, _ := readMemory(t, m.jsonl(t), archive.ReadOptions{})
	if len(again.wholes) != 2 || string(again.wholes[1].Response.Surplus) != "more" {
		t.Errorf("%+v", again.wholes)
	}
}
