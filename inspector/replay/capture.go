package replay

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxCaptureBytes limits the bytes of a response that are kept to compare.
const maxCaptureBytes = 64 << 20

// captureTransport keeps responses, so that they can be compared without a recorder.
type captureTransport struct {
	next    http.RoundTripper
	answers sync.Map // *capturedAnswer by exchange id
}

// capturedAnswer is the response to one call. Only the call's goroutine uses it.
type capturedAnswer struct {
	io.ReadCloser
	head     wire.Head
	answered time.Time
	last     time.Time
	size     int64
	chunks   []wire.Chunk
}

func (c *captureTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	k := &capturedAnswer{
		ReadCloser: resp.Body, answered: time.Now(),
		head: wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header.Clone()},
	}
	c.answers.Store(wire.CallOptionsFrom(req.Context()).ID, k)
	resp.Body = k
	return resp, nil
}

func (k *capturedAnswer) Read(p []byte) (int, error) {
	n, err := k.ReadCloser.Read(p)
	if n > 0 {
		k.last = time.Now()
		if k.size < maxCaptureBytes {
			k.chunks = append(k.chunks, wire.Chunk{Side: wire.Response, Offset: k.size, At: k.last, Data: bytes.Clone(p[:n])})
		}
		k.size += int64(n)
	}
	return n, err
}

// exchange returns a call and its response as the recorder would store them.
func (c *captureTransport) exchange(p inspector.PreparedRequest, started time.Time, end inspector.Ending, id, link string) (wire.Exchange, diff.Memory) {
	x := wire.Exchange{
		ID: id, Origin: wire.Replay, Link: link, Method: p.Method, URL: p.URL, Agent: wire.OriginOf(p.URL),
		Request: wire.Head{Header: p.Header}, Started: started, RequestDone: started, Ended: time.Now(),
		RequestBytes: int64(len(p.Body)), RequestKept: int64(len(p.Body)), Outcome: end.Outcome, Problem: end.Problem,
		Labels: wire.Labels{Op: string(p.Op), Dialect: string(p.Version), Binding: string(p.Binding)},
	}
	m := diff.Memory{}
	m.Put(id, wire.Request, p.Body)
	if v, ok := c.answers.LoadAndDelete(id); ok {
		k := v.(*capturedAnswer)
		x.Response, x.Answered, x.LastByte = k.head, k.answered, k.last
		x.Response.Trailer = end.Trailer
		x.ResponseBytes, x.ResponseKept = k.size, min(k.size, maxCaptureBytes)
		m[id][wire.Response] = k.chunks
	}
	return x, m
}
