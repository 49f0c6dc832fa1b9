package wire_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestHostName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"localhost": "localhost", "LocalHost:7421": "localhost", "agent.test.": "agent.test", "agent.test.:80": "agent.test",
		"[::1]:80": "::1", "[::1]": "::1", "::1": "::1", "127.0.0.1:1": "127.0.0.1", "": "",
	} {
		if got := wire.HostName(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestIsHostName: what may appear in a Host header, as people write it.
func TestIsHostName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"host.docker.internal": true, "LocalHost:7421": true, "my_agent-1": true, "agent.test.": true, "::1": true, "[::1]:80": true, "10.0.0.1": true, "xn--bcher-kva.example": true,
		"": false, "http://a": false, "a/b": false, "a b": false, "*.example": false, "a..b": false, "a:b": false, "me@a": false, "bücher.example": false, "a,b": false, "fe80::1%eth0": false, "a?": false, "[::1": false, "::1]": false, "-x": false, "x-.test": false, "[::1]": true,
		strings.Repeat("a", 64): false, strings.Repeat("a.", 127) + "a": false,
	} {
		if wire.IsHostName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

// TestArrivedAt: only the exact address matches, and none matches if the server does not know where a request
// arrived.
func TestArrivedAt(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, "http://192.0.2.1/", nil)
	if wire.MatchesLocalAddr(r, "192.0.2.1") {
		t.Error("arrived, though nobody says so")
	}
	at := &net.TCPAddr{IP: net.ParseIP("192.0.2.1"), Port: 7421}
	r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at))
	for name, want := range map[string]bool{"192.0.2.1": true, "::ffff:192.0.2.1": true, "192.0.2.2": false, "agent.test": false} {
		if wire.MatchesLocalAddr(r, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

func TestWithoutQuery(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"http://agent.test/card?key=SECRET": "http://agent.test/card", "/card?key=SECRET#SECRET": "/card", "/card#SECRET?x": "/card",
		"http://me:SECRET@agent.test/?a": "http://me:xxxxx@agent.test/", "http://agent.test": "http://agent.test", "": "",
	} {
		if got := wire.StripQuery(in); got != want {
			t.Errorf("%s is %s", in, got)
		}
	}
}
