package session

import (
	"fmt"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func at(session, url string, began, done int) *wire.Exchange {
	return &wire.Exchange{Session: session, Method: "POST", URL: url, Started: time.Unix(int64(began), 0), RequestDone: time.Unix(int64(done), 0)}
}

func identity(b a2a.Binding, strong bool, vs ...a2a.Version) a2a.Identity {
	path := a2a.Evidence{Text: "path or method", Strong: b != a2a.REST, Versions: vs}
	return a2a.Identity{Versions: vs, Binding: b, Op: a2a.SendMessage, Evidence: []a2a.Evidence{path, {Text: "shape", Strong: strong, Versions: vs}}}
}

// TestVersions: a request that shows its version by itself decides for later ones in its session at its
// endpoint, whatever order they are read in.
func TestVersions(t *testing.T) {
	var v Versions
	v.Learn(at("s", "http://a/rpc?x=1", 3, 4), identity(a2a.JSONRPC, true, a2a.V03))
	v.Learn(at("s", "http://a/rpc/", 1, 2), identity(a2a.JSONRPC, true, a2a.V01))
	v.Learn(at("s", "http://a/other", 1, 2), identity(a2a.JSONRPC, true, a2a.V02, a2a.V03))
	v.Learn(at("s", "http://a/v1/message:send", 1, 2), identity(a2a.REST, true, a2a.V10))
	v.Learn(at("s", "http://b/v1/message:send", 1, 2), identity(a2a.REST, false, a2a.V03))
	probe := at("s", "http://c/", 1, 2)
	probe.Origin = wire.Console
	v.Learn(probe, identity(a2a.JSONRPC, true, a2a.V01))
	for _, c := range []struct {
		x    *wire.Exchange
		want string
	}{
		{at("s", "http://a/rpc", 1, 9), "[]"},
		{at("s", "http://a/rpc", 2, 9), "[0.1]"},
		{at("s", "http://a/rpc", 5, 9), "[0.1 0.3]"},
		{at("t", "http://a/rpc", 5, 9), "[]"},
		{at("s", "http://a/other", 5, 9), "[]"},
		{at("s", "http://a/v1/message:stream", 5, 9), "[1.0]"},
		{at("s", "http://a/v1/tenant/message:stream", 5, 9), "[]"},
		{at("s", "http://a/v1", 5, 9), "[]"},
		{at("s", "http://b/v1/message:send", 5, 9), "[]"}, // a path alone shows nothing
		{at("s", "http://c/", 5, 9), "[]"},
	} {
		if got := fmt.Sprint(v.Before(c.x)); got != c.want {
			t.Errorf("%s in %s at %v: %s, want %s", c.x.URL, c.x.Session, c.x.Started.Unix(), got, c.want)
		}
	}
}

// TestVersionsAreBounded: ever new URLs and sessions use bounded memory.
func TestVersionsAreBounded(t *testing.T) {
	var v Versions
	for i := range 3 * endpointsKept {
		v.Learn(at("s", fmt.Sprintf("http://a/%d", i), 1, 2), identity(a2a.JSONRPC, true, a2a.V01))
	}
	if n := len(v.bySession["s"]); n != endpointsKept {
		t.Errorf("%d endpoints are kept", n)
	}
	for i := range 3 * sessionsKept {
		v.Learn(at(fmt.Sprint(i), "http://a/", 1, 2), identity(a2a.JSONRPC, true, a2a.V01))
	}
	if len(v.bySession) != sessionsKept || len(v.order) != sessionsKept {
		t.Errorf("%d sessions are kept", len(v.bySession))
	}
}
