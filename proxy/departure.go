package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A client that leaves ends the agent's call at once, with one exception: many clients
// leave when they have read a status that they do not like, and what the agent says of it
// in the body is what people look for. So the body of a response that is no stream is read
// on for the record, to maxReadOnBytes or for maxReadOnTime.
const (
	maxReadOnBytes = 1 << 20
	maxReadOnTime  = 2 * time.Second
)

// departure is the leaving of an exchange's client.
type departure struct {
	mu          sync.Mutex
	at          time.Time // zero: it has not left
	bytesBefore int64     // body bytes that had come by then
	bytesRead   int64     // body bytes that came
	isReadOn    bool      // the body is read on after it
	timer       *time.Timer
}

// noteClientLeft notes that the client has left, and tells the agent unless its response is read on.
func (x *flow) noteClientLeft() {
	l := &x.departure
	l.mu.Lock()
	if l.at.IsZero() {
		l.at, l.bytesBefore = x.clock.Now(), l.bytesRead
		if l.isReadOn && (x.upload == nil || x.upload.isDone()) {
			l.timer = time.AfterFunc(maxReadOnTime, x.hangUp)
		} else {
			l.isReadOn = false
			x.hangUp()
		}
	}
	l.mu.Unlock()
	x.wake()
}

// describeClientLeft says that the caller left. got bytes had come of what was being passed on when
// that broke off with err.
func (x *flow) describeClientLeft(err error, got int64) string {
	if x.upload != nil && x.upload.readError() != nil { // which may show before the server notices that its client is gone
		x.noteClientLeft()
	}
	had, more := got, ""
	if x.isReadForRecord() && !errors.Is(err, http.ErrBodyReadAfterClose) {
		if _, had = x.clientLeftAt(); had < got {
			more = fmt.Sprintf(" The tap read on for the record, to byte %d, and then ended the agent's call.", got)
		}
	}
	return fmt.Sprintf("%s after %d bytes of the response.%s", x.describeCallerLeft(), had, more)
}

// clientLeftAt is when the client left, zero while it has not, and how many bytes had come.
func (x *flow) clientLeftAt() (at time.Time, had int64) {
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	return x.departure.at, x.departure.bytesBefore
}

// isReadForRecord reports whether the body is read although the client has left.
func (x *flow) isReadForRecord() bool {
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	return x.departure.isReadOn && !x.departure.at.IsZero()
}

// stopDeparture calls off what the client's leaving would do.
func (x *flow) stopDeparture() {
	if x.unhook != nil {
		x.unhook()
	}
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	if x.departure.timer != nil {
		x.departure.timer.Stop()
	}
}

// readOn has the body of a response that is framed so read on if the client leaves.
func (x *flow) readOn(framing wire.FrameKind, body io.ReadCloser) io.ReadCloser {
	if x.in == nil || framing != wire.Body {
		return body
	}
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	x.departure.isReadOn = x.departure.at.IsZero()
	return &readOnBody{body, x}
}

// readOnBody is the body of a response that is no stream.
type readOnBody struct {
	io.ReadCloser
	flow *flow
}

// Read reads from the agent. It fails when enough came after the client had left.
func (b *readOnBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	l := &b.flow.departure
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytesRead += int64(n)
	if err == nil && !l.at.IsZero() && l.bytesRead-l.bytesBefore >= maxReadOnBytes {
		b.flow.hangUp()
		err = context.Canceled
	}
	return n, err
}
