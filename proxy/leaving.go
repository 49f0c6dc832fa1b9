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
// on for the record, to readOnBytes or for readOnTime.
const (
	readOnBytes = 1 << 20
	readOnTime  = 2 * time.Second
)

// leaving is the leaving of an exchange's client.
type leaving struct {
	mu      sync.Mutex
	at      time.Time // zero: it has not left
	had     int64     // body bytes that had come by then
	got     int64     // body bytes that came
	readsOn bool      // the body is read on after it
	timer   *time.Timer
}

// leave notes that the client has left, and tells the agent unless its response is read on.
func (x *flow) leave() {
	l := &x.leaving
	l.mu.Lock()
	if l.at.IsZero() {
		l.at, l.had = x.clock.Now(), l.got
		if l.readsOn && (x.sent == nil || x.sent.isDone()) {
			l.timer = time.AfterFunc(readOnTime, x.hangUp)
		} else {
			l.readsOn = false
			x.hangUp()
		}
	}
	l.mu.Unlock()
	x.wake()
}

// leftAfter says that the caller left. got bytes had come of what was being passed on when
// that broke off with err.
func (x *flow) leftAfter(err error, got int64) string {
	if x.sent != nil && x.sent.failed() != nil { // which may show before the server notices that its client is gone
		x.leave()
	}
	had, more := got, ""
	if x.isReadForRecord() && !errors.Is(err, http.ErrBodyReadAfterClose) {
		if _, had = x.leftAt(); had < got {
			more = fmt.Sprintf(" The tap read on for the record, to byte %d, and then ended the agent's call.", got)
		}
	}
	return fmt.Sprintf("%s after %d bytes of the response.%s", x.callerLeft(), had, more)
}

// leftAt is when the client left, zero while it has not, and how many bytes had come.
func (x *flow) leftAt() (at time.Time, had int64) {
	x.leaving.mu.Lock()
	defer x.leaving.mu.Unlock()
	return x.leaving.at, x.leaving.had
}

// isReadForRecord reports whether the body is read although the client has left.
func (x *flow) isReadForRecord() bool {
	x.leaving.mu.Lock()
	defer x.leaving.mu.Unlock()
	return x.leaving.readsOn && !x.leaving.at.IsZero()
}

// stopWaiting calls off what the client's leaving would do.
func (x *flow) stopWaiting() {
	if x.unhook != nil {
		x.unhook()
	}
	x.leaving.mu.Lock()
	defer x.leaving.mu.Unlock()
	if x.leaving.timer != nil {
		x.leaving.timer.Stop()
	}
}

// readOn has the body of a response that is framed so read on if the client leaves.
func (x *flow) readOn(framing wire.FrameKind, body io.ReadCloser) io.ReadCloser {
	if x.in == nil || framing != wire.Body {
		return body
	}
	x.leaving.mu.Lock()
	defer x.leaving.mu.Unlock()
	x.leaving.readsOn = x.leaving.at.IsZero()
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
	l := &b.flow.leaving
	l.mu.Lock()
	defer l.mu.Unlock()
	l.got += int64(n)
	if err == nil && !l.at.IsZero() && l.got-l.had >= readOnBytes {
		b.flow.hangUp()
		err = context.Canceled
	}
	return n, err
}
