package recorder

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// tape implements wire.Tape: it redacts, counts, and appends to the journal.
type tape struct {
	store   *Store
	id      string
	session int64 // row of its session
	secrets redact.Secrets

	mu      sync.Mutex
	sides   [4]track
	found   []wire.Redaction // what the journal has not been told yet
	end     int64            // of its last entry in the journal
	ended   bool             // End was called
	socket  bool             // relays a WebSocket
	lost    bool             // the record lacks something
	late    bool             // what closes it waits in memory, in order, for room in the journal
	unknown bool             // it lacks even the beginning
	begun   int64            // end of its first entry in the journal
	noted   bool             // the store's note counts it
}

// Begin implements wire.Recorder.
func (s *Store) Begin(x wire.Exchange) wire.Tape {
	session, recording := s.targetOf(x.Session)
	if !recording {
		s.missed.paused(session.n, s.opts.Now())
		s.noteMissing()
		s.changes.notify()
		return wire.Unrecorded{}
	}
	if x.ID == "" {
		x.ID = wire.NewID()
	} else if !s.free(x.ID) {
		s.opts.Logger.Error("exchange not recorded: its id is taken", "id", x.ID)
		s.missed.add(session.n, wire.WhyFailed, "Its id, "+x.ID+", is taken by another exchange.", s.opts.Now(), s.opts.Now(), 0)
		s.noteMissing()
		return wire.Unrecorded{}
	}
	if x.Started.IsZero() {
		x.Started = s.opts.Now()
	}
	x.Session = session.ID
	t := &tape{store: s, id: x.ID, session: session.n}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open(&x)
	t.add(&entry.Entry{Kind: entry.Begin, At: entry.Nanos(x.Started), Session: session.n, X: &x})
	return t
}

// free reports whether an id that a caller chose is no other exchange's, and
// keeps it from being given out twice.
func (s *Store) free(id string) bool {
	if _, taken := s.ids.LoadOrStore(id, true); taken {
		return false
	}
	s.sync(context.Background())
	_, err := s.seqOf(context.Background(), id)
	return err != nil
}

// open redacts what is known at the beginning and readies the request's sides.
func (t *tape) open(x *wire.Exchange) {
	s := t.store
	if !s.opts.Raw && s.opts.Secrets != nil {
		t.secrets = s.opts.Secrets(x)
	}
	kind := redact.BodyKindOf(x.Request.Header, x.Request.Framing())
	t.found = append(t.found, x.Redactions...)
	agent := x.Request.Header.Get("User-Agent")
	x.Request = t.redact(x.Request, "request")
	if x.Caller == agent {
		x.Caller = x.Request.Header.Get("User-Agent")
	}
	if !s.opts.Raw {
		var found []wire.Redaction
		x.URL, found = redact.URL(x.URL, t.secrets, s.key)
		x.Request.Received = redact.Received(x.Request.Received, t.secrets, s.key)
		t.found = append(t.found, found...)
	}
	x.Redactions, t.found = t.found, nil
	for _, side := range []wire.Side{wire.Request, wire.RequestSent} {
		t.sides[side].write(kind)
	}
}

// redact returns h without its secrets. It may share memory with h.
func (t *tape) redact(h wire.Head, side string) wire.Head {
	h.Header = t.redactHeader(h.Header, side, ".header")
	h.Trailer = t.redactHeader(h.Trailer, side, ".trailer")
	return h
}

func (t *tape) redactHeader(h http.Header, side, part string) http.Header {
	if len(h) == 0 || t.store.opts.Raw {
		return h
	}
	h, found := redact.Header(h, t.secrets, t.store.key, side+part)
	t.found = append(t.found, found...)
	return h
}

// add appends an entry to the journal, and reports whether it found room. What
// closes something and finds none waits in memory. The caller holds the lock.
func (t *tape) add(e *entry.Entry) bool {
	if t.unknown {
		return false
	}
	e.Exchange = t.id
	if !t.late {
		end, err := t.store.append(e)
		if err == nil {
			if t.end = end; t.begun == 0 {
				t.begun = end
			}
			return true
		}
	}
	t.lost = true
	t.unknown = e.Kind == entry.Begin
	if e.Closes() {
		t.late = true
		t.store.missed.keep(*e)
	}
	return false
}

// tell appends what was redacted since the last time. A secret that goes on is
// told with the length it has, and again when that grows.
func (t *tape) tell() {
	for i := range t.sides {
		t.found = append(t.found, t.sides[i].news()...)
	}
	if len(t.found) > 0 && t.add(&entry.Entry{Kind: entry.Redacted, Redacted: t.found}) {
		t.found = t.found[:0]
	}
}

// closeRedactor ends a side's redactor, if it has one, and keeps what that kept
// back.
func (t *tape) closeRedactor(side wire.Side) {
	k := &t.sides[side]
	if k.redactor == nil {
		return
	}
	k.ready = k.ready[:0]
	t.keep(side, k.release(k.redactor.Close()))
	t.found = append(t.found, k.redactor.Take()...)
	k.redactor, k.begun = nil, false
}

// ID implements wire.Tape.
func (t *tape) ID() string { return t.id }

// Write implements wire.Tape.
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
		k.redactor, k.begun = t.secrets.Redactor(side, k.kind, p, t.store.key), true
	}
	k.total += int64(len(p))
	if k.stopped {
		t.drop(side, &entry.Chunk{Side: side}, int64(len(p)), at)
		return
	}
	fits := k.fits(p, t.store.opts.BodyLimit)
	k.ready = k.ready[:0]
	ready := k.ready
	if len(fits) > 0 {
		ready = k.redacted(at, fits, waited)
	}
	if len(ready) == 0 || len(fits) == 0 { // it is counted, though not on record, or not yet
		ready = append(ready, arrival{at: at, waited: waited})
	}
	if !t.keep(side, ready) {
		return
	}
	if over := len(p) - len(fits); over > 0 && k.limited(side, int64(over), at, t.store.opts.BodyLimit) {
		t.add(&entry.Entry{Kind: entry.Gap, Gap: *k.gap})
	}
	if k.redactor != nil {
		t.tell()
	}
}

// keep appends reads of a side to the journal, and reports whether there was room
// for all.
func (t *tape) keep(side wire.Side, list []arrival) bool {
	k := &t.sides[side]
	for i, r := range list {
		c := k.take(side, r.data, r.waited)
		c.Frames = t.frames()
		if t.add(&entry.Entry{Kind: entry.Bytes, At: entry.Nanos(r.at), Chunk: c}) {
			continue
		}
		missing := k.heldBack()
		for _, r := range list[i:] {
			missing += int64(r.size)
		}
		t.drop(side, &c, missing, r.at)
		return false
	}
	return true
}

// drop notes bytes for which there was no room. A side of which a chunk is missing
// keeps no further bytes, so that those kept join.
func (t *tape) drop(side wire.Side, c *entry.Chunk, n int64, at time.Time) {
	why, problem := t.store.explainFault()
	if k := &t.sides[side]; k.drop(c, n, at, why, problem) {
		t.add(&entry.Entry{Kind: entry.Gap, Gap: *k.gap})
	}
}

// frames counts the complete frames of both directions that are no comments.
func (t *tape) frames() int {
	if t.socket {
		return t.sides[wire.Request].count.Events + t.sides[wire.Response].count.Events
	}
	return t.sides[wire.Response].count.Events
}

// RequestDone implements wire.Tape.
func (t *tape) RequestDone(at time.Time, trailer http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.closeRedactor(wire.Request)
	h := t.redact(wire.Head{Trailer: trailer}, "request")
	t.tell()
	t.add(&entry.Entry{Kind: entry.RequestDone, At: entry.Nanos(at), Trailer: h.Trailer})
}

// Interim implements wire.Tape.
func (t *tape) Interim(i wire.Interim) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	h := t.redact(wire.Head{Status: i.Status, Header: i.Header, Received: i.Received}, "interim")
	t.tell()
	t.add(&entry.Entry{Kind: entry.Interim, At: entry.Nanos(i.At), Head: h})
}

// Sent implements wire.Tape.
func (t *tape) Sent(side wire.Side, h wire.Head) {
	name := map[wire.Side]string{wire.RequestSent: "request.sent", wire.ResponseSent: "response.sent"}[side]
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || name == "" {
		return
	}
	h = t.redact(h, name)
	t.tell()
	t.add(&entry.Entry{Kind: entry.Sent, Chunk: entry.Chunk{Side: side}, Head: h})
}

// Pass implements wire.Tape.
func (t *tape) Pass(p wire.Passage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.add(&entry.Entry{Kind: entry.Pass, Passage: p})
	}
}

// Answer implements wire.Tape.
func (t *tape) Answer(at time.Time, h wire.Head) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	kind := h.Framing()
	t.socket = kind == wire.WebSocket
	for _, side := range []wire.Side{wire.Response, wire.ResponseSent} {
		t.sides[side].frame(kind)
		t.sides[side].write(redact.BodyKindOf(h.Header, kind))
		t.sides[side].encoded = h.HasEncodedFrames()
	}
	if t.socket {
		t.sides[wire.Request].frame(kind)
		t.sides[wire.Request].write(redact.BodyKindOf(h.Header, kind))
	}
	if h.Proto == "" && h.Status == 0 {
		h = t.unread(h)
	}
	h = t.redact(h, "response")
	t.tell()
	t.add(&entry.Entry{Kind: entry.Answer, At: entry.Nanos(at), Head: h})
}

// unread returns the head of an answer that is no HTTP without its secrets.
func (t *tape) unread(h wire.Head) wire.Head {
	if t.store.opts.Raw {
		return h
	}
	h, found := redact.Unread(h, &t.secrets, t.store.key, "response.received")
	t.found = append(t.found, found...)
	return h
}

// End implements wire.Tape.
func (t *tape) End(e wire.End) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.ended = true
	trailer := t.redact(wire.Head{Trailer: e.Trailer}, "response").Trailer
	beyond := t.surplus(e.Surplus)
	for i := range t.sides {
		t.closeRedactor(wire.Side(i))
	}
	frames := t.close()
	for i := range t.sides {
		t.sides[i].counter = nil
	}
	t.tell()
	t.tellGaps()
	t.add(&entry.Entry{Kind: entry.End, At: entry.Nanos(e.At), Came: entry.Nanos(e.Came), Left: entry.Nanos(e.Left), Outcome: e.Outcome, Problem: e.Problem, Chunk: entry.Chunk{Frames: frames}, Trailer: trailer, Surplus: beyond})
	if t.unknown {
		t.store.missed.whole(t, e.At)
	}
}

// Late implements wire.Tape.
func (t *tape) Late(p []byte, problem string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) == 0 {
		return
	}
	t.tell()
	beyond := t.surplus(p)
	t.add(&entry.Entry{Kind: entry.Late, At: entry.Nanos(t.store.opts.Now()), Problem: problem, Surplus: beyond, Redacted: t.found})
	t.found = nil
}

// close counts the frames that the end completes or leaves unfinished.
func (t *tape) close() int {
	for i := range t.sides {
		k := &t.sides[i]
		if k.counter != nil {
			n, _ := k.counter.Close()
			k.counted(n)
		} else if k.total > 0 && !k.encoded {
			k.count = wire.Count{Frames: 1, Events: 1}
		}
	}
	return t.frames()
}

// Commit implements wire.Tape.
func (t *tape) Commit(ctx context.Context) error {
	t.mu.Lock()
	end, lost := t.end, t.lost
	t.mu.Unlock()
	err := t.store.journal.Commit(ctx, end)
	if err != nil || lost {
		t.noteFault()
	}
	if err != nil {
		return database.Explain("record exchange", err)
	}
	t.store.holdBack(ctx)
	if lost {
		return errLost
	}
	return nil
}
