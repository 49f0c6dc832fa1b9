package proxy

import (
	"io"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxHeadDelay is how long the head of a request or a response may wait for its body, so that one
// commit covers both. The head of an event stream waits only if part of the first event arrived
// with it.
const maxHeadDelay = 500 * time.Microsecond

// emitter records what is sent in one direction if it differs from what arrived.
type emitter struct {
	flow *flow
	side wire.Side // RequestSent or ResponseSent
}

func (x *flow) newEmitter(side wire.Side) emitter { return emitter{x, side} }

// head records the head that is sent. It clones h.Header.
func (e emitter) head(h wire.Head) {
	h.Header = h.Header.Clone()
	e.flow.tape.WriteSentHead(e.side, h)
}

func (e emitter) bytes(p []byte) {
	if len(p) > 0 {
		e.flow.tape.Write(e.side, e.flow.clock.Now(), p, false)
	}
}

// responseHead returns the head that goes to the client.
func responseHead(resp *http.Response) wire.Head {
	return wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header}
}

// download starts to forward a response body.
func (x *flow) download(resp *http.Response) (*http.Response, error) {
	return newDownload(x, resp).start()
}

// start begins to read from the agent and, if there is a gate, to send.
func (d *download) start() (*http.Response, error) {
	d.begin()
	if d.gated {
		return d.flow.passGated(d.toClient, d)
	}
	return d.toClient, nil
}

func (d *download) begin() {
	d.flow.body = d
	d.flow.pumpCond.Store(&d.change)
	streams := wire.FramingOf(d.resp.Header) == wire.SSE
	if streams && d.flow.agentAnswer.hasBody() {
		d.firstRead = make(chan struct{})
	}
	go d.pump()
	d.awaitFirstBytes(!streams || d.firstRead != nil)
}

// awaitFirstBytes briefly waits for the body, or for the beginning of a stream, and commits.
func (d *download) awaitFirstBytes(waits bool) {
	if waits {
		t := time.NewTimer(maxHeadDelay)
		select {
		case <-d.pumped:
		case <-d.firstRead:
		case <-t.C:
		}
		t.Stop()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.commit()
}

// commit puts on record what the pump has written so far. It releases the lock while it waits.
func (d *download) commit() {
	to, done := d.read, d.done
	d.mu.Unlock()
	if done {
		d.flow.commitEnd()
	} else {
		d.flow.commit()
	}
	d.mu.Lock()
	d.committed = max(d.committed, to)
	d.endCommitted = d.endCommitted || done
}

// Read returns only bytes that are on record.
func (d *download) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		// The last byte of a body of known length tells the client that the response is over, so it waits
		// until the end is on record.
		last := d.length >= 0 && d.read >= d.length && !d.endCommitted
		switch {
		case d.closed, d.flow.isReadForRecord():
			return 0, http.ErrBodyReadAfterClose
		case len(p) == 0:
			return 0, nil
		case d.committed > d.passedBytes && !last:
			return d.copyCommitted(p), nil
		case d.endCommitted && d.read == d.passedBytes:
			if !d.gated {
				d.toClient.Trailer = d.resp.Trailer
				d.flow.in.hasTrailer(d.resp.Trailer)
				d.flow.finish()
				if d.passedBytes == 0 && d.err != io.EOF {
					d.flow.in.awaitHead()
				}
			}
			return 0, d.err
		case d.done, d.read > d.passedBytes && !last:
			d.commit()
		default:
			d.change.Wait()
		}
	}
}

func (d *download) copyCommitted(p []byte) int {
	n := 0
	for n < len(p) && d.committed > d.passedBytes {
		s := &d.segments[0]
		c := copy(p[n:], s.buf[s.from:min(s.to, s.from+int(min(d.committed-d.passedBytes, segmentSize)))])
		n, s.from, d.passedBytes = n+c, s.from+c, d.passedBytes+int64(c)
		if s.from < s.to {
			continue
		}
		// The pump may be reading into the free end of the last segment.
		if len(d.segments) > 1 {
			d.flow.tap.buffers.Put(s.buf)
			d.segments = d.segments[1:]
		}
	}
	d.countReadAhead(-n)
	d.change.Broadcast()
	return n
}

// countReadAhead charges what was read ahead of a gate to the same budget as what the gate holds.
func (d *download) countReadAhead(n int) {
	if d.gated {
		d.flow.responseRunner().share.addBytes(n)
	}
}

// Close stops reading from the agent and waits for the pump.
func (d *download) Close() error {
	d.mu.Lock()
	first := !d.closed
	d.closed = true
	d.change.Broadcast()
	d.mu.Unlock()
	if d.flow.in != nil && d.flow.ctx.Err() != nil {
		d.flow.noteClientLeft() // this may make the pump read on
	} else {
		d.flow.cancel()
	}
	<-d.pumped
	if !first {
		return nil
	}
	d.mu.Lock()
	if !d.endCommitted && !d.gated {
		d.commit()
	}
	d.releaseSegments()
	d.mu.Unlock()
	if !d.gated {
		d.flow.finish()
	}
	return nil
}

// releaseSegments returns the memory of unread bytes to the pool.
func (d *download) releaseSegments() {
	for _, s := range d.segments {
		d.flow.tap.buffers.Put(s.buf)
	}
	d.segments = nil
}
