package proxy

import (
	"net/http"
	"sync/atomic"
)

// trailersOnlyWriter is the ResponseWriter of an HTTP/2 client. The reverse
// proxy flushes the head of every response. For a response without a body that
// would make two frames, HEADERS and an empty DATA with END_STREAM, which gRPC
// clients take for a call without a status: Trailers-Only is one HEADERS frame
// with END_STREAM (gRPC over HTTP/2, Responses). So the flush is left out where
// the head is all there is.
type trailersOnlyWriter struct {
	http.ResponseWriter
	headOnly atomic.Bool // no body and, as far as known, no trailer follows
}

// FlushError flushes, except where the end of the response comes next anyway.
func (w *trailersOnlyWriter) FlushError() error {
	if w.headOnly.Load() {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (w *trailersOnlyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// hasTrailer takes passHeadOnly back where a trailer turns up after all. in may be
// nil.
func (in *inbound) hasTrailer(h http.Header) {
	if in != nil && in.trailersOnly != nil && len(h) > 0 {
		in.trailersOnly.headOnly.Store(false)
	}
}
