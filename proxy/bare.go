package proxy

import (
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"time"
)

// Bare returns a plain httputil.ReverseProxy to an upstream with the transport
// and the buffers of a tap and nothing else: what the cost of a tap is measured
// against. done frees its idle connections.
func Bare(upstream *url.URL) (h http.Handler, done func()) {
	t := newTransports(10*time.Second, func(netip.AddrPort) bool { return false })
	return &httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { p.SetURL(upstream) },
		Transport:     t.one,
		FlushInterval: -1,
		BufferPool:    &buffers{},
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}, t.close
}
