package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"

	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

var errSessionRemoved = errors.New("the session was removed during the import; start the import again")

// flush writes what arrived so far, in transactions short enough for recording to continue between them.
func (i *Import) flush(ctx context.Context) error {
	list := i.complete
	if i.current != nil {
		list = append(list, i.current)
	}
	for len(list) > 0 {
		var progress []writtenExchange
		err := i.store.doUnordered(ctx, func(w *writer) error {
			progress = progress[:0] // a failed transaction is run again
			return i.write(w, list, &progress, time.Now().Add(removalSlice))
		})
		if err != nil {
			return i.wrap(err)
		}
		for _, p := range progress {
			p.apply(i)
		}
		for len(list) > 0 && list[0].row.stored && len(list[0].chunks) == 0 && list[0] != i.current {
			list = list[1:]
		}
		if len(list) == 1 && list[0] == i.current && len(i.current.chunks) == 0 {
			break
		}
	}
	clear(i.complete) // they hold bodies
	i.complete, i.bytes = i.complete[:0], 0
	return nil
}

// wrap adds what was being done, and explains SQLite's errors.
func (i *Import) wrap(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		err = database.Explain("write the recording", err)
	}
	return fmt.Errorf("import session %s: %w", i.session.ID, err)
}

// writtenExchange is what a transaction wrote of one exchange.
type writtenExchange struct {
	exchange *importedExchange
	seq      int64
	chunks   int
}

func (p writtenExchange) apply(i *Import) {
	r := &p.exchange.row
	if !r.stored && !r.final {
		i.unread = append(i.unread, p.seq)
	}
	r.seq, r.stored = p.seq, true
	r.change = changedState | changedDetails // what arrives later updates everything
	p.exchange.chunks, p.exchange.gaps = p.exchange.chunks[p.chunks:], nil
}

// write writes exchanges until the deadline. It leaves memory unchanged, so that a failed transaction can run
// again.
func (i *Import) write(w *writer, list []*importedExchange, progress *[]writtenExchange, until time.Time) error {
	if err := i.checkAlive(w); err != nil {
		return err
	}
	last := w.seq
	for _, m := range list {
		p := writtenExchange{exchange: m, seq: m.row.seq}
		if p.seq == 0 {
			last++
			p.seq = last
		}
		if err := i.put(w, m, p.seq); err != nil {
			return err
		}
		for ; p.chunks < len(m.chunks); p.chunks++ {
			if p.chunks%64 == 63 && time.Now().After(until) {
				break
			}
			c := m.chunks[p.chunks]
			c.row = &row{seq: p.seq}
			if err := w.putChunk(&c); err != nil {
				return err
			}
		}
		*progress = append(*progress, p)
		if time.Now().After(until) {
			break
		}
	}
	w.seq = last
	return w.raiseHighWater("seq", last)
}

// put writes the exchange's row, or updates it if more arrived since.
func (i *Import) put(w *writer, m *importedExchange, seq int64) (err error) {
	r := m.row
	r.seq = seq
	if !r.stored {
		if r.agent, err = w.agentOf(&r); err != nil {
			return err
		}
	}
	err = w.put(&r)
	if database.IsDuplicate(err) {
		return w.exchangeTaken(r.x.ID, r.session)
	}
	if err != nil {
		return err
	}
	m.row.agent = r.agent
	if x := &m.row.x; x.Pinned || x.Note != "" {
		if err := w.mark(seq, r.session, x.Pinned, x.Note); err != nil {
			return err
		}
	}
	for _, g := range m.gaps {
		g.row = &r
		if err := w.putGap(nil, &g); err != nil {
			return err
		}
	}
	return nil
}

// checkAlive returns an error if the session was removed.
func (i *Import) checkAlive(w *writer) error {
	n, err := w.conn.Exec("UPDATE sessions SET beat = ? WHERE n = ? AND ended = 0", entry.Nanos(i.store.opts.Now()), i.n)
	if err == nil && n == 0 {
		err = errSessionRemoved
	}
	return err
}
