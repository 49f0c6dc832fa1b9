package proxy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// swapper replaces AGENT by the tap's address in responses that it rewrites.
type swapper struct{}

func (swapper) CanRewrite(method, url string, body []byte, resp *http.Response) bool {
	return strings.HasSuffix(url, "/card") || bytes.Contains(body, []byte("GetExtendedCard"))
}

func (swapper) Splice(self string, _ *http.Response, body []byte) ([]byte, string) {
	return bytes.ReplaceAll(body, []byte("AGENT"), []byte(self)), ""
}

func splicing(o *proxy.Options) { o.Splice = swapper{} }

func TestCardIsRewritten(t *testing.T) {
	t.Parallel()
	const card = `{"url":"AGENT/rpc","pad":"AGENT"}`
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"agent's"`)
		w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")
		w.Header().Set("Accept-Ranges", "bytes")
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Accept-Encoding") == "gzip" {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, card)
			z.Close()
			return
		}
		if r.URL.Query().Has("chunked") {
			http.NewResponseController(w).Flush()
		}
		io.WriteString(w, card)
	}), splicing)
	want := strings.ReplaceAll(card, "AGENT", tap)
	for _, tt := range []struct{ path, encoding, body string }{{"/card", "identity", ""}, {"/card", "gzip", ""}, {"/card?chunked&/card", "identity", ""}, {"/rpc", "identity", "GetExtendedCard"}} {
		req, _ := http.NewRequest("POST", tap+tt.path, strings.NewReader(tt.body))
		req.Header.Set("Accept-Encoding", tt.encoding)
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		x := m.ended(t)
		if err != nil || string(body) != want || string(x.committed(wire.ResponseSent)) != want {
			t.Errorf("%v: client %q, record %q, %v", tt, body, x.committed(wire.ResponseSent), err)
		}
		sum := sha256.Sum256([]byte(want))
		if resp.Header.Get("ETag") != `"`+hex.EncodeToString(sum[:12])+`"` || resp.Header.Get("Content-Encoding") != "" || x.answer.Header.Get("ETag") == "" {
			t.Errorf("%v: client's headers %v, record's %v", tt, resp.Header, x.answer.Header)
		}
		if sent := x.heads[wire.ResponseSent]; sent.Status != 200 || sent.Header.Get("ETag") != resp.Header.Get("ETag") || sent.Header.Get("Content-Encoding") != "" ||
			sent.Header.Get("Content-Length") != resp.Header.Get("Content-Length") {
			t.Errorf("%v: the head sent is %v, on record %+v", tt, resp.Header, sent)
		}
		for _, h := range []http.Header{resp.Header, x.heads[wire.ResponseSent].Header} { // everything else is unchanged
			if h.Get("Last-Modified") == "" || h.Get("Accept-Ranges") != "" {
				t.Errorf("%v: %v", tt, h)
			}
		}
		if orig := x.committed(wire.Response); tt.encoding == "identity" && string(orig) != card || tt.encoding == "gzip" && !bytes.HasPrefix(orig, []byte{0x1f, 0x8b}) {
			t.Errorf("%v: the original on record is %q", tt, orig)
		}
		if !x.sealed || x.ends != 1 {
			t.Errorf("%v: sealed %v, %d ends", tt, x.sealed, x.ends)
		}
	}
}

func TestWhatIsNotRewrittenPassesUntouched(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("AGENT", 1<<20)
	m := newMemory()
	tap, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("as") {
		case "long":
			io.WriteString(w, long)
		case "br":
			w.Header().Set("Content-Encoding", "br")
			io.WriteString(w, "AGENT")
		case "404":
			w.WriteHeader(404)
			io.WriteString(w, "AGENT")
		case "events":
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "data: AGENT\n\n")
		default:
			w.Header().Set("ETag", "keep")
			io.WriteString(w, "none")
		}
	}), splicing)
	for _, q := range []string{"long", "br", "404", "events", ""} {
		// The URL must end in /card, or the test's Splicer would not be asked to rewrite.
		direct, err := http.Get(up.URL + "/?as=" + q + "&x=/card")
		if err != nil {
			t.Fatal(err)
		}
		want, _ := io.ReadAll(direct.Body)
		resp, err := http.Get(tap + "/?as=" + q + "&x=/card")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		x := m.ended(t)
		if err != nil || !bytes.Equal(got, want) || !bytes.Equal(x.committed(wire.Response), want) || len(x.committed(wire.ResponseSent)) > 0 {
			t.Errorf("%q: %d bytes of %d, %v", q, len(got), len(want), err)
		}
		if resp.Header.Get("ETag") != direct.Header.Get("ETag") || resp.ContentLength != direct.ContentLength {
			t.Errorf("%q: headers %v, direct %v", q, resp.Header, direct.Header)
		}
	}
}

func TestCutCardStaysCut(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap := before(t, m, script(t, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"url\":\"AGENT", hangUp), splicing)
	resp, err := http.Get(tap + "/card")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if x := m.ended(t); err == nil || string(body) != `{"url":"AGENT` || x.end.Outcome != wire.Cut {
		t.Errorf("%q, %v, %+v", body, err, x.end)
	}
}

func TestTaps(t *testing.T) {
	t.Parallel()
	ctx := context.WithoutCancel(t.Context())
	m := newMemory()
	_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Host) }))
	ports := map[string]int{}
	open := func() *proxy.Taps {
		return proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m},
			Port:   func(_ context.Context, origin string) int { return ports[origin] },
			OnOpen: func(_ context.Context, origin string, port int) { ports[origin] = port },
		})
	}
	taps := open()
	a, err := taps.Open(ctx, strings.ToUpper(up.URL[:4])+up.URL[4:]+"/path")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := taps.Open(ctx, up.URL); err != nil || a != b || a.Agent != up.URL || len(taps.Taps()) != 1 {
		t.Errorf("%+v, %+v, %v", a, b, err)
	}
	resp, err := http.Get(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(resp.Body); "http://"+string(body) != up.URL || m.ended(t).x.Tap != a.URL {
		t.Errorf("the agent was called as %s, on record is %s", body, m.ended(t).x.Tap)
	}
	for raw, want := range map[string]string{
		up.URL + "/rpc?x#y": "http://host.docker.internal" + a.URL[strings.LastIndexByte(a.URL, ':'):] + "/rpc?x#y",
		strings.Replace(up.URL, "127.0.0.1", "localhost", 1) + "/rpc": "http://host.docker.internal" + a.URL[strings.LastIndexByte(a.URL, ':'):] + "/rpc",
		up.URL: "http://host.docker.internal" + a.URL[strings.LastIndexByte(a.URL, ':'):],
	} {
		if got, ok := taps.TapURL("http://host.docker.internal:1", raw); !ok || got != want {
			t.Errorf("%s → %s, %v, want %s", raw, got, ok, want)
		}
	}
	for _, raw := range []string{"http://other.example/", strings.Replace(up.URL, "http://127.0.0.1", "https://localhost", 1)} {
		if _, ok := taps.TapURL("http://localhost:1", raw); ok {
			t.Errorf("%s has no tap, and was swapped", raw)
		}
	}
	if err := taps.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := taps.Open(ctx, up.URL); err == nil {
		t.Error("opened after Shutdown")
	}

	// The port is remembered; if it is taken, another is found.
	again := open()
	b, err := again.Open(ctx, up.URL)
	if err != nil || b.URL != a.URL {
		t.Errorf("%+v, %v, want %s", b, err, a.URL)
	}
	if err := again.Close(ctx, up.URL); err != nil || len(again.Taps()) != 0 {
		t.Errorf("%v, %v", err, again.Taps())
	}
	l, err := net.Listen("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := again.OpenAt(ctx, up.URL, l.Addr().String()); err == nil || !strings.Contains(err.Error(), "another address") {
		t.Errorf("a given port that is taken: %v", err)
	}
	if c, err := again.Open(ctx, up.URL); err != nil || c.URL == a.URL || !strings.HasSuffix(c.URL, fmt.Sprint(ports[up.URL])) {
		t.Errorf("%+v, %v", c, err)
	}
	if err := again.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestShutdownEndsOpenStreams(t *testing.T) {
	t.Parallel()
	m := newMemory()
	left := make(chan struct{})
	_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}})
	at, err := taps.Open(t.Context(), up.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(at.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := taps.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-left
	if x := m.ended(t); x.end.Outcome != wire.Interrupted {
		t.Errorf("%+v", x.end)
	}
}

// A tap whose upstream leads back to it would feed itself.
func TestLoopsAreRefused(t *testing.T) {
	t.Parallel()
	m := newMemory()
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m, Forbidden: func(netip.AddrPort) bool { return false }}})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return l.Addr().String()
	}
	a, b, c := free(), free(), free()
	for origin, at := range map[string]string{"http://" + a: a, "http://" + c: b, "http://localhost" + b[strings.IndexByte(b, ':'):]: c} {
		if _, err := taps.OpenAt(t.Context(), origin, at); err != nil {
			t.Fatal(err)
		}
	}
	for name, at := range map[string]string{"itself": a, "two in a ring": b} {
		resp, err := http.Get("http://" + at)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 502 || !strings.Contains(string(body), "the console itself") {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"HTTP://Agent.Example:80/x?y": "http://agent.example", "https://a:443": "https://a", "https://a:80": "https://a:80", "localhost:9": "http://localhost:9",
		"http://[::1]:80/": "http://[::1]", "http://[::1]:81": "http://[::1]:81", "http://u:p@h./": "http://h", "agent.example": "http://agent.example",
	} {
		if got, err := proxy.Origin(in); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "ftp://x", "http://", "http://x:0", "http://x:99999", "javascript:alert(1)", "file:///etc/passwd"} {
		if got, err := proxy.Origin(in); err == nil {
			t.Errorf("%q: %s", in, got)
		}
	}
}

// noting also returns a note about what it changed.
type noting struct{ swapper }

func (n noting) Splice(self string, resp *http.Response, body []byte) ([]byte, string) {
	out, _ := n.swapper.Splice(self, resp, body)
	return out, "card rewritten"
}

// TestLogHasNoKeys: the query of a card's URL may contain a key.
func TestLogHasNoKeys(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	tap, _ := front(t, newMemory(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/broken" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		io.WriteString(w, "AGENT")
	}), func(o *proxy.Options) { o.Splice, o.Logger = noting{}, slog.New(slog.NewTextHandler(&log, nil)) })
	for _, path := range []string{"/agent?key=SECRET&/card", "/broken?key=SECRET&/card"} {
		req, _ := http.NewRequest("GET", tap+path, nil)
		req.Header.Set("Accept-Encoding", "identity")
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	if got := log.String(); strings.Contains(got, "SECRET") || !strings.Contains(got, "card rewritten") || !strings.Contains(got, "/broken") {
		t.Errorf("%s", got)
	}
}

// TestHeadOfACard: the rewritten card does not exist yet, so the response to a HEAD drops what the agent says
// about its own bytes; the record keeps it.
func TestHeadOfACard(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, v := range map[string]string{"ETag": `"agent's"`, "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT", "Content-Length": "1234", "Cache-Control": "max-age=60"} {
			w.Header().Set(name, v)
		}
	}), splicing)
	for path, want := range map[string]string{"/card": "", "/other": `"agent's"`} {
		resp, err := http.Head(tap + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		x := m.ended(t)
		if h := resp.Header; h.Get("ETag") != want || h.Get("Last-Modified") == "" || (resp.ContentLength == 1234) != (want != "") || h.Get("Cache-Control") == "" {
			t.Errorf("%s: %v, length %d", path, h, resp.ContentLength)
		}
		if sent, changed := x.heads[wire.ResponseSent]; changed != (want == "") || sent.Header.Get("ETag") != "" {
			t.Errorf("%s: sent is %v", path, sent)
		}
		if x.answer.Header.Get("ETag") == "" || x.answer.Header.Get("Content-Length") != "1234" {
			t.Errorf("%s: on record is %v", path, x.answer.Header)
		}
	}
}
