package recorder

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// Import is a wire.Sink that puts a session on record beside what is being
// recorded. The session keeps its ids and times and stays out of sight until
// Close; if that never comes, Abandon removes it, or the next Open after a
// crash does. Not safe for concurrent use.
type Import struct {
	store   *Store
	source  string
	session wire.Session
	n       int64 // row of the session, 0 before it is there
	done    bool

	whole   []*imported // exchanges of which all is known, to be written
	current *imported
	bytes   int
	latest  time.Time // seen in exchanges
	first   int64     // rows written
	last    int64
}

// imported is an exchange on its way in.
type imported struct {
	row    row
	sides  [4]track
	chunks []piece // not yet written
}

// piece is a chunk with its time.
type piece struct {
	*chunk
	at time.Time
}

// importing hides a session until it is whole: deleted, and long enough ago
// that it is removed for good when nobody is at work on it any more.
const importing = 1

// Import starts taking in a session. source is the file's name, for people.
func (s *Store) Import(source string) *Import { return &Import{store: s, source: source} }

// Session implements wire.Sink. The error wraps ErrExists when the id is taken.
func (i *Import) Session(ctx context.Context, x *wire.Session) error {
	i.session = *x
	i.session.Imported, i.session.Source = i.store.opts.Now().UTC(), i.source
	y := &i.session
	var n int64
	err := i.store.do(ctx, func(w *writer) error {
		_, err := w.conn.exec(`INSERT INTO sessions (id, name, started, deleted, imported, source, recorder, incomplete, host, pid, beat)
			VALUES (?,?,?,?,?,?,?,?,?,?,?)`, y.ID, y.Name, nanos(y.Started), int64(importing), nanos(y.Imported), y.Source, y.By, flag(y.Incomplete),
			hostname(), int64(os.Getpid()), nanos(i.store.opts.Now()))
		if duplicate(err) {
			return fmt.Errorf("%w; remove that first (a2a-console sessions rm %s)", wire.ErrExists, y.ID)
		}
		if err == nil {
			n, err = w.conn.number("SELECT n FROM sessions WHERE id = ?", y.ID)
		}
		return err
	})
	if err != nil {
		return i.wrap(err)
	}
	i.n = n
	return nil
}

// Gap implements wire.Sink.
func (i *Import) Gap(context.Context, *wire.Gap) error { return nil }

// Exchange implements wire.Sink.
func (i *Import) Exchange(ctx context.Context, x *wire.Exchange) error {
	i.finish()
	if i.bytes > batchBytes || len(i.whole) >= batchOps {
		if err := i.flush(ctx); err != nil {
			return err
		}
	}
	m := &imported{row: row{x: *x, session: i.n}}
	i.latest = later(i.latest, later(x.Started, x.Ended))
	m.row.x.Session, m.row.x.RequestKept, m.row.x.ResponseKept = i.session.ID, 0, 0
	kind := wire.FramingOf(x.Response.Header)
	socket := kind == wire.WebSocket && x.Response.Status == http.StatusSwitchingProtocols
	if kind == wire.WebSocket && !socket {
		kind = wire.Body
	}
	m.sides[wire.Response].frame(kind)
	m.sides[wire.ResponseSent].frame(kind)
	if socket {
		m.sides[wire.Request].frame(kind)
	}
	i.current = m
	i.bytes += 4 << 10
	return nil
}

// Chunk implements wire.Sink.
func (i *Import) Chunk(ctx context.Context, c *wire.Chunk) error {
	m := i.current
	if m == nil || int(c.Side) >= len(m.sides) {
		return errors.New("import: a chunk without an exchange")
	}
	k := m.sides[c.Side].take(c.Side, c.Data, c.Waited, i.store.opts.BodyLimit)
	if k.data == nil {
		return nil
	}
	m.chunks = append(m.chunks, piece{k, c.At})
	m.row.x.RequestKept, m.row.x.ResponseKept = m.sides[wire.Request].kept, m.sides[wire.Response].kept
	if i.bytes += len(c.Data) + 256; i.bytes > batchBytes {
		return i.flush(ctx)
	}
	return nil
}

// Redacted implements wire.Sink.
func (i *Import) Redacted(_ context.Context, found []wire.Redaction) error {
	if i.current == nil {
		return errors.New("import: redactions without an exchange")
	}
	i.current.row.x.Redactions = found
	return nil
}

// Passed implements wire.Sink.
func (i *Import) Passed(context.Context, []wire.Passage) error { return nil }

// finish takes the current exchange as whole.
func (i *Import) finish() {
	if i.current != nil {
		i.whole = append(i.whole, i.current)
		i.current = nil
	}
}

// Damaged says that the file was damaged after what came of it, which is to be
// kept, marked. Gaps with an exchange are of the one that came last, the others
// of the session. Close comes next.
func (i *Import) Damaged(_ context.Context, gaps []wire.Gap) error {
	i.session.Incomplete = true
	for _, g := range gaps {
		if i.current != nil && g.Exchange == i.current.row.x.ID {
			i.current.row.x.Incomplete = true
			i.current.row.x.Gaps = append(i.current.row.x.Gaps, g)
		}
	}
	return nil
}

// Close implements wire.Sink: the session is there for all to see, and then read for
// labels. ctx can end that; what is left is read after the next Open.
func (i *Import) Close(ctx context.Context) error {
	i.finish()
	if err := i.flush(ctx); err != nil {
		return err
	}
	ended := i.session.Ended
	if ended.IsZero() {
		ended = later(i.latest, i.session.Started)
	}
	err := i.store.do(ctx, func(w *writer) error {
		if err := i.alive(w); err != nil {
			return err
		}
		_, err := w.conn.exec("UPDATE sessions SET ended = ?, deleted = 0, incomplete = ? WHERE n = ?", nanos(ended), flag(i.session.Incomplete), i.n)
		return err
	})
	if err != nil {
		return i.wrap(err)
	}
	i.done = true
	return i.label(ctx)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Abandon removes what was taken in so far. After Close it does nothing.
func (i *Import) Abandon(ctx context.Context) error {
	if i.done || i.n == 0 {
		return nil
	}
	i.done = true
	err := i.store.do(ctx, func(w *writer) error { return w.endSession(i.n, i.store.opts.Now()) })
	if err != nil {
		return fmt.Errorf("give up import: %w", err)
	}
	if err := i.store.Remove(ctx, i.session.ID); !errors.Is(err, wire.ErrNotFound) { // housekeeping may have been first
		return err
	}
	return nil
}

// ID is the session's id.
func (i *Import) ID() string { return i.session.ID }

// label reads the exchanges that came in.
func (i *Import) label(ctx context.Context) error {
	l := i.store.labels
	if l == nil || i.last == 0 {
		return nil
	}
	for after := i.first - 1; ; {
		seqs, err := i.rows(ctx, after)
		if err != nil || len(seqs) == 0 {
			return err
		}
		var out []finding
		for _, seq := range seqs {
			f, err := l.again(ctx, seq)
			if err != nil {
				return fmt.Errorf("label imported session: %w", err)
			}
			if f != nil {
				out = append(out, *f)
			}
		}
		if err := l.write(ctx, out); err != nil {
			return fmt.Errorf("label imported session: %w", err)
		}
		after = seqs[len(seqs)-1]
	}
}

func (i *Import) rows(ctx context.Context, after int64) ([]int64, error) {
	rows, err := i.store.readers.QueryContext(ctx, "SELECT seq FROM exchanges INDEXED BY exchanges_session WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?", i.n, after, roundSize)
	if err != nil {
		return nil, fmt.Errorf("label imported session: %w", err)
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return nil, fmt.Errorf("label imported session: %w", err)
		}
		out = append(out, seq)
	}
	return out, rows.Err()
}
