package recorder

import (
	"database/sql/driver"
	"errors"
	"os"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// errMoved means that another process drained more of the journal meanwhile.
var errMoved = errors.New("the journal was drained by another process")

// drain writes a batch and the new position in the journal in one transaction.
func (w *writer) drain(s *journalSource, b *batch) error {
	err := w.transaction(s, b, false)
	if isRejection(err) {
		// One exchange is at fault. Writing each by itself finds it.
		b.undo()
		err = w.transaction(s, b, true)
	}
	if err != nil {
		b.undo()
		return err
	}
	s.finish(b)
	return nil
}

// isRejection reports whether the data caused err, and not the file: a retry would then fail again.
func isRejection(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE:
		return true
	}
	return false
}

func (w *writer) transaction(s *journalSource, b *batch, singly bool) error {
	if _, err := w.conn.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := w.fill(s, b, singly)
	if err == nil {
		_, err = w.conn.Exec("COMMIT")
	}
	if err != nil {
		w.conn.Exec("ROLLBACK")
		w.resetCache()
	}
	return err
}

func (w *writer) fill(s *journalSource, b *batch, singly bool) error {
	if err := w.checkPosition(s); err != nil {
		return err
	}
	if err := w.refreshCounters(); err != nil {
		return err
	}
	if err := w.numberRows(s, b); err != nil {
		return err
	}
	if singly {
		if err := w.fillSingly(s, b); err != nil {
			return err
		}
	} else {
		for _, r := range b.rows {
			if err := w.put(r); err != nil {
				return err
			}
		}
		for i := range b.chunks {
			if err := w.putChunk(&b.chunks[i]); err != nil {
				return err
			}
		}
	}
	for i := range b.gaps {
		if err := w.putGap(s, &b.gaps[i]); err != nil {
			return err
		}
	}
	return w.setPosition(s, b.to)
}

func (w *writer) setPosition(s *journalSource, at journal.Position) error {
	_, err := w.conn.Exec("UPDATE owners SET segment = ?, pos = ? WHERE id = ?", at.Segment, at.Offset, s.owner)
	return err
}

// checkPosition returns errMoved if another process drained the journal since it was read.
func (w *writer) checkPosition(s *journalSource) error {
	at, err := w.position(s.owner)
	if err == nil && at != s.pos {
		err = errMoved
	}
	return err
}

// position returns the position up to which an owner's journal is drained.
func (w *writer) position(owner string) (at journal.Position, err error) {
	err = w.conn.Each(func(v []driver.Value) error {
		at = journal.Position{Segment: v[0].(int64), Offset: v[1].(int64)}
		return nil
	}, "SELECT segment, pos FROM owners WHERE id = ?", owner)
	return at, err
}

// numberRows gives new rows their session, their agent and a seq that no other exchange ever had.
func (w *writer) numberRows(s *journalSource, b *batch) error {
	last, fresh := w.seq, 0
	for _, r := range b.rows {
		if r.stored || r.rejected {
			continue
		}
		n, err := w.sessionFor(s, r.session)
		if err != nil {
			return err
		}
		r.session = n
		if r.agent, err = w.agentOf(r); err != nil {
			return err
		}
		fresh++
		last++
		r.seq = last
	}
	if fresh == 0 {
		return nil
	}
	w.seq = last
	return w.raiseHighWater("seq", last)
}

func (w *writer) raiseHighWater(name string, value int64) error {
	_, err := w.conn.Exec("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)", name, value)
	return err
}

// sessionFor returns the session for a new exchange: the one it began in or, if that was removed meanwhile,
// the owner's latest session that is not a side session, or a new one.
func (w *writer) sessionFor(s *journalSource, n int64) (int64, error) {
	if to, ok := w.sessionsSeen[n]; ok {
		return to, nil
	}
	there, err := w.conn.Number("SELECT count(*) FROM sessions WHERE n = ? AND purge = 0", n)
	if err != nil {
		return 0, err
	}
	to := n
	if there == 0 {
		if to, err = w.conn.Number("SELECT max(n) FROM sessions WHERE owner = ? AND deleted = 0 AND pid <> 0", s.owner); err != nil {
			return 0, err
		}
		if to == 0 {
			now := w.store.opts.Now()
			if to, err = w.addSession(wire.Session{ID: wire.NewID(), Name: "Recovered", Started: now}, s.owner, os.Getpid(), now); err != nil {
				return 0, err
			}
		}
	}
	w.sessionsSeen[n] = to
	return to, nil
}

func (w *writer) agentOf(r *row) (int64, error) {
	n, ok := w.origins[r.x.Agent]
	if !ok {
		if _, err := w.conn.Exec("INSERT INTO origins (origin) VALUES (?) ON CONFLICT DO NOTHING", r.x.Agent); err != nil {
			return 0, err
		}
		var err error
		if n, err = w.conn.Number("SELECT n FROM origins WHERE origin = ?", r.x.Agent); err != nil {
			return 0, err
		}
		w.origins[r.x.Agent] = n
	}
	if pair := [2]int64{r.session, n}; r.x.Origin.IsConversation() && !w.pairs[pair] {
		if _, err := w.conn.Exec("INSERT INTO session_origins (session, origin) VALUES (?, ?) ON CONFLICT DO NOTHING", r.session, n); err != nil {
			return 0, err
		}
		w.pairs[pair] = true
	}
	return n, nil
}

// put writes a row and queues it for labelling or indexing.
func (w *writer) put(r *row) error {
	if r.rejected || r.stored && r.change == 0 && !r.final {
		return nil
	}
	w.version++
	if err := r.write(w.conn, w.version); err != nil {
		return err
	}
	if !r.final && !r.stored {
		_, err := w.conn.Exec("INSERT OR IGNORE INTO unlabelled (seq) VALUES (?)", r.seq)
		return err
	}
	if !r.final {
		return nil
	}
	if r.stored {
		if _, err := w.conn.Exec("DELETE FROM unlabelled WHERE seq = ?", r.seq); err != nil {
			return err
		}
	}
	_, err := w.conn.Exec("INSERT OR IGNORE INTO unindexed (seq) VALUES (?)", r.seq)
	return err
}

const insertChunk = `INSERT INTO chunks (key, off, at, waited, frame, start, codec, data) VALUES (?,?,?,?,?,?,?,?)`

func (w *writer) putChunk(c *rowChunk) error {
	if c.row.rejected {
		return nil
	}
	codec, data := w.packer.Pack(c.Data)
	_, err := w.conn.Exec(insertChunk, database.ChunkKey(c.row.seq, c.Side, c.Read), c.Off, c.at, database.BoolInt(c.WasDelayed), int64(c.Frame), c.Start, codec, data)
	return err
}

// maxGapMerge is the distance up to which two gaps of a session are merged, if no recorded exchange lies
// between them.
const maxGapMerge = int64(5 * time.Second)

// maxGapMergeRows is how many of the latest exchanges putGap searches for one in between.
const maxGapMergeRows = 100_000

// putGap writes a gap or merges it into a neighbour. Gaps of unknown size are kept apart, because a sum of
// bytes would cover only some of the exchanges.
func (w *writer) putGap(s *journalSource, g *rowGap) error {
	var seq int64
	if g.row != nil {
		if g.row.rejected {
			return nil
		}
		g.session, seq = g.row.session, g.row.seq
	} else {
		var err error
		if g.session, err = w.sessionFor(s, g.session); err != nil {
			return err
		}
	}
	w.version++
	if seq == 0 {
		n, err := w.conn.Exec(`UPDATE gaps SET version = ?1, exchanges = exchanges + ?2, bytes = bytes + ?3, began = min(began, ?4), ended = max(ended, ?5)
			WHERE n = (SELECT n FROM gaps WHERE session = ?6 AND exchange = 0 AND why = ?7 AND ended >= ?4 - ?8 AND began <= ?5 + ?8 AND (bytes = 0) = (?3 = 0) AND NOT EXISTS
				(SELECT 1 FROM exchanges e WHERE e.seq > ?9 AND e.session = ?6 AND (e.started > gaps.ended AND e.started < ?4 OR e.started > ?5 AND e.started < gaps.began)) ORDER BY n LIMIT 1)`,
			w.version, int64(g.Exchanges), g.Bytes, entry.Nanos(g.From), entry.Nanos(g.To), g.session, g.Cause, maxGapMerge, w.seq-maxGapMergeRows)
		if err != nil || n > 0 {
			return err
		}
	}
	if seq != 0 { // the gap may have been written before, when it was smaller
		n, err := w.conn.Exec(`UPDATE gaps SET version = ?1, off = ?2, bytes = ?3, ended = ?4
			WHERE exchange = ?5 AND exchange <> 0 AND side = ?6 AND off BETWEEN ?2 AND ?2 + max(?3 - 1, 0)`,
			w.version, g.Offset, g.Bytes, entry.Nanos(g.To), seq, int64(g.Side))
		if err != nil || n > 0 {
			return err
		}
	}
	_, err := w.conn.Exec("INSERT INTO gaps (version, session, exchange, side, off, bytes, exchanges, began, ended, why, problem) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
		w.version, g.session, seq, int64(g.Side), g.Offset, g.Bytes, int64(g.Exchanges), entry.Nanos(g.From), entry.Nanos(g.To), g.Cause, g.Problem)
	return err
}

// fillSingly writes each exchange of a batch in a savepoint and leaves out those that the file rejects.
func (w *writer) fillSingly(s *journalSource, b *batch) error {
	chunks := map[*row][]*rowChunk{}
	for i := range b.chunks {
		c := &b.chunks[i]
		chunks[c.row] = append(chunks[c.row], c)
	}
	for _, r := range b.rows {
		err := w.withSavepoint(func() error {
			if err := w.put(r); err != nil {
				return err
			}
			for _, c := range chunks[r] {
				if err := w.putChunk(c); err != nil {
					return err
				}
			}
			return nil
		})
		if isRejection(err) {
			err = w.markRejected(r, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) withSavepoint(f func() error) error {
	if _, err := w.conn.Exec("SAVEPOINT one"); err != nil {
		return err
	}
	err := f()
	if err != nil {
		if _, err := w.conn.Exec("ROLLBACK TO one"); err != nil {
			return err
		}
	}
	if _, e := w.conn.Exec("RELEASE one"); e != nil {
		return e
	}
	return err
}

// markRejected records a gap for an exchange that the file rejected.
func (w *writer) markRejected(r *row, cause error) error {
	r.rejected = true
	problem := "The record rejected it: " + cause.Error() + "."
	if database.IsDuplicate(cause) && !r.stored {
		problem = "Its id, " + r.x.ID + ", is taken by another exchange."
	}
	w.store.opts.Logger.Error("exchange not recorded", "id", r.x.ID, "problem", problem)
	g := wire.Gap{From: r.x.Started, To: w.store.opts.Now(), Cause: wire.GapFailed, Problem: problem}
	w.version++
	seq := int64(0)
	if r.stored {
		seq, g.Side = r.seq, wire.Response // the stored row has the request already
		if _, err := w.conn.Exec("UPDATE exchanges SET version = ?, incomplete = 1 WHERE seq = ?", w.version, seq); err != nil {
			return err
		}
	} else {
		g.Exchanges, g.Bytes = 1, r.x.RequestBytes+r.x.ResponseBytes
	}
	_, err := w.conn.Exec("INSERT INTO gaps (version, session, exchange, side, bytes, exchanges, began, ended, why, problem) VALUES (?,?,?,?,?,?,?,?,?,?)",
		w.version, r.session, seq, int64(g.Side), g.Bytes, int64(g.Exchanges), entry.Nanos(g.From), entry.Nanos(g.To), g.Cause, g.Problem)
	return err
}

// refreshCounters raises the counters to the numbers that other programs assigned.
func (w *writer) refreshCounters() error {
	v, err := w.conn.Number("PRAGMA data_version")
	if err != nil || v == w.dataVersion {
		return err
	}
	w.resetCache()
	if w.version, err = w.conn.Number("SELECT max((SELECT coalesce(max(version), 0) FROM exchanges), (SELECT coalesce(max(version), 0) FROM gaps), (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'version'))"); err != nil {
		return err
	}
	if w.seq, err = w.conn.Number("SELECT max((SELECT coalesce(max(seq), 0) FROM exchanges), (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'seq'))"); err != nil {
		return err
	}
	w.dataVersion = v
	return nil
}

// resetCache drops cached facts about the file, because another program may have changed them or a transaction
// was rolled back.
func (w *writer) resetCache() {
	clear(w.origins)
	clear(w.pairs)
	clear(w.sessionsSeen)
	w.dataVersion = -1
}
