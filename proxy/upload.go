package proxy

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	maxUploadKept  = 64 << 10        // bytes of a request body shown to the Splicer
	maxResendBytes = 1 << 20         // largest request, in bytes, that can be sent a second time
	maxDrainBytes  = 1 << 20         // bytes recorded of a request that did not reach the agent
	maxDrainTime   = 2 * time.Second // how long such a request may take to arrive
)

// upload is a request body on its way to the agent.
type upload struct {
	flow      *flow
	body      io.ReadCloser
	size      int64         // Content-Length, or -1
	keepLimit int64         // bytes to keep
	trailer   *http.Request // request whose Trailer is set when the body ends
	outgoing  *http.Request // request that has to carry that trailer

	fetched    chan struct{} // closed when reading ahead is over; nil if nothing is read ahead
	prefetched []byte        // read ahead and not yet forwarded; valid after fetched
	end        error         // what follows prefetched, if known; valid after fetched
	readsWhole bool          // everything is read before the transport gets any of it, so that the trailer has to wait

	mu           sync.Mutex
	stopPrefetch bool  // stop reading ahead after the next read
	pos          int64 // bytes on the tape
	keptBytes    []byte
	done         bool
	err          error // why reading from the client failed

	reading   bool // Read is waiting for the client
	hasPassed bool // Read has returned bytes
	closed    bool // the transport stopped reading
}

// prefetch reads ahead the part of the body that arrives at once, so that one commit covers it and
// the request's head before either is forwarded. The head does not wait for a late body, because
// the agent may respond to the head alone.
func (u *upload) prefetch() {
	u.fetched = make(chan struct{})
	buf := make([]byte, u.size)
	u.keptBytes = buf[:0] // keep this memory, not a copy
	go func() {
		defer close(u.fetched)
		for n := 0; n < len(buf); {
			k, err := u.body.Read(buf[n:])
			u.record(0, buf[n:n+k], err)
			n += k
			u.prefetched = buf[:n]
			u.mu.Lock()
			late := u.stopPrefetch
			u.mu.Unlock()
			if err != nil || late {
				return
			}
		}
	}()
	timer := time.NewTimer(maxHeadDelay)
	defer timer.Stop()
	select {
	case <-u.fetched:
	case <-timer.C:
		u.mu.Lock()
		u.stopPrefetch = true
		u.mu.Unlock()
		return
	}
	u.joinHead()
}

// joinHead makes the transport write a completely prefetched body together with the head.
func (u *upload) joinHead() {
	if int64(len(u.prefetched)) == u.size && len(u.trailer.Trailer) == 0 {
		u.outgoing.Body = io.NopCloser(bytes.NewReader(u.prefetched))
		_ = u.body.Close()
	}
}

// readAhead reads the body to its end, or up to limit bytes, before any of it is forwarded.
func (u *upload) readAhead(limit int) (body []byte, whole bool, err error) {
	u.readsWhole = true
	body = make([]byte, 0, min(max(u.size+1, 512), segmentSize))
	for err == nil && !u.isDone() && len(body) < limit {
		if len(body) == cap(body) { // quadruple each time, but never beyond what was announced
			more := 3 * len(body)
			if rest := u.size + 1 - int64(len(body)); rest > 0 {
				more = int(min(int64(more), rest))
			}
			body = slices.Grow(body, max(more, 1))
		}
		var n int
		n, err = u.body.Read(body[len(body):min(cap(body), limit)])
		u.record(0, body[len(body):len(body)+n], err)
		body = body[:len(body)+n]
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	u.prefetched, u.end, u.fetched = body, err, make(chan struct{})
	close(u.fetched)
	u.readsWhole = u.isDone()
	u.joinHead()
	return body, u.isDone(), nil
}

func (u *upload) isDone() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.done
}

// pastDeadline is a deadline that makes blocked reads return at once.
var pastDeadline = time.Unix(1, 0)

// wake ends a read that waits for the client.
func (u *upload) wake() {
	if in := u.flow.in; in != nil {
		_ = http.NewResponseController(in.writer).SetReadDeadline(pastDeadline)
		return
	}
	_ = u.body.Close()
}

// commitLate commits the tape after a moment, unless callOff is called.
func (x *flow) commitLate() (callOff func()) {
	t := time.AfterFunc(maxHeadDelay, x.commit)
	return func() { t.Stop() }
}

// Read returns what the client sent, once it is on record.
func (u *upload) Read(p []byte) (int, error) {
	if !u.startRead() {
		return 0, http.ErrBodyReadAfterClose
	}
	n, err := u.readNext(p)
	u.mu.Lock()
	u.reading, u.hasPassed = false, u.hasPassed || n > 0
	u.mu.Unlock()
	return n, err
}

// startRead notes that a read waits for the client. It returns false if the transport has closed a body that
// it had begun to send.
func (u *upload) startRead() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.reading = !u.closed || !u.hasPassed
	return u.reading
}

func (u *upload) readNext(p []byte) (int, error) {
	if u.fetched != nil {
		<-u.fetched
		if len(u.prefetched) > 0 {
			u.flow.commit() // part of it may have arrived after the head's commit
			n := copy(p, u.prefetched)
			u.prefetched = u.prefetched[n:]
			return n, nil
		}
		if u.end != nil {
			u.setTrailer()
			return 0, u.end
		}
	}
	u.flow.continueWait.wait(u.flow.ctx)
	n, err := u.body.Read(p)
	if u.record(0, p[:n], err) {
		u.flow.commit()
	}
	return n, err
}

// record puts what a read returned on the tape, except the first skip bytes, which are there
// already. It reports whether to commit before the bytes are forwarded: an end alone tells the
// agent nothing new unless it carries a trailer.
func (u *upload) record(skip int64, p []byte, err error) (something bool) {
	at := u.flow.clock.Now()
	u.mu.Lock()
	defer u.mu.Unlock()
	p = p[min(skip, int64(len(p))):]
	if len(p) > 0 && !u.done {
		something = true
		u.flow.tape.Write(wire.Request, at, p, false)
		u.pos += int64(len(p))
		if room := u.keepLimit - int64(len(u.keptBytes)); room > 0 {
			u.keptBytes = append(u.keptBytes, p[:min(room, int64(len(p)))]...)
		}
	}
	// A second read of an incomplete body ends as if the body were complete.
	whole := errors.Is(err, io.EOF) && u.err == nil && u.pos >= u.size
	switch {
	case u.done:
	case whole, u.size >= 0 && u.pos >= u.size && err == nil:
		// Trailers, and with them the end, arrive with EOF. A body of known length without trailers
		// need not be read further.
		if whole || len(u.trailer.Trailer) == 0 {
			u.finish(at)
			something = something || len(u.trailer.Trailer) > 0
		}
	case err != nil && u.err == nil && !u.closed:
		u.err = err
	}
	return something
}

func (u *upload) finish(at time.Time) {
	u.done = true
	if !u.readsWhole {
		u.setTrailer()
	}
	u.flow.tape.EndRequest(at, u.trailer.Trailer.Clone())
}

// setTrailer gives the transport the trailer. Set earlier, it would be announced.
func (u *upload) setTrailer() {
	for k, v := range u.trailer.Trailer {
		if u.outgoing.Trailer != nil && v != nil {
			u.outgoing.Trailer[k] = v
		}
	}
}

// Close closes the body. The transport does so when the agent resets an HTTP/2 stream, and then
// waits for the current read. Only closing the server's own body ends that read, and only over
// HTTP/2.
func (u *upload) Close() error {
	u.mu.Lock()
	waits := u.reading && !u.done
	u.closed = u.closed || !u.done
	u.mu.Unlock()
	if in := u.flow.in; waits && in != nil && in.request.ProtoMajor == 2 {
		_ = in.trailer.Body.Close()
	}
	return u.body.Close()
}

func (u *upload) firstPart() []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.keptBytes[:min(len(u.keptBytes), maxUploadKept)]
}

// releaseKept frees the kept bytes, which are not needed once there is a response.
func (u *upload) releaseKept() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.keptBytes, u.keepLimit = nil, 0
}

var errBodyNotKept = errors.New("the request's body was not kept for a second attempt")

// reopen returns the body once more, if all of it was read and kept.
func (u *upload) reopen() (io.ReadCloser, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.done || int64(len(u.keptBytes)) != u.pos {
		return nil, errBodyNotKept
	}
	return io.NopCloser(bytes.NewReader(u.keptBytes)), nil
}

// readError returns why reading from the client failed, nil if it did not.
func (u *upload) readError() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if errors.Is(u.err, http.ErrBodyReadAfterClose) {
		return nil // the transport's doing, not the client's
	}
	return u.err
}

// drain records what the client sends although no agent receives it: people want to see a request
// that did not reach the agent.
func (u *upload) drain(in *inbound) {
	u.mu.Lock()
	idle := !u.done && u.pos == 0 && u.err == nil
	u.mu.Unlock()
	if !idle || in == nil {
		return
	}
	rc := http.NewResponseController(in.writer)
	if rc.SetReadDeadline(time.Now().Add(maxDrainTime)) != nil {
		return
	}
	if u.fetched != nil {
		<-u.fetched
	}
	// Read from the server's own body: the reverse proxy has closed its own by now.
	rest := &reupload{upload: u, from: in.trailer.Body, pos: u.recordedBytes()}
	_, _ = io.Copy(io.Discard, io.LimitReader(rest, maxDrainBytes)) // errors do not matter
	_ = rc.SetReadDeadline(time.Time{})
}

func (u *upload) recordedBytes() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.pos
}

// abort stops reading ahead and waits until that has stopped.
func (u *upload) abort(in *inbound) {
	if u.fetched == nil {
		return
	}
	select {
	case <-u.fetched:
		return
	default:
	}
	_ = http.NewResponseController(in.writer).SetReadDeadline(time.Now()) // the read waits for the client
	<-u.fetched
}

// rewind returns a reader of b, the same body again, for a transport that must send it over a new
// connection. It records only what the first attempt did not reach.
func (u *upload) rewind(b io.ReadCloser) io.ReadCloser {
	return &reupload{upload: u, from: b}
}

type reupload struct {
	upload *upload
	from   io.ReadCloser
	pos    int64
}

func (r *reupload) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	skip := max(r.upload.recordedBytes()-r.pos, 0)
	r.pos += int64(n)
	if r.upload.record(skip, p[:n], err) {
		r.upload.flow.commit()
	}
	return n, err
}

func (r *reupload) Close() error { return r.from.Close() }
