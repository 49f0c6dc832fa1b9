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
	maxUploadKept  = 64 << 10        // bytes of a request's body shown to the Splicer
	maxResendBytes = 1 << 20         // bytes of a request that can be sent a second time
	maxDrainBytes  = 1 << 20         // bytes recorded of a request that reached nobody
	maxDrainTime   = 2 * time.Second // how long such a request may take to arrive
)

// upload is a request's body on its way to the agent.
type upload struct {
	flow      *flow
	body      io.ReadCloser
	size      int64         // Content-Length, or -1
	keepLimit int64         // bytes of it to hold on to
	trailer   *http.Request // gets its trailer when the body ends
	outgoing  *http.Request // is to carry that trailer

	fetched    chan struct{} // closed when nothing is being read ahead any more; nil: nothing was
	prefetched []byte        // of what was read ahead, not yet passed on; after fetched
	end        error         // what comes after rest, where that is known; after fetched
	readsWhole bool          // all is read before the transport is given any: its trailer waits

	mu           sync.Mutex
	stopPrefetch bool  // the read-ahead is to stop after its next read
	pos          int64 // bytes on the tape
	keptBytes    []byte
	done         bool
	err          error // why reading from the client failed

	reading   bool // Read waits for the client
	hasPassed bool // Read passed something on
	closed    bool // the transport wants no more of it
}

// prefetch reads the body ahead, as far as it arrives at once, so that it goes
// on record in one commit with the request's head, before either leaves. Where
// it is late the head does not wait for it: the agent may answer by the head
// alone.
func (u *upload) prefetch() {
	u.fetched = make(chan struct{})
	buf := make([]byte, u.size)
	u.keptBytes = buf[:0] // what is kept is this memory, not a copy
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

// joinHead has the transport write a body that was read ahead as a whole together with
// the head.
func (u *upload) joinHead() {
	if int64(len(u.prefetched)) == u.size && len(u.trailer.Trailer) == 0 {
		u.outgoing.Body = io.NopCloser(bytes.NewReader(u.prefetched))
		_ = u.body.Close()
	}
}

// readAhead reads the body to its end, or up to limit bytes, before any of it goes on.
func (u *upload) readAhead(limit int) (body []byte, whole bool, err error) {
	u.readsWhole = true
	body = make([]byte, 0, min(max(u.size+1, 512), segmentSize))
	for err == nil && !u.isDone() && len(body) < limit {
		if len(body) == cap(body) { // four times as much each time, and in the end no more than was announced
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

// pastDeadline is a deadline that ends what waits at once.
var pastDeadline = time.Unix(1, 0)

// wake ends a read that waits for the client.
func (u *upload) wake() {
	if in := u.flow.in; in != nil {
		_ = http.NewResponseController(in.writer).SetReadDeadline(pastDeadline)
		return
	}
	_ = u.body.Close()
}

// commitLate commits what is on the tape after a moment, unless that is called off.
func (x *flow) commitLate() (callOff func()) {
	t := time.AfterFunc(maxHeadDelay, x.commit)
	return func() { t.Stop() }
}

// Read passes on what the client sent, once it is on record.
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

// startRead notes that a read waits for the client. None is to do so once the
// transport has closed what it had begun to send.
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
			u.flow.commit() // some of it may have come after the head's
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

// record puts what a read returned on the tape, without the first skip bytes,
// which are there already. It reports whether there is something to commit
// before the read goes on: an end alone tells the agent nothing more, unless it
// brings a trailer.
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
	// A second read of a body that broke off ends as if it were whole.
	whole := errors.Is(err, io.EOF) && u.err == nil && u.pos >= u.size
	switch {
	case u.done:
	case whole, u.size >= 0 && u.pos >= u.size && err == nil:
		// Trailers, and with them the end, come with EOF; a body of known
		// length has none and need not be read further.
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

// setTrailer gives the transport the trailer. It would announce one that it had before.
func (u *upload) setTrailer() {
	for k, v := range u.trailer.Trailer {
		if u.outgoing.Trailer != nil && v != nil {
			u.outgoing.Trailer[k] = v
		}
	}
}

// Close closes the body. The transport does so where the agent resets an HTTP/2
// stream, and then waits for the read under way; what the reverse proxy hands on
// does not end it, and an HTTP/1 server's body cannot.
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

// firstPart is the first part of the body.
func (u *upload) firstPart() []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.keptBytes[:min(len(u.keptBytes), maxUploadKept)]
}

// releaseKept frees what was held on to: an answer is here.
func (u *upload) releaseKept() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.keptBytes, u.keepLimit = nil, 0
}

var errBodyNotKept = errors.New("the request's body is not at hand a second time")

// reopen is the body once more, if all of it was read and held on to.
func (u *upload) reopen() (io.ReadCloser, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.done || int64(len(u.keptBytes)) != u.pos {
		return nil, errBodyNotKept
	}
	return io.NopCloser(bytes.NewReader(u.keptBytes)), nil
}

// readError is why the client's side broke, or nil.
func (u *upload) readError() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if errors.Is(u.err, http.ErrBodyReadAfterClose) {
		return nil // the transport's doing, not the client's
	}
	return u.err
}

// drain records what the client sends although nobody takes it: a request that
// reached no agent is worth looking at.
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
	// From the server's own body: the reverse proxy's is closed by now.
	rest := &reupload{upload: u, from: in.trailer.Body, pos: u.recordedBytes()}
	_, _ = io.Copy(io.Discard, io.LimitReader(rest, maxDrainBytes)) // whatever comes, comes
	_ = rc.SetReadDeadline(time.Time{})
}

// recordedBytes is how many bytes are on the tape.
func (u *upload) recordedBytes() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.pos
}

// abort ends the reading ahead and waits for it.
func (u *upload) abort(in *inbound) {
	if u.fetched == nil {
		return
	}
	select {
	case <-u.fetched:
		return
	default:
	}
	_ = http.NewResponseController(in.writer).SetReadDeadline(time.Now()) // it waits for the client
	<-u.fetched
}

// rewind is the same body a second time, for a transport that has to send it
// over a new connection. Only what the first did not get to is recorded.
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
