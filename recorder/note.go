package recorder

import (
	"database/sql/driver"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/recorder/journal"
	"github.com/a2a-console/a2a-console/wire"
)

// note tells, in a file beside the journal, what passed unrecorded and only memory
// knows of: while the journal cannot be written, and while recording is paused.
// Whoever recovers what a killed program left puts it on record. Safe for
// concurrent use.
type note struct {
	file   *journal.Note // nil when nothing is recorded
	faulty atomic.Bool   // faults has any

	mu      sync.Mutex
	told    bool                // it tells of something
	faults  map[int64]*wire.Gap // by session: since when the journal cannot be written
	waiting map[int64][]int64   // by session: ends of the first entries, which wait in memory, of exchanges
	unknown map[int64]*wire.Gap // by session: exchanges under way of which not even the first entry found room
	buf     []byte
}

// fault notes that an exchange goes on although the journal cannot be written.
// begun is where its first entry ends in the journal, 0 if that found no room.
// first says that it was not noted before.
func (n *note) fault(session, begun, written int64, first bool, g wire.Gap) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.faults == nil {
		n.faults, n.waiting, n.unknown = map[int64]*wire.Gap{}, map[int64][]int64{}, map[int64]*wire.Gap{}
	}
	extend(n.faults, session, g)
	n.faulty.Store(true)
	switch {
	case !first:
	case begun == 0:
		g.Exchanges = 1
		extend(n.unknown, session, g)
	case begun > written:
		n.waiting[session] = append(n.waiting[session], begun)
	}
}

// extend makes the gap of a session tell of another, too.
func extend(gaps map[int64]*wire.Gap, session int64, g wire.Gap) {
	x := gaps[session]
	if x == nil {
		gaps[session] = &g
		return
	}
	x.Exchanges += g.Exchanges
	if g.To.After(x.To) {
		x.To = g.To
	}
}

// over forgets an exchange that fault counted as unknown: it ended, and missed
// counts it.
func (n *note) over(session int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if g := n.unknown[session]; g != nil {
		if g.Exchanges--; g.Exchanges == 0 {
			delete(n.unknown, session)
		}
	}
}

// resumed forgets what the journal, written again, tells.
func (n *note) resumed() {
	n.mu.Lock()
	defer n.mu.Unlock()
	clear(n.faults)
	clear(n.waiting)
	n.faulty.Store(false)
}

// write brings the note up to date.
func (n *note) write(s *Store) error {
	if n.file == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	b := n.encoded(append(n.entries(s.journal.Written()), s.missed.entries()...))
	if len(b) == 0 && !n.told {
		return nil
	}
	n.told = len(b) > 0
	return n.file.Write(b)
}

// encoded are as many entries as the note has room for.
func (n *note) encoded(list []entry) []byte {
	b := n.buf[:0]
	for i := range list {
		if more := list[i].encode(b); len(more) <= journal.NoteSize {
			b = more
		}
	}
	n.buf = b
	return b
}

// entries are what the note tells beside what was missed whole. A gap of no
// exchanges says that something of those under way may be missing.
func (n *note) entries(written int64) (out []entry) {
	for session, g := range n.faults {
		out = append(out, gapEntry(session, *g))
		n.waiting[session] = slices.DeleteFunc(n.waiting[session], func(end int64) bool { return end <= written })
		if waiting := len(n.waiting[session]); waiting > 0 {
			g := *g
			g.Exchanges = waiting
			out = append(out, gapEntry(session, g))
		}
	}
	for session, g := range n.unknown {
		out = append(out, gapEntry(session, *g))
	}
	return out
}

func gapEntry(session int64, g wire.Gap) entry {
	return entry{kind: entryGap, session: session, at: nanos(g.From), gap: g}
}

// noteMissing writes the note.
func (s *Store) noteMissing() {
	if err := s.note.write(s); err != nil {
		s.opts.Logger.Debug("what is missing was not noted; if this program is killed now, the record will not tell of it", "err", err)
	}
}

// noteFault notes that the exchange goes on, if that is because the journal cannot be
// written or could not when it began.
func (t *tape) noteFault() {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.store
	if s.journal.Failing() == nil && (t.noted || !t.unknown) {
		return
	}
	why, problem := s.why()
	now := s.opts.Now()
	s.note.fault(t.session, t.begun, s.journal.Written(), !t.noted, wire.Gap{From: now, To: now, Why: why, Problem: problem})
	t.noted = true
	s.noteMissing()
}

// killed is what the problem of a gap ends with that a killed program noted.
const killed = " Then the console was killed or crashed."

// recoverNote puts on record what a program that was killed noted.
func (w *writer) recoverNote(s *source, payloads [][]byte) error {
	for _, p := range payloads {
		e, err := decodeEntry(p)
		if err != nil || e.kind != entryGap {
			continue
		}
		if e.gap.Problem += killed; e.gap.Exchanges == 0 {
			err = w.recoverOpen(s, &e)
		} else {
			err = w.recoverMissing(s, &e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// recoverMissing puts exchanges on record that are missing whole. The program may
// have got to put them on record itself before it was killed.
func (w *writer) recoverMissing(s *source, e *entry) error {
	n, err := w.conn.number("SELECT count(*) FROM gaps WHERE session = ? AND exchange = 0 AND why = ? AND began <= ? AND ended >= ? AND exchanges >= ?",
		e.session, e.gap.Why, nanos(e.gap.From), nanos(e.gap.To), int64(e.gap.Exchanges))
	if err != nil || n > 0 {
		return err
	}
	return w.putGap(s, &rowGap{session: e.session, Gap: e.gap})
}

// recoverOpen marks the exchanges of a session that were under way while the
// journal could not be written: what passed of them then was in memory.
func (w *writer) recoverOpen(s *source, e *entry) error {
	type place struct{ seq, side, offset int64 }
	var open []place
	err := w.conn.each(func(v []driver.Value) error {
		open = append(open, place{v[0].(int64), v[1].(int64), v[2].(int64)})
		return nil
	}, query("open_without_gap"), e.session)
	if err != nil {
		return err
	}
	for _, p := range open {
		g := e.gap
		g.Side, g.Offset = wire.Side(p.side), p.offset
		if err := w.putGap(s, &rowGap{row: &row{session: e.session, seq: p.seq}, Gap: g}); err != nil {
			return err
		}
		if _, err := w.conn.exec("UPDATE exchanges SET incomplete = 1 WHERE seq = ?", p.seq); err != nil {
			return err
		}
	}
	return nil
}
