package agent

import (
	"bufio"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// reply answers one call in the binding of its request. The code that handles calls (serve, stream,
// send, …) sees nothing else of the wire. Call exactly one of its methods, once.
type reply interface {
	writeResult(r *a2a.Result)
	// writeError answers with an error, before a stream has begun.
	writeError(e *a2a.Error)
	startStream() *stream
}

type baseReply struct {
	agent   *Agent
	w       http.ResponseWriter
	dialect a2a.Dialect
	op      a2a.Operation
}

// encodingError logs that a response could not be encoded, and returns the error to send instead.
func (p *baseReply) encodingError(what string, err error) *a2a.Error {
	p.agent.opts.Logger.Error("encode "+what, "op", p.op, "version", p.dialect.Version(), "err", err)
	return newError(a2a.InternalError, "%s could not be encoded: %v", what, err)
}

func (p *baseReply) write(status int, mediaType string, body []byte) {
	p.w.Header().Set("Content-Type", mediaType)
	p.w.Header().Set("Cache-Control", "no-store")
	p.w.WriteHeader(status)
	if _, err := p.w.Write(body); err != nil {
		p.agent.opts.Logger.Debug("answer a call", "err", err)
	}
}

// stream sends the events of a call. An event may wait until the next flush; after the first error
// nothing is written. The handler's return ends the stream.
type stream struct {
	write     func(*bufio.Writer, *a2a.Result) error // writes an event
	keepAlive string                                 // keeps a quiet stream alive; "" when the binding has pings
	buf       *bufio.Writer
	ctl       *http.ResponseController
	err       error // the first
}

// newStream sends the header, which is already set, and begins a stream.
func newStream(w http.ResponseWriter, write func(*bufio.Writer, *a2a.Result) error) *stream {
	ctl := http.NewResponseController(w)
	// A stream may last for hours. Writers without deadlines ignore this.
	_ = ctl.SetWriteDeadline(time.Time{})
	_ = ctl.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	return &stream{write: write, buf: bufio.NewWriterSize(w, 32<<10), ctl: ctl}
}

// newEventStream begins a stream of Server-Sent Events, for JSON-RPC and HTTP+JSON. encode returns an
// event's data on one line, and name its event field; nil means none.
func newEventStream(w http.ResponseWriter, encode func(*a2a.Result) []byte, name func(*a2a.Result) string) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	out := newStream(w, func(b *bufio.Writer, r *a2a.Result) error {
		if name != nil {
			_, _ = b.WriteString("event: " + name(r) + "\n") // see the error below
		}
		_, _ = b.WriteString("data: ")
		_, _ = b.Write(encode(r))
		_, err := b.WriteString("\n\n")
		return err
	})
	out.keepAlive = ": keep-alive\n\n"
	return out
}

func (s *stream) send(r *a2a.Result) {
	if s.err == nil {
		s.err = s.write(s.buf, r)
	}
}

func (s *stream) sendKeepAlive() {
	if s.err == nil && s.keepAlive != "" {
		_, s.err = s.buf.WriteString(s.keepAlive)
		s.flush()
	}
}

func (s *stream) flush() {
	if s.err == nil {
		s.err = errors.Join(s.buf.Flush(), s.ctl.Flush())
	}
}
