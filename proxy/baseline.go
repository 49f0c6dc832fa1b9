package proxy

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"time"
)

// Baseline returns a plain httputil.ReverseProxy to an upstream with a tap's transport and buffers and
// nothing else, as the reference for a tap's cost. As through a tap, a response may begin before its request
// has been read completely; without that, a busy machine occasionally cuts a stream off. done frees its idle
// connections.
func Baseline(upstream *url.URL) (h http.Handler, done func()) {
	t := newTransports(10*time.Second, "", func(netip.AddrPort) bool { return false }, nil, slog.New(slog.DiscardHandler))
	t.h1.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext // its connections keep no heads
	reverse := &httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { p.SetURL(upstream) },
		Transport:     t.h1,
		FlushInterval: -1,
		BufferPool:    &buffers{},
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && r.Body != http.NoBody {
			_ = http.NewResponseController(w).EnableFullDuplex() // see ServeHTTP
			defer r.Body.Close()
		}
		reverse.ServeHTTP(w, r)
	}), t.close
}
