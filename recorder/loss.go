package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// lossCounter counts exchanges whose beginning was not recorded, until a gap for them is on record. It is
// safe for concurrent use.
type lossCounter struct {
	flushing sync.Mutex // held while losses are put on record

	mu       sync.Mutex
	gaps     map[lossKey]*wire.Gap
	period   int           // grows at a pause, at its end, and when the journal can be written again
	inFlight []noteRecord  // gaps that were taken but may not be in the journal's file yet
	ends     []entry.Entry // entries, in order, that close recorded exchanges but found no room
}

// lossKey identifies a gap. What is lost after something was recorded again is another gap.
type lossKey struct {
	session int64
	cause   string
	period  int
}

// maxPendingEnds bounds lossCounter.ends. An exchange whose end is dropped is ended when the store closes.
const maxPendingEnds = 10_000

func (m *lossCounter) add(session int64, cause, problem string, from, to time.Time, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gaps == nil {
		m.gaps = map[lossKey]*wire.Gap{}
	}
	k := lossKey{session, cause, m.period}
	g := m.gaps[k]
	if g == nil {
		g = &wire.Gap{From: from, Cause: cause, Problem: problem}
		m.gaps[k] = g
	}
	g.Exchanges++
	g.Bytes += bytes
	if to.After(g.To) {
		g.To = to
	}
}

func (m *lossCounter) addPaused(session int64, at time.Time) {
	if session != 0 {
		m.add(session, wire.GapPaused, "Recording was paused.", at, at, 0)
	}
}

// addExchange counts an exchange that could not be recorded, when it ends.
func (m *lossCounter) addExchange(t *tape, at time.Time) {
	cause, problem := t.store.explainJournalFault()
	var bytes int64
	for i := range t.sides {
		bytes += t.sides[i].total
	}
	m.add(t.session, cause, problem, at, at, bytes)
	if t.isNoted {
		t.store.note.forgetUnknown(t.session)
	}
	t.store.writeNote()
}

// addEnd keeps an entry that closes an exchange.
func (m *lossCounter) addEnd(e entry.Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ends) < maxPendingEnds {
		m.ends = append(m.ends, e)
	}
}

// takeEntries returns the entries to append now. It leaves out losses whose cause is except, because they may
// still grow.
func (m *lossCounter) takeEntries(except string) (out []entry.Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out, m.ends = m.ends, nil
	for k, g := range m.gaps {
		if k.cause != except {
			out = append(out, entry.Entry{Kind: entry.Gap, Session: k.session, At: entry.Nanos(g.From), Gap: *g})
			m.inFlight = append(m.inFlight, noteRecord{Session: k.session, Kind: noteKindLoss, Leaving: true, Gap: *g})
			delete(m.gaps, k)
		}
	}
	return out
}

// clearInFlight forgets the gaps that were taken, once they are in the journal's file.
func (m *lossCounter) clearInFlight() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inFlight = nil
}

func (m *lossCounter) hasInFlight() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.inFlight) > 0
}

// noteRecords returns the losses that may be in memory only, for the note.
func (m *lossCounter) noteRecords() []noteRecord {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(m.inFlight)
	for k, g := range m.gaps {
		out = append(out, noteRecord{Session: k.session, Kind: noteKindLoss, Gap: *g})
	}
	return out
}

// pending reports whether anything waits to be put on record.
func (m *lossCounter) pending() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.gaps)+len(m.inFlight)+len(m.ends) > 0
}

// count returns how many exchanges are missing for a cause ("" for any) and in no recorded gap yet.
func (m *lossCounter) count(cause string) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, g := range m.gaps {
		if cause == "" || k.cause == cause {
			n += g.Exchanges
		}
	}
	return n
}

// append adds an entry to the journal. Closing entries may use room that is reserved for them.
func (s *Store) append(e *entry.Entry) (end int64, err error) {
	p := s.scratch.Get().(*[]byte)
	*p = e.Encode((*p)[:0])
	end, err = s.journal.Append(*p, e.IsClosing())
	if cap(*p) <= 1<<20 {
		s.scratch.Put(p)
	}
	return end, err
}

func (s *Store) explainJournalFault() (cause, problem string) {
	err := s.journal.WriteError()
	switch {
	case err == nil:
		return wire.GapFailed, "The record could not be written, and the memory for what waits was full."
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return wire.GapDiskFull, "The disk was full. Free some space, or record elsewhere with --db."
	}
	return wire.GapFailed, fmt.Sprintf("The record could not be written: %v.", err)
}

// recordLosses puts losses on record or, while the journal cannot be written, keeps the note up to date,
// because an attempt may have written a part of what waits in memory.
func (s *Store) recordLosses(ctx context.Context) {
	if s.journal.WriteError() == nil {
		s.flushLosses(ctx, false)
	} else if _, at := s.journal.FileEnd(); s.note.isStale(at) {
		s.writeNote()
	}
}

// flushLosses puts losses on record as far as possible now. Exchanges that pass while recording is paused are
// included once the pause ends, or if all is set.
func (s *Store) flushLosses(ctx context.Context, all bool) {
	s.losses.flushing.Lock()
	defer s.losses.flushing.Unlock()
	except := ""
	if s.Paused() && !all {
		except = wire.GapPaused
	}
	list := s.losses.takeEntries(except)
	for i := range list {
		if _, err := s.append(&list[i]); err != nil {
			s.losses.mu.Lock()
			s.losses.ends = append(list[i:len(list):len(list)], s.losses.ends...)
			s.losses.mu.Unlock()
			return
		}
	}
	if (len(list) > 0 || s.note.faulty.Load() || s.losses.hasInFlight()) && s.commitAll(ctx) == nil {
		s.losses.clearInFlight()
		s.note.clearFaults(s.journal)
		s.writeNote()
	}
}

// hasLosses reports whether losses wait to be put on record.
func (s *Store) hasLosses() bool { return s.losses.pending() || s.note.faulty.Load() }

// beginPeriod begins new gaps for what is lost from now on.
func (m *lossCounter) beginPeriod() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.period++
}

// journalWritten is called by the journal after each write.
func (s *Store) journalWritten(_ int64, err error) {
	if s.health.journal(s, err) && err == nil {
		s.losses.beginPeriod()
	}
	if s.hasLosses() {
		s.writer.poke()
	}
	s.writer.journalGrew()
}

// commitAll waits until everything that was appended is written.
func (s *Store) commitAll(ctx context.Context) error {
	if s.journal == nil {
		return nil
	}
	return s.journal.Commit(ctx, s.journal.End())
}
