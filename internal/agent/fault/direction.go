package fault

import (
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// direction is one of the two of an exchange, with its gate. It is the wire.Out of that.
type direction struct {
	gate  wire.Gate
	ctx   context.Context
	leave context.CancelCauseFunc // tells the agent that its client is gone
	cut   *wire.Splitter
	send  func(p []byte) error
	err   error // why it broke off
}

// broke reports whether err, or one before it, broke the direction off.
func (d *direction) broke(err error) bool {
	if err != nil && d.err == nil {
		d.err = err
		d.leave(err)
	}
	return d.err != nil
}

func (d *direction) frame(f wire.Frame) {
	if d.err == nil {
		d.broke(d.gate.Frame(d.ctx, f, d))
	}
}

// feed gives the gate the frames that p completes.
func (d *direction) feed(p []byte) {
	for _, f := range d.cut.Feed(time.Now(), p) {
		d.frame(f)
	}
}

// end gives the gate what is left.
func (d *direction) end() {
	for _, f := range d.cut.Close(time.Now()) {
		d.frame(f)
	}
	if d.err == nil {
		d.broke(d.gate.End(d.ctx, d))
	}
}

// Send implements wire.Out. Nothing is on record here.
func (d *direction) Send(p wire.Passage, raw []byte) error {
	if p.How == wire.Dropped {
		return nil
	}
	return d.More(raw)
}

// More implements wire.Out.
func (d *direction) More(raw []byte) error {
	if err := context.Cause(d.ctx); err != nil {
		return err
	}
	if len(raw) == 0 {
		return nil
	}
	return d.send(raw)
}

// response takes what an agent answers through a gate.
type response struct {
	http.ResponseWriter
	direction
	proto string
	began bool
}

// Unwrap lets http.ResponseController set deadlines.
func (r *response) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader takes the head through the gate.
func (r *response) WriteHeader(status int) {
	switch {
	case r.began:
		return
	case status < 200 && status != http.StatusSwitchingProtocols:
		r.ResponseWriter.WriteHeader(status)
		return
	}
	r.began = true
	header := r.Header()
	h := wire.Head{Proto: r.proto, Status: status, Header: header.Clone()}
	r.cut = wire.NewSplitter(h.Framing(), wire.GateFrame)
	r.send = r.pass
	if r.broke(r.gate.Head(r.ctx, &h)) {
		return
	}
	clear(header)
	maps.Copy(header, h.Header)
	header.Del("Content-Length") // nobody knows yet what will be sent
	r.ResponseWriter.WriteHeader(h.Status)
}

// Write takes part of the body through the gate.
func (r *response) Write(p []byte) (int, error) {
	if !r.began {
		r.WriteHeader(http.StatusOK)
	}
	if r.err == nil {
		r.feed(p)
	}
	if r.err != nil {
		return 0, r.err
	}
	return len(p), nil
}

// pass sends to the client, at once.
func (r *response) pass(p []byte) error {
	if _, err := r.ResponseWriter.Write(p); err != nil {
		return err
	}
	return http.NewResponseController(r.ResponseWriter).Flush()
}

// FlushError sends the head, if it was not yet. What the gate sends is never held back.
func (r *response) FlushError() error {
	if !r.began {
		r.WriteHeader(http.StatusOK)
	}
	if r.err != nil {
		return r.err
	}
	return http.NewResponseController(r.ResponseWriter).Flush()
}

// Flush implements http.Flusher.
func (r *response) Flush() { _ = r.FlushError() }

// finish takes what is left through the gate.
func (r *response) finish() {
	if !r.began {
		r.WriteHeader(http.StatusOK)
	}
	if r.err == nil {
		r.end()
	}
}
