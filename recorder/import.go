package recorder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Import is a wire.Sink that adds a session to the record. The session keeps its ids and times and stays
// hidden until Close. Without Close, Abandon removes it or, after a crash, the next Open does. An Import is
// not safe for concurrent use.
type Import struct {
	store   *Store
	source  string
	session wire.Session
	n       int64 // row of the session, 0 before it exists
	done    bool

	complete []*importedExchange // complete exchanges, to be written
	current  *importedExchange
	bytes    int
	latest   time.Time       // latest time seen in exchanges
	unread   []int64         // rows to be labelled from the file
	gaps     []rowGap        // of the session, not yet written
	rules    []wire.Rule     // of the session, not yet written
	ids      map[string]bool // of its exchanges so far
}

type importedExchange struct {
	row      row
	sides    [4]sideState
	chunks   []rowChunk                   // not yet written
	gaps     []rowGap                     // not yet written
	gapBytes [wire.ResponseSent + 1]int64 // bytes of each side that gaps in the imported file account for
}

// importMark, as the time of deletion, hides a session until its import is complete. It is long past, so that
// housekeeping removes the session if nobody completes it.
const importMark = 1

// Import starts the import of a session. source is the file's name, for people.
func (s *Store) Import(source string) *Import { return &Import{store: s, source: source} }

// Session implements wire.Sink. The error wraps ErrExists when the id is taken.
func (i *Import) Session(ctx context.Context, x *wire.Session) error {
	i.session = *x
	i.session.Imported, i.session.Source = i.store.opts.Now().UTC(), i.source
	y := &i.session
	if err := i.store.clearMarked(ctx, y.ID); err != nil {
		return i.wrap(err)
	}
	var n int64
	err := i.store.do(ctx, func(w *writer) (err error) {
		if n, err = w.newSession(); err != nil {
			return err
		}
		_, err = w.conn.Exec(`INSERT INTO sessions (n, id, name, started, deleted, imported, source, recorder, incomplete, owner, pid, beat)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`, n, y.ID, y.Name, entry.Nanos(y.Started), int64(importMark), entry.Nanos(y.Imported), y.Source, y.Program, database.BoolInt(y.Incomplete),
			i.store.owner.id, int64(os.Getpid()), entry.Nanos(i.store.opts.Now()))
		if database.IsDuplicate(err) {
			return w.sessionTaken(y.ID)
		}
		return err
	})
	if err != nil {
		return i.wrap(err)
	}
	i.n = n
	return nil
}

func (i *Import) Gap(_ context.Context, g *wire.Gap) error {
	i.gaps = append(i.gaps, rowGap{session: i.n, Gap: *g})
	return nil
}

func (i *Import) Rule(_ context.Context, r *wire.Rule) error {
	i.rules = append(i.rules, *r)
	return nil
}

func (i *Import) Exchange(ctx context.Context, x *wire.Exchange) error {
	i.finish()
	if i.bytes > importBytes || len(i.complete) >= batchEntries {
		if err := i.flush(ctx); err != nil {
			return err
		}
	}
	m := &importedExchange{row: row{x: *x, session: i.n, change: changedState | changedDetails}}
	m.row.x.Gaps = nil
	for _, g := range x.Gaps {
		m.gap(g)
	}
	i.latest = latestOf(i.latest, latestOf(x.Started, x.Ended))
	m.row.x.Session, m.row.x.RequestKept, m.row.x.ResponseKept = i.session.ID, 0, 0
	kind := x.Response.Framing()
	m.sides[wire.Response].setFraming(kind)
	m.sides[wire.ResponseSent].setFraming(kind)
	if kind == wire.WebSocket {
		m.sides[wire.Request].setFraming(kind)
	}
	i.current = m
	i.bytes += 4 << 10
	return nil
}

func (i *Import) Chunk(ctx context.Context, c *wire.Chunk) error {
	m := i.current
	if m == nil || int(c.Side) >= len(m.sides) {
		return errors.New("import: a chunk without an exchange")
	}
	side := &m.sides[c.Side]
	side.total += int64(len(c.Data))
	fits := side.clipToLimit(c.Data, i.store.opts.MaxBody)
	k := side.countRead(c.Side, fits, c.WasDelayed)
	if over := len(c.Data) - len(fits); over > 0 {
		side.addOverLimit(c.Side, int64(over), c.At, i.store.opts.MaxBody)
	}
	if len(k.Data) == 0 {
		return nil
	}
	m.chunks = append(m.chunks, rowChunk{&m.row, entry.Nanos(c.At), k})
	m.row.x.RequestKept, m.row.x.ResponseKept = m.sides[wire.Request].recordedBytes, m.sides[wire.Response].recordedBytes
	if i.bytes += len(c.Data) + 256; i.bytes > importBytes {
		return i.flush(ctx)
	}
	return nil
}

func (i *Import) Redactions(_ context.Context, found []wire.Redaction) error {
	if i.current == nil {
		return errors.New("import: redactions without an exchange")
	}
	i.current.row.x.Redactions = found
	return nil
}

func (i *Import) Passages(_ context.Context, list []wire.Passage) error {
	if i.current == nil {
		return errors.New("import: passages without an exchange")
	}
	for _, p := range list {
		i.current.row.addPassage(p)
	}
	return nil
}

func (i *Import) finish() {
	if i.current != nil {
		i.current.addMissingGaps()
		i.current.label(i.store, i.ids)
		if i.ids == nil {
			i.ids = map[string]bool{}
		}
		i.ids[i.current.row.x.ID] = true
		i.complete = append(i.complete, i.current)
		i.current = nil
	}
}

// addMissingGaps adds gaps for bytes that are not on record and that no gap in the file covers: those over the
// body limit, and those that the file counts but does not hold.
func (m *importedExchange) addMissingGaps() {
	x := &m.row.x
	for side, k := range m.sides {
		counted := [...]int64{wire.Request: x.RequestBytes, wire.Response: x.ResponseBytes, wire.ResponseSent: 0}[side]
		if missing := counted - k.total - m.gapBytes[side]; missing > 0 {
			m.gap(wire.Gap{Exchange: x.ID, Side: wire.Side(side), Offset: k.total, Bytes: missing, From: x.Started, To: latestOf(x.Started, x.Ended), Cause: wire.GapLeftOut})
		}
		if k.gap != nil {
			m.gap(*k.gap)
		}
	}
}

func (m *importedExchange) gap(g wire.Gap) {
	m.row.x.Incomplete = true
	m.gaps = append(m.gaps, rowGap{row: &m.row, Gap: g})
	m.gapBytes[g.Side] += g.Bytes
	m.row.change |= changedState
}

// label labels an exchange that is completely in memory. here holds the ids of the session's earlier exchanges.
func (m *importedExchange) label(s *Store, here map[string]bool) {
	x := m.row.x // a copy, to which the gaps of m are added
	if s.opts.Label == nil || m.row.stored || x.Ended.IsZero() {
		return
	}
	for i := range m.gaps {
		x.Gaps = append(x.Gaps, m.gaps[i].Gap)
	}
	x.Repeats = x.Origin == wire.Replay && x.Link != "" && here[x.Link]
	r := newLabelReading(s, &x)
	r.limit = importBytes
	err := r.readAll(true, func(side wire.Side, take func(at int64, data []byte)) error {
		for i := range m.chunks {
			if c := &m.chunks[i]; c.Side == side {
				take(c.at, c.Data)
			}
		}
		return nil
	})
	if err == nil && r.final {
		m.row.labels, m.row.found, m.row.final = r.labels, r.found, true
		m.row.x.Frames = max(m.row.x.Frames, r.labels.Events)
	}
}

// importBytes is how much of a session is collected before it is written.
const importBytes = 8 << 20

// Damaged says that the rest of the file was unreadable. What was read before is kept, and the session is marked
// as incomplete. Gaps that name an exchange belong to the last one, the others to the session. Close must follow.
func (i *Import) Damaged(ctx context.Context, gaps []wire.Gap) error {
	i.session.Incomplete = true
	for _, g := range gaps {
		if i.current != nil && g.Exchange == i.current.row.x.ID {
			i.current.gap(g)
			continue
		}
		if err := i.Gap(ctx, &g); err != nil {
			return err
		}
	}
	return nil
}

// Close implements wire.Sink. It shows the session and then labels it. If ctx ends first, the next Open labels
// the rest.
func (i *Import) Close(ctx context.Context) error {
	i.finish()
	if err := i.flush(ctx); err != nil {
		return err
	}
	ended := i.session.Ended
	if ended.IsZero() {
		ended = latestOf(i.latest, i.session.Started)
	}
	err := i.store.do(ctx, func(w *writer) error {
		if err := i.checkAlive(w); err != nil {
			return err
		}
		for n := range i.gaps {
			g := i.gaps[n]
			if err := w.putGap(nil, &g); err != nil {
				return err
			}
		}
		for n := range i.rules {
			if err := w.putRule(i.n, n, &i.rules[n]); err != nil {
				return err
			}
		}
		_, err := w.conn.Exec("UPDATE sessions SET ended = ?, deleted = 0, incomplete = ? WHERE n = ?", entry.Nanos(ended), database.BoolInt(i.session.Incomplete), i.n)
		return err
	})
	if err != nil {
		return i.wrap(err)
	}
	i.done = true
	return i.label(ctx)
}

func latestOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Abandon removes what was imported so far. After Close it does nothing.
func (i *Import) Abandon(ctx context.Context) error {
	if i.done || i.n == 0 {
		return nil
	}
	i.done = true
	err := i.store.do(ctx, func(w *writer) error {
		now := i.store.opts.Now()
		if err := w.abortOpen(i.n, now, wire.Interrupted, "The import of its session was aborted."); err != nil {
			return err
		}
		return w.endSession(i.n, now)
	})
	if err != nil {
		return fmt.Errorf("abort import: %w", err)
	}
	// Housekeeping may have removed it already, and a program that records removes it by itself.
	if err := i.store.Remove(ctx, i.session.ID); !errors.Is(err, wire.ErrNotFound) && !errors.Is(err, ErrRemovalDelegated) {
		return err
	}
	return nil
}

// ID returns the session's id.
func (i *Import) ID() string { return i.session.ID }

// label labels the exchanges that were too long to label on arrival.
func (i *Import) label(ctx context.Context) error {
	if i.store.opts.Label == nil {
		return nil
	}
	for len(i.unread) > 0 {
		n := min(len(i.unread), relabelBatch)
		if err := i.store.label(ctx, i.unread[:n]); err != nil {
			return fmt.Errorf("label imported session: %w", err)
		}
		i.unread = i.unread[n:]
	}
	if _, err := i.store.writeSessionEnd(ctx, i.n); err != nil {
		return fmt.Errorf("label imported session: %w", err)
	}
	return i.store.indexPresent(ctx)
}
