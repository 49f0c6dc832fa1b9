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

// A client that disconnects ends the agent's call at once, with one exception: many clients disconnect once
// they have read an error status, and its explanation in the body is what people look for. So the tap keeps
// reading the body of a response that is not a stream, for the record, up to maxReadOnBytes or for
// maxReadOnTime.
const (
	maxReadOnBytes = 1 << 20
	maxReadOnTime  = 2 * time.Second
)

// departure describes how an exchange's client disconnected.
type departure struct {
	mu          sync.Mutex
	at          time.Time // zero: it is connected
	bytesBefore int64     // body bytes that had arrived by then
	bytesRead   int64     // body bytes that arrived in total
	isReadOn    bool      // the tap keeps reading the body after the client disconnects
	timer       *time.Timer
}

// noteClientLeft records that the client disconnected, and ends the agent's call unless the tap keeps reading its response.
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

// describeClientLeft returns the sentence about a caller that disconnected. got is the number of
// bytes that had arrived when forwarding stopped with err.
func (x *flow) describeClientLeft(err error, got int64) string {
	if x.upload != nil && x.upload.readError() != nil { // this may show before the server notices that its client is gone
		x.noteClientLeft()
	}
	had, more := got, ""
	if x.isReadForRecord() && !errors.Is(err, http.ErrBodyReadAfterClose) {
		if _, had = x.clientLeftAt(); had < got {
			more = fmt.Sprintf(" The tap kept reading for the record, to byte %d, and then ended its call to the agent.", got)
		}
	}
	return fmt.Sprintf("%s after %d bytes of the response.%s", x.describeCallerLeft(), had, more)
}

// clientLeftAt returns when the client disconnected, zero if it has not, and how many bytes had arrived by then.
func (x *flow) clientLeftAt() (at time.Time, had int64) {
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	return x.departure.at, x.departure.bytesBefore
}

// isReadForRecord reports whether the body is being read although the client has disconnected.
func (x *flow) isReadForRecord() bool {
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	return x.departure.isReadOn && !x.departure.at.IsZero()
}

// stopDeparture cancels what the client's disconnecting would trigger.
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

// readOn wraps a response body so that, unless it is a stream, the tap keeps reading it after the client disconnects.
func (x *flow) readOn(framing wire.FrameKind, body io.ReadCloser) io.ReadCloser {
	if x.in == nil || framing != wire.Body {
		return body
	}
	x.departure.mu.Lock()
	defer x.departure.mu.Unlock()
	x.departure.isReadOn = x.departure.at.IsZero()
	return &readOnBody{body, x}
}

// readOnBody is the body of a response that is not a stream.
type readOnBody struct {
	io.ReadCloser
	flow *flow
}

// Read fails once enough has arrived after the client disconnected.
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
