package archive_test

import (
	"context"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestSecretsOfAnswersThatAreNoHTTP: what arrived instead of a head may be a document.
func TestSecretsOfAnswersThatAreNoHTTP(t *testing.T) {
	t.Parallel()
	for _, in := range []string{`{"result":{"token":"hush"}}`, "{\"result\":{\n\"token\": \"hush\"}}\n", "a=b&client_secret=hush\r\n", "{\n  \"result\": {\n    \"token\": \"hush\"\n  }\n}\n", "220 hello\r\nSet-Cookie: a=hush\r\n"} {
		var got wire.Head
		to := &archive.ExchangeSink{
			OnSession:  func(context.Context, *wire.Session) error { return nil },
			OnExchange: func(_ context.Context, w *archive.FullExchange) error { got = w.Response; return nil },
			OnClose:    func(context.Context) error { return nil },
		}
		w := &archive.FullExchange{Exchange: wire.Exchange{ID: "x", Response: wire.UnreadHead([]byte(in))}}
		r := archive.Redact(to, archive.RedactOptions{Secrets: secrets})
		if err := w.WriteTo(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(in, "hush", "****", 1); string(got.ReceivedBytes("")) != want || len(r.Removed()) != 1 {
			t.Errorf("%q became %q: %+v", in, got.ReceivedBytes(""), r.Removed())
		}
	}
}
