package proxy_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/proxy"
)

// A connection that a client opened and has not used does not delay the console's stop.
func TestUnusedConnectionsDoNotHoldUpShutdown(t *testing.T) {
	t.Parallel()
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: newMemory()}, FirstPort: -1})
	at, err := taps.Open(t.Context(), "http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", strings.TrimPrefix(at.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	resp, err := http.Get(at.URL) // the other is accepted by now
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second) // the server alone would wait for five
	defer cancel()
	if err := taps.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(c); err != nil && !errors.Is(err, net.ErrClosed) && !strings.Contains(err.Error(), "reset") {
		t.Error(err)
	}
}
