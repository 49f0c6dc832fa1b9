package recorder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

const updateLabels = `UPDATE exchanges SET version=?, op=?, dialect=?, binding=?, task=?, context=?, state=?, error=?,
	findings=?, worst=? WHERE seq=?`

// write stores labels, then words: a statement that fires a trigger makes the
// index of words write what it holds, so that words between labels cost it a
// segment each.
func (l *labels) write(ctx context.Context, list []finding) error {
	if len(list) == 0 {
		return nil
	}
	return l.store.do(ctx, func(w *writer) error {
		known := make([]bool, len(list))
		for i := range list {
			var err error
			if known[i], err = w.label(&list[i]); err != nil {
				return err
			}
		}
		for i := range list {
			if !known[i] || list[i].words == "" {
				continue
			}
			if _, err := w.conn.exec("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)", list[i].seq, list[i].words); err != nil {
				return err
			}
		}
		return nil
	})
}

// label writes an exchange's labels, and reports whether it is still there.
func (w *writer) label(f *finding) (bool, error) {
	w.version++
	x := &f.labels
	var worst any
	if n := severityRank(x.Worst); n > 0 {
		worst = n
	}
	n, err := w.conn.exec(updateLabels, w.version, some(x.Op), some(x.Dialect), some(x.Binding), some(x.Task), some(x.Context),
		some(x.State), some(x.Error), int64(x.Findings), worst, f.seq)
	if err != nil || n == 0 {
		return false, err
	}
	if f.final {
		if _, err := w.conn.exec("DELETE FROM unlabelled WHERE seq = ?", f.seq); err != nil {
			return false, err
		}
	}
	_, err = w.conn.exec("UPDATE details SET text = ? WHERE seq = ?", some(x.Text), f.seq)
	return true, err
}

// some is a text as a label, which is NULL when empty.
func some(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// Reindex reads every finished exchange again and writes its labels anew.
// progress, which may be nil, is called now and then. Recording goes on beside.
func (s *Store) Reindex(ctx context.Context, progress func(done, total int)) error {
	if s.labels == nil {
		return errors.New("reindex: the recording was opened without a reader")
	}
	var total int
	if err := s.readers.QueryRowContext(ctx, "SELECT count(*) FROM exchanges WHERE outcome <> ''").Scan(&total); err != nil {
		return fmt.Errorf("reindex: %w", err)
	}
	done, after := 0, int64(0)
	for {
		seqs, err := s.finished(ctx, after)
		if err != nil {
			return fmt.Errorf("reindex: %w", err)
		}
		if len(seqs) == 0 {
			return nil
		}
		var out []finding
		for _, seq := range seqs {
			f, err := s.labels.again(ctx, seq)
			if err != nil {
				return fmt.Errorf("reindex: %w", err)
			}
			if f != nil {
				out = append(out, *f)
			}
		}
		if err := s.labels.write(ctx, out); err != nil {
			return fmt.Errorf("reindex: %w", err)
		}
		after, done = seqs[len(seqs)-1], done+len(seqs)
		if progress != nil {
			progress(done, max(total, done))
		}
	}
}

func (s *Store) finished(ctx context.Context, after int64) ([]int64, error) {
	rows, err := s.readers.QueryContext(ctx, "SELECT seq FROM exchanges NOT INDEXED WHERE seq > ? AND outcome <> '' ORDER BY seq LIMIT ?", after, roundSize)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return nil, err
		}
		out = append(out, seq)
	}
	return out, rows.Err()
}

// again reads a finished exchange from the start.
func (l *labels) again(ctx context.Context, seq int64) (*finding, error) {
	l.read.Lock()
	defer l.read.Unlock()
	r := reading{store: l.store, seq: seq}
	if _, err := r.advance(ctx, time.Unix(math.MaxInt32, 0)); err != nil {
		return nil, err
	}
	return r.finding(), nil
}
