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

// missed counts the exchanges of which not even the beginning could be
// recorded, until a gap that tells of them is on record. Safe for concurrent
// use.
type missed struct {
	flushing sync.Mutex // held while what is missing goes on record

	mu      sync.Mutex
	gaps    map[missedKey]*wire.Gap
	spell   int           // how often what was missing could go on record
	leaving []noted       // gaps that were taken and may not be in the journal's file yet
	ends    []entry.Entry // what closes exchanges on record, which found no room, in order
}

// missedKey is what one gap counts together: what is lost again, after something was
// recorded, is another gap.
type missedKey struct {
	session int64
	why     string
	spell   int
}

// maxPendingEnds bounds the ends that wait. Exchanges without one are closed when
// the store is.
const maxPendingEnds = 10_000

// add counts an exchange.
func (m *missed) add(session int64, why, problem string, from, to time.Time, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gaps == nil {
		m.gaps = map[missedKey]*wire.Gap{}
	}
	k := missedKey{session, why, m.spell}
	g := m.gaps[k]
	if g == nil {
		g = &wire.Gap{From: from, Why: why, Problem: problem}
		m.gaps[k] = g
	}
	g.Exchanges++
	g.Bytes += bytes
	if to.After(g.To) {
		g.To = to
	}
}

// paused counts an exchange that passed while recording was paused.
func (m *missed) paused(session int64, at time.Time) {
	if session != 0 {
		m.add(session, wire.WhyPaused, "Recording was paused.", at, at, 0)
	}
}

// whole counts an exchange that could not be recorded, when it ends.
func (m *missed) whole(t *tape, at time.Time) {
	why, problem := t.store.explainFault()
	var bytes int64
	for i := range t.sides {
		bytes += t.sides[i].total
	}
	m.add(t.session, why, problem, at, at, bytes)
	if t.noted {
		t.store.note.forget(t.session)
	}
	t.store.noteMissing()
}

// keep holds on to what closes an exchange.
func (m *missed) keep(e entry.Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ends) < maxPendingEnds {
		m.ends = append(m.ends, e)
	}
}

// take returns what is to go on record now, but for what goes on to be missed
// for the reason except.
func (m *missed) take(except string) (out []entry.Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out, m.ends = m.ends, nil
	for k, g := range m.gaps {
		if k.why != except {
			out = append(out, entry.Entry{Kind: entry.Gap, Session: k.session, At: entry.Nanos(g.From), Gap: *g})
			m.leaving = append(m.leaving, noted{Session: k.session, Kind: notedMissed, Leaving: true, Gap: *g})
			delete(m.gaps, k)
		}
	}
	return out
}

// forgetTaken forgets the gaps that were taken: they are in the journal's file.
func (m *missed) forgetTaken() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.leaving = nil
}

// underWay reports whether gaps that were taken may not be in the journal's file.
func (m *missed) underWay() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.leaving) > 0
}

// noted is what memory alone may tell of gaps, for the note.
func (m *missed) noted() []noted {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(m.leaving)
	for k, g := range m.gaps {
		out = append(out, noted{Session: k.session, Kind: notedMissed, Gap: *g})
	}
	return out
}

// pending reports whether anything waits to go on record.
func (m *missed) pending() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.gaps)+len(m.leaving)+len(m.ends) > 0
}

// count is how many exchanges are missing that no gap on record tells of yet.
func (m *missed) count(why string) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, g := range m.gaps {
		if why == "" || k.why == why {
			n += g.Exchanges
		}
	}
	return n
}

// append adds an entry to the journal. What closes something finds room where
// other entries do not any more.
func (s *Store) append(e *entry.Entry) (end int64, err error) {
	p := s.scratch.Get().(*[]byte)
	*p = e.Encode((*p)[:0])
	end, err = s.journal.Append(*p, e.Closes())
	if cap(*p) <= 1<<20 {
		s.scratch.Put(p)
	}
	return end, err
}

// explainFault is why the journal cannot be written.
func (s *Store) explainFault() (why, problem string) {
	err := s.journal.Failing()
	switch {
	case err == nil:
		return wire.WhyFailed, "It found no room in memory while the record could not be written."
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return wire.WhyDiskFull, "The disk was full. Free some space, or record elsewhere with --db."
	}
	return wire.WhyFailed, fmt.Sprintf("The record could not be written: %v.", err)
}

// tellMissing puts on record what is missing or, while the journal cannot be
// written, keeps the note up to date: an attempt may have written a part of what
// waits in memory.
func (s *Store) tellMissing(ctx context.Context) {
	if s.journal.Failing() == nil {
		s.flushMissed(ctx, false)
	} else if _, at := s.journal.Reached(); s.note.behind(at) {
		s.noteMissing()
	}
}

// flushMissed puts on record what is missing, as far as that goes now.
// Of exchanges that pass while recording is paused it tells when that ends, or with
// all.
func (s *Store) flushMissed(ctx context.Context, all bool) {
	s.missed.flushing.Lock()
	defer s.missed.flushing.Unlock()
	except := ""
	if s.Paused() && !all {
		except = wire.WhyPaused
	}
	list := s.missed.take(except)
	for i := range list {
		if _, err := s.append(&list[i]); err != nil {
			s.missed.mu.Lock()
			s.missed.ends = append(list[i:len(list):len(list)], s.missed.ends...)
			s.missed.mu.Unlock()
			return
		}
	}
	if (len(list) > 0 || s.note.faulty.Load() || s.missed.underWay()) && s.commitAll(ctx) == nil {
		s.missed.forgetTaken()
		s.note.resumed(s.journal)
		s.noteMissing()
	}
}

// missing reports whether anything is to go on record that was missed.
func (s *Store) missing() bool { return s.missed.pending() || s.note.faulty.Load() }

// resumed begins another gap with what is missed from now on.
func (m *missed) resumed() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spell++
}

// written is told by the journal.
func (s *Store) written(_ int64, err error) {
	if s.health.journal(s, err) && err == nil {
		s.missed.resumed()
	}
	if s.missing() {
		s.writer.poke()
	}
	s.writer.journalGrew()
}

// commitAll waits until all that was appended is written.
func (s *Store) commitAll(ctx context.Context) error {
	if s.journal == nil {
		return nil
	}
	return s.journal.Commit(ctx, s.journal.End())
}
