package proxy_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/proxy"
)

// TestTapsDoNotWaitForOneAnother: the TLS configuration for one agent may have to wait for a person who
// unlocks a keyring; calls to other agents, including new connections, continue meanwhile.
func TestTapsDoNotWaitForOneAnother(t *testing.T) {
	t.Parallel()
	agent := func() *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
		t.Cleanup(s.Close)
		return s
	}
	locked, open := agent(), agent()
	asked, unlock := make(chan struct{}), make(chan struct{})
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{TLS: func(origin string) *tls.Config {
		if origin == locked.URL {
			close(asked)
			<-unlock
		}
		return nil
	}}})
	get := func(url string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Error(err)
			return
		}
		resp, err := taps.RoundTripper().RoundTrip(r)
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "here" {
			t.Errorf("%q %v", body, err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		get(locked.URL)
	}()
	<-asked
	get(open.URL)
	close(unlock)
	<-done
	if err := taps.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}
