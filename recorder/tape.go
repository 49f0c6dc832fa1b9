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

// tape implements wire.Tape. It redacts, counts, and appends to the journal.
type tape struct {
	store   *Store
	id      string
	session int64 // row of its session
	secrets redact.Secrets

	mu               sync.Mutex
	sides            [4]sideState
	unsentRedactions []wire.Redaction // not in the journal yet
	end              int64            // where its last entry ends in the journal
	ended            bool
	socket           bool  // relays a WebSocket
	hasGap           bool  // the record lacks something
	hasDeferredEnd   bool  // its closing entries wait in memory, in order, for room in the journal
	isUnknown        bool  // the record lacks even the beginning
	beginOffset      int64 // where its first entry ends in the journal; 0 if it is not there
	isNoted          bool  // the store's note counts it
}

func (s *Store) Begin(x wire.Exchange) wire.Tape {
	session, recording := s.targetOf(x.Session)
	if !recording {
		s.losses.addPaused(session.n, s.opts.Now())
		s.writeNote()
		s.changes.notify()
		return wire.NopTape{}
	}
	if x.ID == "" {
		x.ID = wire.NewID()
	} else if !s.reserveID(x.ID) {
		s.opts.Logger.Error("exchange not recorded: its id is taken", "id", x.ID)
		s.losses.add(session.n, wire.GapFailed, "Its id, "+x.ID+", is taken by another exchange.", s.opts.Now(), s.opts.Now(), 0)
		s.writeNote()
		return wire.NopTape{}
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

// reserveID reserves an id that a caller chose, and reports whether it was free.
func (s *Store) reserveID(id string) bool {
	if _, taken := s.ids.LoadOrStore(id, true); taken {
		return false
	}
	s.sync(context.Background())
	_, err := s.seqOf(context.Background(), id)
	return err != nil
}

// open redacts what is known at the beginning and prepares the request's sides.
func (t *tape) open(x *wire.Exchange) {
	s := t.store
	if !s.opts.Raw && s.opts.Secrets != nil {
		t.secrets = s.opts.Secrets(x)
	}
	kind := redact.BodyKindOf(x.Request.Header, x.Request.Framing())
	t.unsentRedactions = append(t.unsentRedactions, x.Redactions...)
	agent := x.Request.Header.Get("User-Agent")
	x.Request = t.redact(x.Request, "request")
	if x.Caller == agent {
		x.Caller = x.Request.Header.Get("User-Agent")
	}
	if !s.opts.Raw {
		var found []wire.Redaction
		x.URL, found = redact.URL(x.URL, t.secrets, s.key)
		x.Request.Received = redact.Received(x.Request.Received, t.secrets, s.key)
		t.unsentRedactions = append(t.unsentRedactions, found...)
	}
	x.Redactions, t.unsentRedactions = t.unsentRedactions, nil
	for _, side := range []wire.Side{wire.Request, wire.RequestSent} {
		t.sides[side].setBodyKind(kind)
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
	t.unsentRedactions = append(t.unsentRedactions, found...)
	return h
}

// add appends an entry to the journal, and reports whether there was room. Closing entries without room wait
// in memory. The caller holds t.mu.
func (t *tape) add(e *entry.Entry) bool {
	if t.isUnknown {
		return false
	}
	e.Exchange = t.id
	if !t.hasDeferredEnd {
		end, err := t.store.append(e)
		if err == nil {
			if t.end = end; t.beginOffset == 0 {
				t.beginOffset = end
			}
			return true
		}
	}
	t.hasGap = true
	t.isUnknown = e.Kind == entry.Begin
	if e.IsClosing() {
		t.hasDeferredEnd = true
		t.store.losses.addEnd(*e)
	}
	return false
}

// appendRedactions appends the redactions since the last call. An unfinished secret is reported with its
// present length, and again when it grows.
func (t *tape) appendRedactions() {
	for i := range t.sides {
		t.unsentRedactions = append(t.unsentRedactions, t.sides[i].newRedactions()...)
	}
	if len(t.unsentRedactions) > 0 && t.add(&entry.Entry{Kind: entry.Redactions, Redactions: t.unsentRedactions}) {
		t.unsentRedactions = t.unsentRedactions[:0]
	}
}

// closeRedactor closes a side's redactor, if any, and records what it kept back.
func (t *tape) closeRedactor(side wire.Side) {
	k := &t.sides[side]
	if k.redactor == nil {
		return
	}
	k.ready = k.ready[:0]
	t.appendReads(side, k.release(k.redactor.Close()))
	t.unsentRedactions = append(t.unsentRedactions, k.redactor.Take()...)
	k.redactor, k.isReady = nil, false
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
	if !k.isReady {
		t.closeRedactor(side)
		k.redactor, k.isReady = t.secrets.Redactor(side, k.kind, p, t.store.key), true
	}
	k.total += int64(len(p))
	if k.isFull {
		t.dropBytes(side, &entry.Chunk{Side: side}, int64(len(p)), at)
		return
	}
	fits := k.clipToLimit(p, t.store.opts.MaxBody)
	k.ready = k.ready[:0]
	ready := k.ready
	if len(fits) > 0 {
		ready = k.redact(at, fits, waited)
	}
	if len(ready) == 0 || len(fits) == 0 { // its bytes are counted, though not recorded, or not yet
		ready = append(ready, arrival{at: at, waited: waited})
	}
	if !t.appendReads(side, ready) {
		return
	}
	if over := len(p) - len(fits); over > 0 && k.addOverLimit(side, int64(over), at, t.store.opts.MaxBody) {
		t.add(&entry.Entry{Kind: entry.Gap, Gap: *k.gap})
	}
	if k.redactor != nil {
		t.appendRedactions()
	}
}

// appendReads appends reads of a side to the journal, and reports whether there was room for all.
func (t *tape) appendReads(side wire.Side, list []arrival) bool {
	k := &t.sides[side]
	for i, r := range list {
		c := k.countRead(side, r.data, r.waited)
		c.Frames = t.frames()
		if t.add(&entry.Entry{Kind: entry.Bytes, At: entry.Nanos(r.at), Chunk: c}) {
			continue
		}
		missing := k.heldBytes()
		for _, r := range list[i:] {
			missing += int64(r.size)
		}
		t.dropBytes(side, &c, missing, r.at)
		return false
	}
	return true
}

// dropBytes notes bytes that found no room. After a missing chunk a side records nothing more, so that what is
// recorded is contiguous.
func (t *tape) dropBytes(side wire.Side, c *entry.Chunk, n int64, at time.Time) {
	cause, problem := t.store.explainJournalFault()
	if k := &t.sides[side]; k.drop(c, n, at, cause, problem) {
		t.add(&entry.Entry{Kind: entry.Gap, Gap: *k.gap})
	}
}

// frames counts the complete frames of the response, or of both directions of a WebSocket, without
// comments.
func (t *tape) frames() int {
	if t.socket {
		return t.sides[wire.Request].count.Events + t.sides[wire.Response].count.Events
	}
	return t.sides[wire.Response].count.Events
}

func (t *tape) EndRequest(at time.Time, trailer http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.closeRedactor(wire.Request)
	h := t.redact(wire.Head{Trailer: trailer}, "request")
	t.appendRedactions()
	t.add(&entry.Entry{Kind: entry.RequestDone, At: entry.Nanos(at), Trailer: h.Trailer})
}

func (t *tape) WriteInterim(i wire.Interim) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	h := t.redact(wire.Head{Status: i.Status, Header: i.Header, Received: i.Received}, "interim")
	t.appendRedactions()
	t.add(&entry.Entry{Kind: entry.Interim, At: entry.Nanos(i.At), Head: h})
}

func (t *tape) WriteSentHead(side wire.Side, h wire.Head) {
	name := map[wire.Side]string{wire.RequestSent: "request.sent", wire.ResponseSent: "response.sent"}[side]
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || name == "" {
		return
	}
	h = t.redact(h, name)
	t.appendRedactions()
	t.add(&entry.Entry{Kind: entry.SentHead, Chunk: entry.Chunk{Side: side}, Head: h})
}

func (t *tape) AddPassage(p wire.Passage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.add(&entry.Entry{Kind: entry.Passage, Passage: p})
	}
}

func (t *tape) WriteResponseHead(at time.Time, h wire.Head) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	kind := h.Framing()
	t.socket = kind == wire.WebSocket
	for _, side := range []wire.Side{wire.Response, wire.ResponseSent} {
		t.sides[side].setFraming(kind)
		t.sides[side].setBodyKind(redact.BodyKindOf(h.Header, kind))
		t.sides[side].encoded = h.HasEncodedFrames()
	}
	if t.socket {
		t.sides[wire.Request].setFraming(kind)
		t.sides[wire.Request].setBodyKind(redact.BodyKindOf(h.Header, kind))
	}
	if h.Proto == "" && h.Status == 0 {
		h = t.redactUnreadHead(h)
	}
	h = t.redact(h, "response")
	t.appendRedactions()
	t.add(&entry.Entry{Kind: entry.ResponseHead, At: entry.Nanos(at), Head: h})
}

// redactUnreadHead redacts the head of a response that is not HTTP.
func (t *tape) redactUnreadHead(h wire.Head) wire.Head {
	if t.store.opts.Raw {
		return h
	}
	h, found := redact.UnreadHead(h, &t.secrets, t.store.key, "response.received")
	t.unsentRedactions = append(t.unsentRedactions, found...)
	return h
}

func (t *tape) End(e wire.End) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.ended = true
	trailer := t.redact(wire.Head{Trailer: e.Trailer}, "response").Trailer
	beyond := t.redactSurplus(e.Surplus)
	for i := range t.sides {
		t.closeRedactor(wire.Side(i))
	}
	frames := t.close()
	for i := range t.sides {
		t.sides[i].counter = nil
	}
	t.appendRedactions()
	t.appendGaps()
	t.add(&entry.Entry{Kind: entry.End, At: entry.Nanos(e.At), AgentEndedAt: entry.Nanos(e.AgentEndedAt), ClientLeftAt: entry.Nanos(e.ClientLeftAt), Outcome: e.Outcome, Problem: e.Problem, Chunk: entry.Chunk{Frames: frames}, Trailer: trailer, Surplus: beyond})
	if t.isUnknown {
		t.store.losses.addExchange(t, e.At)
	}
}

func (t *tape) WriteSurplus(p []byte, problem string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) == 0 {
		return
	}
	t.appendRedactions()
	beyond := t.redactSurplus(p)
	t.add(&entry.Entry{Kind: entry.Surplus, At: entry.Nanos(t.store.opts.Now()), Problem: problem, Surplus: beyond, Redactions: t.unsentRedactions})
	t.unsentRedactions = nil
}

// close counts the frames that the end completes or cuts off.
func (t *tape) close() int {
	for i := range t.sides {
		k := &t.sides[i]
		if k.counter != nil {
			n, _ := k.counter.Close()
			k.addFrames(n)
		} else if k.total > 0 && !k.encoded {
			k.count = wire.Count{Frames: 1, Events: 1}
		}
	}
	return t.frames()
}

func (t *tape) Commit(ctx context.Context) error {
	t.mu.Lock()
	end, lost := t.end, t.hasGap
	t.mu.Unlock()
	err := t.store.journal.Commit(ctx, end)
	if err != nil || lost {
		t.noteJournalFault()
	}
	if err != nil {
		return database.Explain("record exchange", err)
	}
	t.store.delayTraffic(ctx)
	if lost {
		return errIncomplete
	}
	return nil
}
