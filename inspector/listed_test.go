package inspector

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func discovered(t *testing.T, card string) *Discovery {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != newCardPath {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, card)
	}))
	t.Cleanup(srv.Close)
	d, err := New(Options{}).Discover(t.Context(), srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Cards may use various names for the three bindings.
func TestChooseBySpelling(t *testing.T) {
	for word, want := range map[string]a2a.Binding{
		"REST": a2a.REST, "rest": a2a.REST, "HTTP_JSON": a2a.REST, "HTTP+JSON": a2a.REST, "HTTP/JSON": a2a.REST,
		"JSON-RPC": a2a.JSONRPC, "json_rpc": a2a.JSONRPC, "JSON-RPC 2.0": a2a.JSONRPC, "gRPC": a2a.GRPC,
	} {
		for _, card := range []string{
			`{"name":"Peer","version":"1","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:9/a2a","protocolBinding":"` + word + `","protocolVersion":"1.0"}]}`,
			`{"name":"Peer","version":"1","skills":[],"protocolVersion":"0.3.0","url":"http://127.0.0.1:9/a2a","preferredTransport":"` + word + `"}`,
		} {
			target, err := discovered(t, card).Choose("", want)
			if err != nil || target.Binding != want || target.Endpoint != "http://127.0.0.1:9/a2a" {
				t.Errorf("%s: %+v, %v", word, target, err)
			}
		}
	}
}

// An interface with an unknown binding can be called by a person who names the binding; an address that must not be
// called cannot.
func TestListed(t *testing.T) {
	const head = `{"name":"Peer","version":"1","skills":[],"supportedInterfaces":[`
	for card, want := range map[string]string{
		head + `{"url":"http://127.0.0.1:9/odd","protocolBinding":"CARRIER PIGEON","protocolVersion":"1.0"}]}`:     "http://127.0.0.1:9/odd",
		head + `{"url":"http://127.0.0.1:9/odd","protocolBinding":"CARRIER PIGEON","protocolVersion":"0.3"}]}`:     "",
		head + `{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`:            "",
		head + `{"url":"http://169.254.169.254/odd","protocolBinding":"CARRIER PIGEON","protocolVersion":"1.0"}]}`: "",
	} {
		if got := discovered(t, card).InterfaceURL(a2a.V10); got != want {
			t.Errorf("%s: %q, want %q", card, got, want)
		}
	}
	if got := (&Discovery{}).InterfaceURL(a2a.V10); got != "" {
		t.Errorf("without a card: %q", got)
	}
}
