package recorder

import (
	"runtime/debug"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// labelReading labels one exchange from its entries, in order, whether they come from the journal or from the
// file. They are redacted already. It is not safe for concurrent use.
type labelReading struct {
	store    *Store
	x        *wire.Exchange // with all entries applied so far
	labeller Labeller
	limit    int // bytes that the labeller may buffer; 0 means no limit

	labels     wire.Labels
	found      []wire.Finding
	changed    bool // since the last conclude
	final      bool // the labels will not change any more
	isDeferred bool // a body is too long to buffer, so the exchange is labelled from the file
}

// maxBufferedBody bounds what is buffered of bodies until they are complete. An exchange with a longer
// body is labelled from the file.
const maxBufferedBody = 256 << 10

// newLabelReading returns a reading of x, which the caller keeps up to date.
func newLabelReading(s *Store, x *wire.Exchange) *labelReading {
	return &labelReading{store: s, x: x, limit: maxBufferedBody}
}

// readEntry reads an entry that was already applied to the exchange.
func (r *labelReading) readEntry(e *entry.Entry) {
	switch e.Kind {
	case entry.Bytes:
		r.feed(e.Chunk.Side, e.At, e.Chunk.Data)
	case entry.RequestDone, entry.ResponseHead, entry.Gap, entry.End:
		r.update(r.x)
	}
}

// readAll labels an exchange that is available as a whole. chunks passes the bytes of a side, in order. over
// says that the exchange has ended.
func (r *labelReading) readAll(over bool, chunks func(side wire.Side, take func(at int64, data []byte)) error) error {
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		err := chunks(side, func(at int64, data []byte) { r.feed(side, at, data) })
		if err != nil {
			return err
		}
		if open := *r.x; side == wire.Request && !open.RequestDone.IsZero() { // the state in which the response arrived
			open.Ended, open.Outcome = time.Time{}, wire.Open
			r.update(&open)
		}
	}
	if over {
		r.update(r.x)
	}
	r.conclude()
	return nil
}

func (r *labelReading) feed(side wire.Side, at int64, data []byte) {
	if side != wire.Request && side != wire.Response {
		return
	}
	r.label(func(l Labeller) {
		l.Feed(side, entry.Time(at), data)
		if r.isDeferred = r.limit > 0 && l.BufferedBytes() > r.limit; r.isDeferred {
			l.Defer(nil)
		}
	})
}

func (r *labelReading) update(x *wire.Exchange) {
	if r.isDeferred && !x.Ended.IsZero() {
		r.labeller.Defer(x)
	}
	r.label(func(l Labeller) { l.Update(x) })
	r.final = r.final || !x.Ended.IsZero()
}

// label calls the labeller. Bytes of an agent that make it panic must not take the console down.
func (r *labelReading) label(do func(Labeller)) {
	if r.final || r.isDeferred {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			r.store.opts.Logger.Error("reading an exchange panicked", "exchange", r.x.ID, "panic", p, "stack", string(debug.Stack()))
			r.final = true
		}
	}()
	if r.labeller == nil {
		r.labeller = r.store.opts.Label(r.x)
	}
	r.changed = true
	do(r.labeller)
}

// conclude takes the labels and findings from the labeller, and reports whether they may have changed.
func (r *labelReading) conclude() bool {
	if !r.changed {
		return false
	}
	r.changed = false
	if r.labeller != nil {
		r.labels, r.found = r.labeller.Labels(), r.labeller.Findings()
		countFindings(&r.labels, r.x.Origin, r.found)
		r.labels.Text = clip(r.labels.Text, maxTextBytes)
		for _, label := range []*string{&r.labels.Op, &r.labels.Dialect, &r.labels.Binding, &r.labels.Task, &r.labels.Context, &r.labels.State, &r.labels.Error} {
			*label = clip(*label, maxLabelBytes)
		}
	}
	return true
}

// maxLabelBytes bounds an id or another label, because each is in rows, indexes and links.
const maxLabelBytes = 1 << 10

const maxTextBytes = 4 << 10

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
