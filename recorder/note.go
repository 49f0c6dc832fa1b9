package recorder

import (
	"database/sql/driver"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// note records, in a file beside the journal, losses that are otherwise only in memory: while the journal
// cannot be written, and while recording is paused. The program that recovers a killed one puts them on record.
// It is safe for concurrent use.
type note struct {
	file   *journal.Note // nil when nothing is recorded
	faulty atomic.Bool   // a session has a fault

	mu         sync.Mutex
	hasRecords bool                   // the file holds records
	sessions   map[int64]*sessionNote // all but losses, which lossCounter has
	at         journal.Position       // end of the journal's bytes at the last write of the note
	buf        []byte
}

// sessionNote is what is missing from a session and is only in memory.
type sessionNote struct {
	fault   *wire.Gap // since when the journal cannot be written; nil if it can
	waiting []int64   // ends of exchanges' first entries that wait in memory
	unknown *wire.Gap // open exchanges whose first entry found no room; nil for none
}

// fault notes that an exchange continues although the journal cannot be written. begun is where its first
// entry ends in the journal, 0 if that found no room. first says that the exchange was not noted before.
func (n *note) fault(session, begun int64, first bool, g wire.Gap) {
	n.mu.Lock()
	defer n.mu.Unlock()
	x := n.sessions[session]
	if x == nil {
		x = &sessionNote{}
		if n.sessions == nil {
			n.sessions = map[int64]*sessionNote{}
		}
		n.sessions[session] = x
	}
	x.fault = extendGap(x.fault, g)
	n.faulty.Store(true)
	switch {
	case !first:
	case begun == 0:
		g.Exchanges = 1
		x.unknown = extendGap(x.unknown, g)
	default:
		x.waiting = append(x.waiting, begun)
	}
}

// extendGap extends x, which may be nil, to cover g too.
func extendGap(x *wire.Gap, g wire.Gap) *wire.Gap {
	if x == nil {
		return &g
	}
	x.Exchanges += g.Exchanges
	if g.To.After(x.To) {
		x.To = g.To
	}
	return x
}

// forgetUnknown forgets an exchange that fault counted as unknown. It ended, and lossCounter counts it now.
func (n *note) forgetUnknown(session int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	x := n.sessions[session]
	if x == nil || x.unknown == nil {
		return
	}
	if x.unknown.Exchanges--; x.unknown.Exchanges == 0 {
		x.unknown = nil
	}
}

// clearFaults forgets the faults once the journal is written again, unless it fails again meanwhile.
func (n *note) clearFaults(j *journal.Writer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if j.WriteError() != nil {
		return
	}
	maps.DeleteFunc(n.sessions, func(_ int64, x *sessionNote) bool {
		x.fault, x.waiting = nil, nil
		return x.unknown == nil
	})
	n.faulty.Store(false)
}

// noteRecord is a record of the note, as JSON.
type noteRecord struct {
	Session int64            `json:"session"`
	Kind    noteKind         `json:"kind"`
	At      journal.Position `json:"at"`                // end of the journal's bytes
	Leaving bool             `json:"leaving,omitempty"` // the gap may be in the journal before At
	Gap     wire.Gap         `json:"gap"`
}

type noteKind string

const (
	noteKindFault   noteKind = "fault"   // open exchanges may lack something
	noteKindWaiting noteKind = "waiting" // exchanges whose beginning waits in memory
	noteKindUnknown noteKind = "unknown" // open exchanges whose beginning found no room in memory
	noteKindLoss    noteKind = "missed"  // exchanges that have ended, or of which nothing is kept
)

// isValid reports whether this program could have written the record. The file may be foreign.
func (x *noteRecord) isValid() bool {
	switch x.Kind {
	case noteKindFault, noteKindWaiting, noteKindUnknown, noteKindLoss:
		g := &x.Gap
		return x.Session > 0 && g.Cause != "" && len(g.Cause) <= 200 && min(g.Bytes, g.Offset) >= 0 && !g.To.Before(g.From) &&
			(g.Exchanges > 0 || g.Exchanges == 0 && x.Kind == noteKindFault)
	}
	return false
}

func (n *note) write(s *Store) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.file == nil {
		return nil
	}
	end, at := s.journal.FileEnd()
	n.at = at
	b := n.encode(append(n.list(end), s.losses.noteRecords()...), at)
	if len(b) == 0 && !n.hasRecords {
		return nil
	}
	n.hasRecords = true // if the write fails, the content is unknown
	err := n.file.Write(b)
	n.hasRecords = err != nil || len(b) > 0
	return err
}

// isStale reports whether the journal's bytes end elsewhere than the note says.
func (n *note) isStale(at journal.Position) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.hasRecords && n.at != at
}

// encode encodes as many records as fit into the note.
func (n *note) encode(list []noteRecord, at journal.Position) []byte {
	b := n.buf[:0]
	for _, x := range list {
		x.At = at
		if more := journal.End(append(journal.Begin(b), jsonText(x)...), len(b)); len(more) <= journal.MaxNoteBytes {
			b = more
		}
	}
	n.buf = b
	return b
}

// list returns the records of sessions, without losses. The journal's file ends at offset reached.
func (n *note) list(reached int64) (out []noteRecord) {
	for session, x := range n.sessions {
		tell := func(kind noteKind, g wire.Gap) {
			out = append(out, noteRecord{Session: session, Kind: kind, Gap: g})
		}
		if x.fault != nil {
			tell(noteKindFault, *x.fault)
			x.waiting = slices.DeleteFunc(x.waiting, func(end int64) bool { return end <= reached })
			if len(x.waiting) > 0 {
				g := *x.fault
				g.Exchanges = len(x.waiting)
				tell(noteKindWaiting, g)
			}
		}
		if x.unknown != nil {
			tell(noteKindUnknown, *x.unknown)
		}
	}
	return out
}

func (s *Store) writeNote() {
	if err := s.note.write(s); err != nil {
		s.opts.Logger.Debug("could not note what is missing; if this program is killed now, the record will not show it", "err", err)
	}
}

// noteJournalFault notes that the exchange continues, if the journal cannot be written now or could not when
// the exchange began.
func (t *tape) noteJournalFault() {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.store
	if s.journal.WriteError() == nil && (t.isNoted || !t.isUnknown) {
		return
	}
	cause, problem := s.explainJournalFault()
	now := s.opts.Now()
	s.note.fault(t.session, t.beginOffset, !t.isNoted, wire.Gap{From: now, To: now, Cause: cause, Problem: problem})
	t.isNoted = true
	s.writeNote()
}

// notedProblem is appended to the problem of a gap that a killed program noted.
const notedProblem = " The console ended before this was on record."

// recoverNote puts on record what a killed program noted. Its journal must be drained.
func (w *writer) recoverNote(s *journalSource, payloads [][]byte) error {
	var list []noteRecord
	for _, p := range payloads {
		var x noteRecord
		if json.Unmarshal(p, &x) != nil || !x.isValid() {
			continue
		}
		if told, err := w.wasRecorded(s, &x); err != nil {
			return err
		} else if !told {
			list = append(list, x)
		}
	}
	for _, x := range list {
		x.Gap.Problem += notedProblem
		var err error
		if x.Kind == noteKindFault {
			err = w.recoverOpen(s, &x)
		} else {
			err = w.putGap(s, &rowGap{session: x.Session, Gap: x.Gap})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wasRecorded reports whether the program recorded what it noted before it was killed.
func (w *writer) wasRecorded(s *journalSource, x *noteRecord) (bool, error) {
	switch x.Kind {
	case noteKindWaiting:
		return x.At.Before(s.pos), nil
	case noteKindLoss:
		if !x.Leaving && !x.At.Before(s.pos) {
			return false, nil // a gap of the same moment is another one
		}
		n, err := w.conn.Number("SELECT count(*) FROM gaps WHERE session = ? AND exchange = 0 AND why = ? AND began <= ? AND ended >= ? AND exchanges >= ?",
			x.Session, x.Gap.Cause, entry.Nanos(x.Gap.From), entry.Nanos(x.Gap.To), int64(x.Gap.Exchanges))
		return n > 0, err
	}
	return false, nil
}

// recoverOpen marks the exchanges of a session that were open while the journal could not be written, because
// bytes of that time were only in memory. It leaves alone those of another program that continued the session.
func (w *writer) recoverOpen(s *journalSource, x *noteRecord) error {
	type place struct{ seq, side, offset int64 }
	var open []place
	err := w.conn.Each(func(v []driver.Value) error {
		open = append(open, place{v[0].(int64), v[1].(int64), v[2].(int64)})
		return nil
	}, database.Query("open_without_gap"), x.Session, s.owner)
	if err != nil {
		return err
	}
	for _, p := range open {
		g := x.Gap
		g.Side, g.Offset = wire.Side(p.side), p.offset
		if err := w.putGap(s, &rowGap{row: &row{session: x.Session, seq: p.seq}, Gap: g}); err != nil {
			return err
		}
		if _, err := w.conn.Exec("UPDATE exchanges SET incomplete = 1 WHERE seq = ?", p.seq); err != nil {
			return err
		}
	}
	return nil
}
