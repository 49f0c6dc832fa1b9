package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Save copies the selected exchanges, of any sessions, into a new session: byte for byte, with their times,
// but with new ids and links to the originals. The session lasts from the first start to the last end. tell,
// if not nil, receives first how many exchanges were found, with a total of 0, and then how many are copied.
// If ctx ends, nothing is saved.
func (s *Store) Save(ctx context.Context, name string, c wire.Selection, tell func(done, total int)) (wire.Session, error) {
	if tell == nil {
		tell = func(int, int) {}
	}
	wrap := func(err error) (wire.Session, error) {
		return wire.Session{}, fmt.Errorf("save as session: %w", err)
	}
	if err := normalizeEdit(&wire.SessionEdit{Name: &name}); err != nil {
		return wrap(err)
	}
	seqs, err := s.selectedRows(ctx, c, func(n int) { tell(n, 0) })
	if err != nil {
		return wrap(err)
	}
	if len(seqs) == 0 {
		return wrap(wire.ErrEmptySelection)
	}
	x := wire.Session{ID: wire.NewID(), Name: name}
	if x.Started, x.Ended, err = s.span(ctx, seqs); err != nil {
		return wrap(err)
	}
	in := s.Import("")
	if err := s.copy(ctx, in, x, seqs, tell); err != nil {
		// ctx may be the cause, so it cannot be used.
		return wrap(errors.Join(err, in.Abandon(context.WithoutCancel(ctx))))
	}
	return s.Session(ctx, x.ID)
}

// ExportChosen exports exchanges of any sessions as one session, in the order of recording, without the gaps
// of their sessions.
func (s *Store) ExportChosen(ctx context.Context, ids []string, to wire.Sink) error {
	s.sync(ctx)
	seqs, err := s.selectedRows(ctx, wire.Selection{Exchanges: ids}, func(int) {})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if len(seqs) == 0 {
		return fmt.Errorf("export: %w", wire.ErrEmptySelection)
	}
	x := wire.Session{ID: wire.NewID(), Name: "Selection"}
	if x.Started, x.Ended, err = s.span(ctx, seqs); err != nil {
		return s.wrapError("export", err)
	}
	e := export{store: s, to: to}
	if err := s.eachExchange(ctx, seqs, func(one *wire.Exchange) error { e.sum(&x, one); return nil }); err != nil {
		return err
	}
	slices.Sort(x.Agents)
	if err := to.Session(ctx, &x); err != nil {
		return err
	}
	e.ids = slices.Sorted(slices.Values(ids))
	rules, err := s.joinedRules(ctx, seqs)
	if err == nil {
		err = writeRules(ctx, rules, e.has, to)
	}
	if err != nil {
		return err
	}
	err = s.eachExchange(ctx, seqs, func(one *wire.Exchange) error {
		one.Session = x.ID
		return e.exchange(ctx, one)
	})
	if err != nil {
		return err
	}
	return to.Close(ctx)
}

// eachExchange reads exchanges in batches.
func (s *Store) eachExchange(ctx context.Context, seqs []int64, do func(*wire.Exchange) error) error {
	for part := range slices.Chunk(seqs, exportRows) {
		list, err := s.exchanges(ctx, nil, part)
		if err != nil {
			return s.wrapError("read exchanges", err)
		}
		for i := range list {
			if err := do(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) copy(ctx context.Context, in *Import, x wire.Session, seqs []int64, tell func(done, total int)) error {
	if err := in.Session(ctx, &x); err != nil {
		return err
	}
	if err := s.change(ctx, "save", x.ID, "UPDATE sessions SET imported = 0, copied = 1 WHERE id = ?", x.ID); err != nil {
		return err
	}
	rules, err := s.joinedRules(ctx, seqs)
	if err != nil {
		return err
	}
	to := &copyImport{Import: in, copied: map[string]string{}}
	for i := range rules {
		for _, id := range rules[i].LastExchanges {
			to.copied[id] = ""
		}
	}
	e := export{store: s, to: to}
	done := 0
	err = s.eachExchange(ctx, seqs, func(x *wire.Exchange) error {
		done++
		tell(done, len(seqs))
		return e.exchange(ctx, x)
	})
	if err == nil {
		err = writeRules(ctx, rules, func(id string) string { return to.copied[id] }, to)
	}
	if err != nil {
		return err
	}
	return in.Close(ctx)
}

// span returns when the first exchange started and the last one ended.
func (s *Store) span(ctx context.Context, seqs []int64) (from, to time.Time, err error) {
	var low, high int64
	for part := range slices.Chunk(seqs, exportRows) {
		var a, b int64
		err := s.readers.QueryRowContext(ctx, "SELECT min(started), max(max(started), max(ended)) FROM exchanges WHERE seq IN ("+database.Placeholders(len(part))+")", database.ToArgs(part)...).Scan(&a, &b)
		if err != nil {
			return from, to, err
		}
		if low == 0 || a < low {
			low = a
		}
		high = max(high, b)
	}
	return entry.Time(low), entry.Time(high), nil
}

// copyImport gives the exchanges of an import new ids. It keeps notes and drops pins.
type copyImport struct {
	*Import
	copied map[string]string // new ids of the exchanges that rules refer to
}

func (c *copyImport) Exchange(ctx context.Context, x *wire.Exchange) error {
	x.Link, x.ID, x.Pinned = x.ID, wire.NewID(), false
	if _, asked := c.copied[x.Link]; asked {
		c.copied[x.Link] = x.ID
	}
	if x.Outcome == wire.Open {
		x.Ended, x.Outcome, x.Problem = c.store.opts.Now().UTC(), wire.Cut, "It was still open when it was copied."
	}
	return c.Import.Exchange(ctx, x)
}

// selectedRows lists the rows of a selection in the order of recording. found receives how many rows are found
// so far.
func (s *Store) selectedRows(ctx context.Context, c wire.Selection, found func(n int)) ([]int64, error) {
	var seqs []int64
	for _, id := range c.Exchanges {
		seq, err := s.seqOf(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("exchange %s: %w", id, err)
		}
		seqs = append(seqs, seq)
	}
	var filters []wire.Filter
	if c.Filter != nil {
		filters = append(filters, *c.Filter)
	}
	for _, task := range c.Tasks {
		filters = append(filters, wire.Filter{Task: task})
	}
	for _, f := range filters {
		for p := (wire.Page{Limit: 1000}); ; {
			list, err := s.Exchanges(ctx, f, p)
			if err != nil {
				return nil, err
			}
			for i := range list {
				seqs = append(seqs, list[i].Seq)
			}
			found(len(seqs))
			if len(list) < p.Limit {
				break
			}
			p.Before = list[len(list)-1].Seq
		}
	}
	slices.Sort(seqs)
	return slices.Compact(seqs), nil
}
