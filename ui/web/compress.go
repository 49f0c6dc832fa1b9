package web

import (
	"net"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// Compress compresses responses that leave this machine. On loopback, sending bytes costs less than
// compressing them. Jitter blurs the compressed lengths, so that text that a page repeats does not
// reveal what else is on it.
func Compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.RandomJitter(32, 0, false))
	if err != nil {
		panic(err) // the options are constant
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		if ip := net.ParseIP(host); ip == nil || ip.IsLoopback() {
			next.ServeHTTP(w, r)
			return
		}
		compressed.ServeHTTP(w, r)
	})
}
