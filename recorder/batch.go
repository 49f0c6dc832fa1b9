package recorder

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// Limits of one transaction, so that it takes at most 50 ms. Labels are made before it begins.
const (
	batchBytes   = 1 << 20
	batchEntries = 4000
)

// journalSource is a journal being drained: this store's own or another process's.
type journalSource struct {
	owner        string
	reader       *journal.Reader
	pos          journal.Position // drained up to here
	rows         map[string]*row  // exchanges in memory, by id, until they end
	lastExchange string           // exchange of the latest entry
	batch        *batch           // read, but not yet in the file
	read         []journal.Record
}

func newJournalSource(owner string, reader *journal.Reader) *journalSource {
	return &journalSource{owner: owner, reader: reader, pos: journal.Start(), rows: map[string]*row{}}
}

// reset drops all state and continues at pos. Open exchanges are loaded from the file when they come up again.
func (s *journalSource) reset(pos journal.Position) {
	s.pos, s.batch = pos, nil
	clear(s.rows)
}

// batch is a piece of a journal, folded into rows.
type batch struct {
	to     journal.Position
	bytes  int64
	rows   []*row
	chunks []rowChunk
	gaps   []rowGap
}

// rowChunk is a chunk to be written. Its Data shares memory with the source's reader.
type rowChunk struct {
	row *row
	at  int64
	entry.Chunk
}

type rowGap struct {
	row     *row // nil for a gap of the session
	session int64
	wire.Gap
}

// readBatch reads the next piece of a journal. It returns nil if there is none.
func (w *writer) readBatch(ctx context.Context, s *journalSource, limit int) (*batch, error) {
	if s.batch != nil {
		return s.batch, nil
	}
	var err error
	if s.read, err = s.reader.Read(s.pos, limit, s.read[:0]); err != nil || len(s.read) == 0 {
		return nil, err
	}
	list := s.read[:min(len(s.read), batchEntries)]
	b := &batch{to: list[len(list)-1].End}
	b.bytes = b.to.Offset - s.pos.Offset
	if b.to.Segment != s.pos.Segment {
		b.bytes = b.to.Offset
	}
	for i := range list {
		if err := w.fold(ctx, s, b, list[i].Payload); err != nil {
			s.reset(s.pos) // the next attempt folds the batch again
			return nil, err
		}
	}
	for _, r := range b.rows {
		r.conclude()
	}
	s.batch = b
	return b, nil
}

func (w *writer) fold(ctx context.Context, s *journalSource, b *batch, payload []byte) error {
	e, err := entry.Decode(payload, s.lastExchange)
	if err != nil {
		w.store.opts.Logger.Error("an entry of the journal cannot be read; its content is lost", "journal", s.owner, "bytes", len(payload))
		return nil
	}
	if e.Exchange == "" {
		b.gaps = append(b.gaps, rowGap{session: e.Session, Gap: e.Gap})
		return nil
	}
	s.lastExchange = e.Exchange
	r, err := w.rowOf(ctx, s, &e)
	if err != nil || r.rejected {
		if e.Kind == entry.End || e.Kind == entry.Surplus {
			delete(s.rows, e.Exchange)
		}
		return err
	}
	r.apply(&e)
	if !r.listed {
		r.listed = true
		b.rows = append(b.rows, r)
	}
	switch e.Kind {
	case entry.Bytes:
		if len(e.Chunk.Data) > 0 {
			b.chunks = append(b.chunks, rowChunk{r, e.At, e.Chunk})
		}
	case entry.Gap:
		b.gaps = append(b.gaps, rowGap{row: r, Gap: e.Gap})
	}
	switch {
	case r.reading != nil:
		r.reading.readEntry(&e)
	case r.deferredLabeller != nil && e.Kind == entry.End:
		r.deferredLabeller.Defer(&r.x)
	}
	return nil
}

// rowOf returns the row of an entry's exchange. It loads the row from the file if it is not in memory.
func (w *writer) rowOf(ctx context.Context, s *journalSource, e *entry.Entry) (_ *row, err error) {
	if r := s.rows[e.Exchange]; r != nil {
		return r, nil
	}
	r := &row{session: e.Session}
	s.rows[e.Exchange] = r
	if e.Kind == entry.Begin {
		if w.store.opts.Label != nil {
			r.reading = newLabelReading(w.store, &r.x)
			e.X.Session, err = w.sessionID(e.Session)
		}
		if err == nil && e.X.Origin == wire.Replay && e.X.Link != "" {
			e.X.Repeats, err = w.repeats(s, e.X.Link, e.Session)
		}
		return r, err
	}
	return r, w.load(ctx, s, r, e)
}

// sessionID returns the id of the session with number n, "" if it was removed. Entries name sessions by
// number.
func (w *writer) sessionID(n int64) (string, error) {
	id, known := w.sessionIDs[n]
	if known {
		return id, nil
	}
	err := w.conn.Each(func(v []driver.Value) error {
		id = v[0].(string)
		return nil
	}, "SELECT id FROM sessions WHERE n = ?", n)
	if err == nil {
		w.sessionIDs[n] = id
	}
	return id, err
}

// repeats reports whether the exchange with this id belongs to the session.
func (w *writer) repeats(s *journalSource, id string, session int64) (bool, error) {
	if r := s.rows[id]; r != nil { // not in the file yet
		return r.session == session, nil
	}
	n, err := w.conn.Number("SELECT count(*) FROM exchanges WHERE id = ? AND session = ?", id, session)
	return n > 0, err
}

// load reads an exchange that this process or another drained before.
func (w *writer) load(ctx context.Context, s *journalSource, r *row, e *entry.Entry) error {
	x, err := w.store.exchange(ctx, e.Exchange)
	if errors.Is(err, wire.ErrNotFound) { // rejected or removed
		r.rejected = true
		return nil
	}
	if err != nil {
		return err
	}
	ours, err := w.conn.Number("SELECT count(*) FROM exchanges e JOIN sessions s ON s.n = e.session WHERE e.seq = ? AND (e.outcome = '' OR ?) AND s.owner = ?", x.Seq, database.BoolInt(e.Kind == entry.Surplus), s.owner)
	if err != nil || ours == 0 { // the id belongs to another exchange
		r.rejected = true
		return err
	}
	if r.passages, err = w.store.Passages(ctx, e.Exchange); err != nil {
		return err
	}
	r.x, r.seq, r.stored, r.labels = x, x.Seq, true, x.Labels
	n, err := w.conn.Number("SELECT session FROM exchanges WHERE seq = ?", r.seq)
	r.session = n
	return err
}

// conclude takes over the labels and findings made so far.
func (r *row) conclude() {
	if r.reading == nil {
		return
	}
	if r.reading.isDeferred {
		r.deferredLabeller, r.reading = r.reading.labeller, nil
		return
	}
	if r.final = r.reading.final; !r.reading.conclude() {
		return
	}
	r.x.Frames = max(r.x.Frames, r.reading.labels.Events)
	if l := r.reading.labels; l != r.labels {
		r.labels = l
		r.change |= changedLabels
	}
	if f := r.reading.found; !equalFindings(f, r.found, r.final) {
		r.found = f
		r.change |= changedLabels | changedFindings
	}
	if r.final {
		r.reading = nil
	}
}

// finish moves past a batch that is in the file, and drops its exchanges that have ended.
func (s *journalSource) finish(b *batch) {
	for _, r := range b.rows {
		if r.listed = false; r.needsDetails() || !r.stored {
			r.change, r.details = 0, time.Now()
		} else {
			r.change &= changedLazily
		}
		if !r.rejected {
			r.stored = true
		}
		if !r.x.Ended.IsZero() {
			delete(s.rows, r.x.ID)
		}
	}
	s.pos, s.batch = b.to, nil
}

// undo resets the rows of a batch for another attempt.
func (b *batch) undo() {
	for _, r := range b.rows {
		r.rejected = false
		if !r.stored {
			r.seq = 0
		}
	}
}
