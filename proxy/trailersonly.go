package proxy

import (
	"net/http"
	"sync/atomic"
)

// trailersOnlyWriter is the ResponseWriter of an HTTP/2 client. The reverse proxy flushes the head of every
// response. For a response without a body that would make two frames, HEADERS and an empty DATA with
// END_STREAM, which gRPC clients take for a call without a status: Trailers-Only is one HEADERS frame with
// END_STREAM (gRPC over HTTP/2, Responses). So it skips the flush if nothing follows the head.
type trailersOnlyWriter struct {
	http.ResponseWriter
	headOnly atomic.Bool // no body follows and, as far as known, no trailer
}

// FlushError flushes, unless the response ends after the head.
func (w *trailersOnlyWriter) FlushError() error {
	if w.headOnly.Load() {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the underlying writer.
func (w *trailersOnlyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// hasTrailer clears headOnly if the response has a trailer after all. in may be nil.
func (in *inbound) hasTrailer(h http.Header) {
	if in != nil && in.trailersOnly != nil && len(h) > 0 {
		in.trailersOnly.headOnly.Store(false)
	}
}
