package archive_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestSecretsOfRefusedUpgrade: if an agent did not switch to a WebSocket, the bodies are not messages,
// whatever the headers ask for; if it did, they are.
func TestSecretsOfRefusedUpgrade(t *testing.T) {
	t.Parallel()
	upgrade := http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Content-Type": {"application/json"}}
	for _, c := range []struct {
		status            int
		request, response string
	}{
		{400, `{"params":{"token":"hush"}}`, `{"result":{"token":"hush"}}`},
		{101, "\x81\x1b" + `{"params":{"token":"hush"}}`, "\x81\x1b" + `{"result":{"token":"hush"}}`},
	} {
		var got [2]string
		to := &archive.ExchangeSink{
			OnSession: func(context.Context, *wire.Session) error { return nil },
			OnExchange: func(_ context.Context, w *archive.FullExchange) error {
				got = [2]string{string(w.Body(wire.Request)), string(w.Body(wire.Response))}
				return nil
			},
			OnClose: func(context.Context) error { return nil },
		}
		w := &archive.FullExchange{Exchange: wire.Exchange{ID: "x", Request: wire.Head{Header: upgrade}, Response: wire.Head{Status: c.status, Header: upgrade}}}
		w.Sides[wire.Request] = []wire.Chunk{{Data: []byte(c.request[:9])}, {Data: []byte(c.request[9:])}}
		w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, Data: []byte(c.response)}}
		r := archive.Redact(to, archive.RedactOptions{Secrets: secrets})
		if err := w.WriteTo(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := [2]string{strings.Replace(c.request, "hush", "****", 1), strings.Replace(c.response, "hush", "****", 1)}
		if got != want || len(r.Removed()) != 2 {
			t.Errorf("%d: %q, %+v", c.status, got, r.Removed())
		}
	}
}
