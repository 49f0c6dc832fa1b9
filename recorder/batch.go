package recorder

import (
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// step writes the next batch in one transaction and reports success. force
// writes the counters that were put off, too.
func (w *writer) step(force bool) bool {
	w.batch = w.queue.next(w.batch[:0])
	now := w.store.opts.Now()
	err := w.transaction(now, force)
	if err != nil {
		w.conn.exec("ROLLBACK")
		clear(w.origins) // they may have been made in the transaction
		clear(w.seen)
		w.store.ail(err)
	} else {
		w.done(now)
		w.queue.settled(len(w.batch))
		w.store.heal()
		w.store.bells.ring()
	}
	for _, r := range w.rows {
		r.queued = false
	}
	w.rows = w.rows[:0]
	clear(w.batch) // it holds bodies
	return err == nil
}

func (w *writer) transaction(now time.Time, force bool) error {
	if _, err := w.conn.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := w.catchUp(); err != nil {
		return err
	}
	for i := range w.batch {
		if err := w.apply(&w.batch[i]); err != nil {
			return err
		}
	}
	if force {
		for r := range w.late {
			w.list(r)
		}
	}
	for _, r := range w.rows {
		if err := w.put(r, now, force); err != nil {
			return err
		}
	}
	_, err := w.conn.exec("COMMIT")
	return err
}

// catchUp makes sure that numbers given out are above those of other programs.
func (w *writer) catchUp() error {
	v, err := w.conn.number("PRAGMA data_version")
	if err != nil || v == w.foreign {
		return err
	}
	version, err := w.conn.number("SELECT max((SELECT coalesce(max(version), 0) FROM exchanges), (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'version'))")
	if err != nil {
		return err
	}
	seq, err := w.conn.number("SELECT max((SELECT coalesce(max(seq), 0) FROM exchanges), (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'seq'))")
	if err != nil {
		return err
	}
	clear(w.origins) // housekeeping elsewhere may have removed some
	clear(w.seen)
	w.version, w.seq, w.foreign = max(w.version, version), max(w.seq, seq), v
	return nil
}

func (w *writer) list(r *row) {
	if !r.queued {
		r.queued = true
		w.rows = append(w.rows, r)
	}
}

func (w *writer) apply(o *op) error {
	if o.kind == opJob {
		return w.work(o.job)
	}
	r := &o.tape.row
	if r.refused {
		return nil
	}
	r.apply(o)
	w.list(r)
	if r.seq == 0 {
		w.seq++
		r.seq = w.seq
	}
	if o.kind == opChunk && o.chunk.data != nil {
		return w.chunk(r.seq, o.at, o.chunk)
	}
	return nil
}

const insertChunk = `INSERT INTO chunks (key, off, at, waited, frame, start, codec, data) VALUES (?,?,?,?,?,?,?,?)`

// chunk stores one read's bytes.
func (w *writer) chunk(seq int64, at time.Time, c *chunk) error {
	codec, data := w.packer.pack(c.data)
	_, err := w.conn.exec(insertChunk, chunkKey(seq, c.side, c.read), c.off, nanos(at), flag(c.waited), int64(c.frame), c.start, codec, data)
	return err
}

// put writes a row, or puts that off when only its counters grew a moment ago.
func (w *writer) put(r *row, now time.Time, force bool) error {
	if r.stored && !r.urgent && !force && now.Sub(r.written) < lull {
		w.late[r], r.wrote = true, false
		return nil
	}
	r.wrote = true
	if !r.stored {
		if err := w.place(r); err != nil {
			return err
		}
	}
	w.version++
	err := r.write(w.conn, w.version)
	if !r.stored && duplicate(err) {
		return w.refuse(r)
	}
	return err
}

// refuse leaves out an exchange of which the id is taken. Its chunks of this
// batch go too; later ones are not written.
func (w *writer) refuse(r *row) error {
	r.refused = true
	w.store.opts.Logger.Error("exchange not recorded: its id is taken", "id", r.x.ID)
	_, err := w.conn.exec("DELETE FROM chunks WHERE key BETWEEN ? AND ?", chunkKey(r.seq, 0, 0), chunkKey(r.seq+1, 0, 0)-1)
	return err
}

// place gives a new row its agent.
func (w *writer) place(r *row) error {
	n, ok := w.origins[r.x.Agent]
	if !ok {
		if _, err := w.conn.exec("INSERT INTO origins (origin) VALUES (?) ON CONFLICT DO NOTHING", r.x.Agent); err != nil {
			return err
		}
		var err error
		if n, err = w.conn.number("SELECT n FROM origins WHERE origin = ?", r.x.Agent); err != nil {
			return err
		}
		w.origins[r.x.Agent] = n
	}
	r.agent = n
	if pair := [2]int64{r.session, n}; r.x.Origin != wire.Console && !w.seen[pair] {
		if _, err := w.conn.exec("INSERT INTO session_origins (session, origin) VALUES (?, ?) ON CONFLICT DO NOTHING", r.session, n); err != nil {
			return err
		}
		w.seen[pair] = true
	}
	return nil
}

// done notes what the transaction made true.
func (w *writer) done(now time.Time) {
	for _, r := range w.rows {
		if !r.wrote && !r.refused {
			continue
		}
		delete(w.late, r)
		r.stored, r.urgent, r.written = true, false, now
		if !r.refused {
			w.store.news(r)
		}
	}
}

// work runs a job inside the transaction; what it did is undone if it fails.
func (w *writer) work(j *job) error {
	if j.gone.Load() {
		return nil
	}
	if _, err := w.conn.exec("SAVEPOINT job"); err != nil {
		return err
	}
	if j.err = j.run(w); j.err != nil {
		if _, err := w.conn.exec("ROLLBACK TO job"); err != nil {
			return err
		}
	}
	_, err := w.conn.exec("RELEASE job")
	return err
}
