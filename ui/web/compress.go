package web

import (
	"net"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// Compress has responses compressed that leave this machine: on loopback bytes cost less
// than the time to compress them. Their lengths are blurred, so that what a page repeats does
// not tell what else is on it.
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
