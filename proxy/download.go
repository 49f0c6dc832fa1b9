package proxy

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// settleTime is how long the head of a response may wait for its body, so that
// both go on record in one commit. Streams of events never wait.
const settleTime = 500 * time.Microsecond

// download is a response's body on its way to the client. One goroutine, the
// pump, reads from the agent, stamps and writes to the tape; the client's Read
// commits what the pump has written and takes it. A gate for single frames
// would stand between the two.
type download struct {
	flow   *flow
	from   io.ReadCloser
	resp   *http.Response // the agent's, whose trailer the pump fills in
	handed *http.Response // the client's
	length int64          // Content-Length, or -1
	limit  int64

	mu        sync.Mutex
	change    sync.Cond
	segments  []piece // read, not yet taken
	read      int64   // bytes read from the agent and written to the tape
	committed int64   // of those, known to be on record
	taken     int64   // of those, handed to the client
	done      bool    // the pump is through, its end written to the tape
	sealed    bool    // and on record
	closed    bool    // the client wants no more
	err       error   // what the client gets at the end
	quit      chan struct{}
}

// piece is a segment with the part of it that waits to be taken.
type piece struct {
	buf      []byte
	from, to int
}

func newDownload(x *flow, resp *http.Response) *download {
	d := &download{flow: x, from: resp.Body, resp: resp, handed: new(http.Response), length: resp.ContentLength, limit: x.tap.opts.ReadAhead, quit: make(chan struct{})}
	d.change.L = &d.mu
	*d.handed = *resp
	d.handed.Body, d.handed.Trailer = d, resp.Trailer.Clone() // names only, so far
	return d
}

// settle waits for the body of what is no stream, briefly, and commits.
func (d *download) settle() {
	if wire.FramingOf(d.resp.Header) != wire.SSE {
		t := time.NewTimer(settleTime)
		select {
		case <-d.quit:
		case <-t.C:
		}
		t.Stop()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.commit()
}

// commit puts on record what the pump has written so far. The lock is open
// while it waits.
func (d *download) commit() {
	to, done := d.read, d.done
	d.mu.Unlock()
	_ = d.flow.tape.Commit(d.flow.ctx) // a failed record does not stop the traffic
	d.mu.Lock()
	d.committed = max(d.committed, to)
	d.sealed = d.sealed || done
}

// pump reads from the agent until it ends or the client is gone.
func (d *download) pump() {
	defer close(d.quit)
	for {
		buf, waited := d.room()
		if buf == nil {
			d.end(http.ErrBodyReadAfterClose)
			return
		}
		n, err := d.from.Read(buf)
		if n > 0 {
			d.flow.tape.Write(wire.Response, time.Now(), buf[:n], waited)
			d.grow(n)
		}
		if err != nil {
			d.end(err)
			return
		}
	}
}

// room waits until the read-ahead has room and returns memory to read into,
// nil when the client is gone. waited says that there was none at first.
func (d *download) room() (buf []byte, waited bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.read-d.taken >= d.limit && !d.closed {
		waited = true
		d.change.Wait()
	}
	if d.closed {
		return nil, waited
	}
	if n := len(d.segments); n > 0 {
		if p := d.segments[n-1]; segment-p.to >= segment/8 {
			return p.buf[p.to:], waited
		}
	}
	d.segments = append(d.segments, piece{buf: d.flow.tap.buffers.Get()})
	return d.segments[len(d.segments)-1].buf, waited
}

func (d *download) grow(n int) {
	d.mu.Lock()
	d.segments[len(d.segments)-1].to += n
	d.read += int64(n)
	d.change.Broadcast()
	d.mu.Unlock()
}

// end puts the end on the tape and tells the client's side.
func (d *download) end(err error) {
	at := time.Now()
	d.mu.Lock()
	got, closed := d.read, d.closed
	d.mu.Unlock()
	outcome, problem := d.flow.ended(err, got, d.length, closed)
	d.flow.tape.End(wire.End{At: at, Outcome: outcome, Problem: problem, Trailer: d.resp.Trailer.Clone()})
	_ = d.from.Close() // its read said all there is to say
	d.mu.Lock()
	d.done, d.err = true, err
	d.change.Broadcast()
	d.mu.Unlock()
}

// Read hands on what is on record.
func (d *download) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		// The last byte of a body of known length tells the client that it is
		// over: it waits for the end to be on record.
		last := d.length >= 0 && d.read >= d.length && !d.sealed
		switch {
		case d.closed:
			return 0, http.ErrBodyReadAfterClose
		case len(p) == 0:
			return 0, nil
		case d.committed > d.taken && !last:
			return d.take(p), nil
		case d.sealed && d.read == d.taken:
			d.handed.Trailer = d.resp.Trailer
			d.flow.in.hasTrailer(d.resp.Trailer)
			return 0, d.err
		case d.done, d.read > d.taken && !last:
			d.commit()
		default:
			d.change.Wait()
		}
	}
}

// take moves committed bytes to the client.
func (d *download) take(p []byte) int {
	n := 0
	for n < len(p) && d.committed > d.taken {
		s := &d.segments[0]
		c := copy(p[n:], s.buf[s.from:min(s.to, s.from+int(min(d.committed-d.taken, segment)))])
		n, s.from, d.taken = n+c, s.from+c, d.taken+int64(c)
		if s.from < s.to {
			continue
		}
		// The pump may be reading into the last segment's free end.
		if len(d.segments) > 1 {
			d.flow.tap.buffers.Put(s.buf)
			d.segments = d.segments[1:]
		}
	}
	d.change.Broadcast()
	return n
}

// Close stops reading from the agent and waits for the pump.
func (d *download) Close() error {
	d.mu.Lock()
	first := !d.closed
	d.closed = true
	d.change.Broadcast()
	d.mu.Unlock()
	d.flow.cancel()
	<-d.quit
	if !first {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.sealed {
		d.commit()
	}
	for _, s := range d.segments {
		d.flow.tap.buffers.Put(s.buf)
	}
	d.segments = nil
	return nil
}

// reason is why a body broke off, in a few words.
func reason(err error) string {
	switch {
	case errors.Is(err, syscall.ECONNRESET):
		return "connection reset"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "connection closed"
	}
	return strings.TrimPrefix(err.Error(), "http2: ")
}
