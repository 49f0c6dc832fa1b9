package proxy

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// download is a response body on its way to the client, in two halves. Ingest is one goroutine, the
// pump, which reads from the agent, timestamps what it read, and writes it to the tape. Emit is the
// client's Read, which commits what the pump has written and returns it (emit.go). Between the two,
// at most limit bytes wait.
type download struct {
	flow     *flow
	body     io.ReadCloser
	resp     *http.Response // from the agent; the transport fills in its trailer
	toClient *http.Response
	length   int64 // Content-Length, or -1
	limit    int64
	gated    bool // a gate reads it and ends the exchange

	mu           sync.Mutex
	change       sync.Cond
	segments     []pendingSegment // read and not yet taken
	read         int64            // bytes read from the agent and written to the tape
	committed    int64            // of those, on record
	passedBytes  int64            // of those, returned by Read
	done         bool             // the pump is done, and the end is on the tape
	endCommitted bool             // the end is on record
	closed       bool             // the client stopped reading
	err          error            // what Read returns at the end
	end          wire.End
	firstRead    chan struct{} // closed when the first bytes were read; nil if no one waits for that
	pumped       chan struct{} // closed when the pump returns
}

// pendingSegment is a segment and the part of it that is not yet taken.
type pendingSegment struct {
	buf      []byte
	from, to int
}

func newDownload(x *flow, resp *http.Response) *download {
	d := &download{flow: x, body: resp.Body, resp: resp, toClient: new(http.Response), length: resp.ContentLength,
		limit: x.tap.opts.ReadAhead, gated: x.responseRunner() != nil, pumped: make(chan struct{})}
	d.change.L = &d.mu
	*d.toClient = *resp
	d.toClient.Body, d.toClient.Trailer = d, resp.Trailer.Clone() // names only, so far
	return d
}

// pump reads from the agent until the response ends or the client is gone.
func (d *download) pump() {
	defer close(d.pumped)
	for {
		buf, waited := d.awaitRoom()
		if buf == nil {
			d.finish(http.ErrBodyReadAfterClose)
			return
		}
		n, err := d.body.Read(buf)
		if n > 0 {
			d.flow.tape.Write(wire.Response, d.flow.clock.Now(), buf[:n], waited)
			d.grow(n)
		}
		if err != nil {
			d.finish(err)
			return
		}
	}
}

// awaitRoom waits until the read-ahead has room and returns memory to read into, nil if the client is gone.
// waited means that it had to wait.
func (d *download) awaitRoom() (buf []byte, waited bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.read-d.passedBytes >= d.limit && !d.closed && !d.flow.isReadForRecord() && d.flow.interrupted.Load() == nil {
		waited = true
		d.change.Wait()
	}
	switch {
	case d.flow.isReadForRecord():
		d.releaseSegments() // no one will read them
	case d.closed:
		return nil, waited
	}
	if n := len(d.segments); n > 0 {
		if p := d.segments[n-1]; segmentSize-p.to >= segmentSize/8 {
			return p.buf[p.to:], waited
		}
	}
	d.segments = append(d.segments, pendingSegment{buf: d.flow.tap.buffers.Get()})
	return d.segments[len(d.segments)-1].buf, waited
}

func (d *download) grow(n int) {
	d.mu.Lock()
	d.segments[len(d.segments)-1].to += n
	if d.read == 0 && d.firstRead != nil {
		close(d.firstRead)
	}
	d.read += int64(n)
	d.countReadAhead(n)
	d.change.Broadcast()
	d.mu.Unlock()
}

// finish notes the end of the body and wakes Read. It puts the end on the tape, unless a gate ends the exchange.
func (d *download) finish(err error) {
	end := wire.End{At: d.flow.clock.Now()}
	d.mu.Lock()
	got := d.read
	d.mu.Unlock()
	end.Outcome, end.Problem = d.flow.bodyOutcome(err, got, d.length)
	end.Trailer, end.Surplus = d.resp.Trailer.Clone(), d.flow.agentAnswer.takeSurplus()
	end.ClientLeftAt, _ = d.flow.clientLeftAt()
	if !d.gated {
		d.flow.end(end)
	} else if end.Outcome != wire.ByAgent {
		d.flow.responseRunner().cancelWait(errAgentLeft)
	}
	_ = d.body.Close() // the read error has already said why it ended
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done, d.err, d.end = true, err, end
	d.change.Broadcast()
	if d.flow.interrupted.Load() != nil && !d.gated {
		// The console is stopping: do not wait for a client that may have stopped reading.
		d.commit()
		d.flow.finish()
	}
}

// errAgentLeft makes gates stop waiting when the agent's connection has ended.
var errAgentLeft = errors.New("the agent's connection ended")

// breakReason returns in a few words why a body ended early.
func breakReason(err error) string {
	switch {
	case errors.Is(err, syscall.ECONNRESET):
		return "connection reset"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "connection closed"
	}
	return strings.TrimPrefix(err.Error(), "http2: ")
}
