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

// modifyResponse is called by the reverse proxy before it writes a response.
func modifyResponse(resp *http.Response) error {
	if resp.Request == nil {
		return nil
	}
	in, ok := resp.Request.Context().Value(inboundKey{}).(*inbound)
	if !ok {
		return nil
	}
	// What the agent did not say is not said for it: a name without values keeps
	// net/http from sniffing a Content-Type and from adding a Date.
	h := in.writer.Header()
	for _, name := range [...]string{"Content-Type", "Date"} {
		if _, said := resp.Header[name]; !said {
			h[name] = nil
		}
	}
	if resp.ContentLength == 0 && in.trailersOnly != nil {
		in.trailersOnly.headOnly.Store(true)
	}
	return nil
}

// hasTrailer takes headOnly back where a trailer turns up after all. in may be
// nil.
func (in *inbound) hasTrailer(h http.Header) {
	if in != nil && in.trailersOnly != nil && len(h) > 0 {
		in.trailersOnly.headOnly.Store(false)
	}
}
