package recorder

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

// tape implements wire.Tape. What its lock guards belongs to the callers; row
// belongs to the writer.
type tape struct {
	store   *Store
	id      string
	secrets wire.Secrets

	mu      sync.Mutex
	sides   [4]track
	found   []wire.Redaction // all that ended; only ever appended to, as the writer has beginnings of it
	staged  []op             // not yet queued
	weight  int64            // of those
	listed  bool             // by the stage
	last    int64            // position of the last op queued
	ended   bool             // End was called
	socket  bool             // relays a WebSocket
	lost    bool             // something did not fit the queue: the record lacks it
	unknown bool             // not even the beginning did

	row row
}

// Begin implements wire.Recorder.
func (s *Store) Begin(x wire.Exchange) wire.Tape {
	session, recording := s.place(x.Session)
	if !recording {
		return wire.Unrecorded{}
	}
	if x.ID == "" {
		x.ID = wire.NewID()
	}
	if x.Started.IsZero() {
		x.Started = s.opts.Now()
	}
	x.Session = session.ID
	t := &tape{store: s, id: x.ID}
	t.row.session = session.n
	t.open(&x)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(op{kind: opBegin, begin: &x})
	return t
}

// open redacts what is known at the beginning and readies the request's sides.
func (t *tape) open(x *wire.Exchange) {
	s := t.store
	if !s.opts.Raw && s.opts.Secrets != nil {
		t.secrets = s.opts.Secrets(x)
	}
	header := x.Request.Header
	x.Request = t.redact(x.Request, "request")
	if !s.opts.Raw {
		var found []wire.Redaction
		x.URL, found = wire.RedactURL(x.URL, t.secrets, s.key)
		t.found = append(t.found, found...)
	}
	t.found = append(x.Redactions[:len(x.Redactions):len(x.Redactions)], t.found...)
	x.Redactions = t.found[:len(t.found):len(t.found)]
	for _, side := range []wire.Side{wire.Request, wire.RequestSent} {
		t.sides[side].write(wire.BodyKindOf(header, requestFraming(header)))
	}
}

// redact returns a copy of h without its secrets.
func (t *tape) redact(h wire.Head, side string) wire.Head {
	h.Header, h.Trailer = h.Header.Clone(), h.Trailer.Clone()
	if t.store.opts.Raw {
		return h
	}
	var found, more []wire.Redaction
	h.Header, found = wire.RedactHeader(h.Header, t.secrets, t.store.key, side+".header")
	h.Trailer, more = wire.RedactHeader(h.Trailer, t.secrets, t.store.key, side+".trailer")
	t.found = append(append(t.found, found...), more...)
	return h
}

// add takes an op; the caller holds the lock. Small ones are held on to until
// somebody waits for them, or for a moment.
func (t *tape) add(o op) {
	if t.unknown {
		return
	}
	o.tape = t
	t.staged = append(t.staged, o)
	if t.weight += o.weight(); t.weight > stageLimit {
		t.push()
	} else if !t.listed {
		t.listed = true
		t.store.stage.list(t)
	}
}

// push queues what was held on to; the caller holds the lock.
func (t *tape) push() {
	if len(t.staged) == 0 {
		return
	}
	if last, ok := t.store.queue.add(t.staged, t.admit); ok {
		t.last = last
	}
	clear(t.staged)
	t.staged, t.weight = t.staged[:0], 0
}

// admit notes which ops find no room. A side of which a chunk is missing keeps
// no further bytes, so that those kept join.
func (t *tape) admit(o *op, room bool) bool {
	if t.unknown {
		return false
	}
	if o.kind == opChunk {
		k := &t.sides[o.chunk.side]
		if k.stopped || !room {
			k.drop(o.chunk)
		}
	}
	if !room {
		t.lost = true
		t.unknown = o.kind == opBegin
		return false
	}
	o.lost = t.lost
	return true
}

func (t *tape) ID() string { return t.id }

func (t *tape) Write(side wire.Side, at time.Time, p []byte, waited bool) {
	if len(p) == 0 || int(side) >= len(t.sides) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	k := &t.sides[side]
	if !k.begun {
		t.closeRedactor(side)
		k.redactor, k.begun = t.secrets.Redactor(side, k.kind, coding.Open, t.store.key), true
	}
	c := k.take(side, p, waited, t.store.opts.BodyLimit)
	c.frames = t.frames()
	o := op{kind: opChunk, at: at, chunk: c}
	if k.redactor != nil && c.data != nil {
		news := k.redactor.Take()
		t.found = append(t.found, news...)
		if _, more := k.redactor.Pending(); more || len(news) > 0 {
			o.found = t.redactions()
		}
	}
	t.add(o)
}

// frames counts the complete frames of both directions.
func (t *tape) frames() int {
	if t.socket {
		return t.sides[wire.Request].frames + t.sides[wire.Response].frames
	}
	return t.sides[wire.Response].frames
}

// redactions are all so far. What ended is not copied.
func (t *tape) redactions() *found {
	all := &found{ended: t.found[:len(t.found):len(t.found)]}
	for i := range t.sides {
		if r := t.sides[i].redactor; r != nil {
			if x, ok := r.Pending(); ok {
				all.pending = append(all.pending, x)
			}
		}
	}
	return all
}

// closeRedactor ends a side's redactor, if it has one.
func (t *tape) closeRedactor(side wire.Side) {
	k := &t.sides[side]
	if k.redactor != nil {
		k.redactor.Close()
		t.found = append(t.found, k.redactor.Take()...)
		k.redactor = nil
	}
}

func (t *tape) RequestDone(at time.Time, trailer http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	h := t.redact(wire.Head{Trailer: trailer}, "request")
	t.add(op{kind: opRequestDone, at: at, header: h.Trailer, found: t.redactions()})
}

func (t *tape) Answer(at time.Time, h wire.Head) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	kind := wire.FramingOf(h.Header)
	t.socket = kind == wire.WebSocket && h.Status == http.StatusSwitchingProtocols
	if kind == wire.WebSocket && !t.socket {
		kind = wire.Body
	}
	for _, side := range []wire.Side{wire.Response, wire.ResponseSent} {
		t.sides[side].frame(kind)
		t.sides[side].write(wire.BodyKindOf(h.Header, kind))
	}
	if t.socket {
		t.sides[wire.Request].frame(kind)
		t.sides[wire.Request].write(wire.BodyKindOf(h.Header, kind))
	}
	h = t.redact(h, "response")
	t.add(op{kind: opAnswer, at: at, head: &h, found: t.redactions()})
}

func (t *tape) End(e wire.End) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.ended = true
	e.Trailer = t.redact(wire.Head{Trailer: e.Trailer}, "response").Trailer
	c := &chunk{frames: t.close()}
	for i := range t.sides {
		t.closeRedactor(wire.Side(i))
		t.sides[i].counter = nil
	}
	t.add(op{kind: opEnd, at: e.At, end: &e, chunk: c, found: t.redactions()})
}

// close counts the frames that the end completes or leaves unfinished.
func (t *tape) close() int {
	for i := range t.sides {
		k := &t.sides[i]
		if k.counter != nil {
			n, _ := k.counter.Close()
			k.frames += n
		} else if k.total > 0 {
			k.frames = 1
		}
	}
	return t.frames()
}

func (t *tape) Commit(ctx context.Context) error {
	t.mu.Lock()
	t.push()
	upto, lost := t.last, t.lost
	t.mu.Unlock()
	if err := t.store.queue.wait(ctx, upto); err != nil {
		return trouble("record exchange", err)
	}
	if lost {
		return errLost
	}
	return nil
}

// Interim implements wire.Tape.
func (t *tape) Interim(wire.Interim) {}

// Sent implements wire.Tape.
func (t *tape) Sent(wire.Side, wire.Head) {}

// Pass implements wire.Tape.
func (t *tape) Pass(wire.Passage) {}
