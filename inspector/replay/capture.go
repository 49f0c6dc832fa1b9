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

// keep is how many bytes of an answer are kept for comparing.
const keep = 64 << 20

// captures is a way out that keeps what comes back, so that it can be compared
// without a record.
type captures struct {
	next http.RoundTripper
	mu   sync.Mutex
	of   map[string]*captured // by the exchange's id
}

// captured is the answer to one call.
type captured struct {
	mu       sync.Mutex
	head     wire.Head
	answered time.Time
	last     time.Time
	size     int64
	chunks   []wire.Chunk
}

// RoundTrip implements http.RoundTripper.
func (c *captures) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	id := wire.CallOptionsFrom(req.Context()).ID
	k := &captured{head: wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header.Clone()}, answered: time.Now()}
	c.mu.Lock()
	c.of[id] = k
	c.mu.Unlock()
	resp.Body = &tee{resp.Body, k}
	return resp, nil
}

func (c *captures) take(id string) *captured {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.of[id]
	delete(c.of, id)
	return k
}

// tee keeps what is read.
type tee struct {
	io.ReadCloser
	to *captured
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	if n > 0 {
		t.to.add(p[:n])
	}
	return n, err
}

func (k *captured) add(p []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = time.Now()
	if k.size < keep {
		k.chunks = append(k.chunks, wire.Chunk{Side: wire.Response, Offset: k.size, At: k.last, Data: bytes.Clone(p)})
	}
	k.size += int64(len(p))
}

// facts are a call and its answer as the recorder would have them.
func (c *captures) facts(p inspector.Prepared, started time.Time, end inspector.Ending, id, link string) (wire.Exchange, diff.Memory) {
	x := wire.Exchange{
		ID: id, Origin: wire.Replay, Link: link, Method: p.Method, URL: p.URL, Agent: wire.OriginOf(p.URL),
		Request: wire.Head{Header: p.Header}, Started: started, RequestDone: started, Ended: time.Now(),
		RequestBytes: int64(len(p.Body)), RequestKept: int64(len(p.Body)), Outcome: end.Outcome, Problem: end.Problem,
		Labels: wire.Labels{Op: string(p.Op), Dialect: string(p.Version), Binding: string(p.Binding)},
	}
	m := diff.Memory{}
	m.Put(id, wire.Request, p.Body)
	if k := c.take(id); k != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		x.Response, x.Answered, x.LastByte = k.head, k.answered, k.last
		x.Response.Trailer = end.Trailer
		x.ResponseBytes, x.ResponseKept = k.size, min(k.size, keep)
		m[id][wire.Response] = k.chunks
	}
	return x, m
}
