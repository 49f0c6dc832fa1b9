package proxy

import (
	"net/http"
	"sync/atomic"
)

// patient is the HTTP/2 side of a client. The reverse proxy sends the head of every
// response at once; a head that is the end as well would come apart, into a head
// and an empty end. A gRPC client takes that for a call without a status: what is
// only trailers has to come as one (gRPC over HTTP/2, Responses).
type patient struct {
	http.ResponseWriter
	whole atomic.Bool // the response is its head, as far as one knows
}

// FlushError leaves a whole response to its end, which comes next.
func (p *patient) FlushError() error {
	if p.whole.Load() {
		return nil
	}
	return http.NewResponseController(p.ResponseWriter).Flush()
}

// Unwrap lets a ResponseController reach what is below.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// await tells the client's side that a response has no body.
func await(resp *http.Response) error {
	if resp.ContentLength != 0 || resp.Request == nil {
		return nil
	}
	if in, ok := resp.Request.Context().Value(inboundKey{}).(*inbound); ok && in.patient != nil {
		in.patient.whole.Store(true)
	}
	return nil
}

// trailed tells it that a trailer follows all the same.
func (in *inbound) trailed(h http.Header) {
	if in != nil && in.patient != nil && len(h) > 0 {
		in.patient.whole.Store(false)
	}
}
