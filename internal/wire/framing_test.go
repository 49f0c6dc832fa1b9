package wire_test

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestFraming: only a granted upgrade is a WebSocket; the body of an upgrade request is like any other.
func TestFraming(t *testing.T) {
	t.Parallel()
	upgrade := http.Header{"Upgrade": {"WebSocket"}, "Content-Type": {"application/json"}}
	for _, tt := range []struct {
		status int
		header http.Header
		want   wire.FrameKind
	}{
		{0, upgrade, wire.Body}, {101, upgrade, wire.WebSocket}, {426, upgrade, wire.Body}, {200, upgrade, wire.Body},
		{101, http.Header{"Upgrade": {"h2c"}}, wire.Body}, {200, http.Header{"Content-Type": {"text/event-stream"}}, wire.SSE},
		{0, http.Header{"Content-Type": {"application/grpc"}}, wire.GRPC}, {200, nil, wire.Body},
	} {
		h := wire.Head{Status: tt.status, Header: tt.header}
		if got := h.Framing(); got != tt.want {
			t.Errorf("%d %v is framed as %q, want %q", tt.status, tt.header, got, tt.want)
		}
	}
}
