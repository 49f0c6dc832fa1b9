package recorder

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"
)

// wordsAtOnce is how many exchanges' words go into the index in a transaction,
// at most: each transaction costs the index a segment, which is to be merged.
const wordsAtOnce = 1000

// indexSome puts words into the index until the deadline, and reports whether
// there are more. It runs inside a transaction.
func (w *writer) indexSome(until time.Time) (more bool, err error) {
	type words struct {
		seq  int64
		text string
	}
	var list []words
	err = w.conn.each(func(v []driver.Value) error {
		var parts []string
		for _, p := range v[1:] {
			if s, ok := p.(string); ok {
				parts = append(parts, s)
			}
		}
		list = append(list, words{v[0].(int64), strings.Join(parts, "\n")})
		return nil
	}, `SELECT u.seq, d.text, e.url, e.id, e.task, e.context FROM unindexed u
		JOIN exchanges e ON e.seq = u.seq LEFT JOIN details d ON d.seq = u.seq ORDER BY u.seq LIMIT ?`, int64(wordsAtOnce))
	if err != nil {
		return false, err
	}
	var last int64
	for i, x := range list {
		if i%32 == 31 && time.Now().After(until) {
			break
		}
		if _, err := w.conn.exec("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)", x.seq, x.text); err != nil {
			return false, err
		}
		last = x.seq
	}
	if len(list) < wordsAtOnce && (len(list) == 0 || last == list[len(list)-1].seq) {
		_, err = w.conn.exec("DELETE FROM unindexed") // some may be of exchanges that are gone
		return false, err
	}
	_, err = w.conn.exec("DELETE FROM unindexed WHERE seq <= ?", last)
	return true, err
}

// indexWords puts words into the index for up to a number of transactions.
func (s *Store) indexWords(ctx context.Context, times int) error {
	for ; times > 0; times-- {
		more := false
		err := s.doBeside(ctx, func(w *writer) (err error) {
			more, err = w.indexSome(time.Now().Add(slice))
			return err
		})
		if err != nil {
			return fmt.Errorf("index words: %w", err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// searchable sees to it that a search finds what was recorded, as far as that
// is done quickly.
func (s *Store) searchable(ctx context.Context) {
	if s.readOnly() {
		return
	}
	var n int
	if s.readers.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM unindexed LIMIT 1)").Scan(&n) == nil && n > 0 {
		_ = s.indexWords(ctx, 2) // what is left is indexed when there is time
	}
}

// mergePages is how many pages of the index a step of merging writes.
const mergePages = 200

// mergeSome merges segments of the index of words, and reports whether there
// is more to do. all merges until what was deleted is gone.
func (w *writer) mergeSome(all bool) (more bool, err error) {
	pages := int64(mergePages)
	if all {
		pages = -pages // toward one segment
	}
	before, err := w.conn.number("SELECT total_changes()")
	if err != nil {
		return false, err
	}
	if _, err := w.conn.exec("INSERT INTO words (words, rank) VALUES ('merge', ?)", pages); err != nil {
		return false, err
	}
	after, err := w.conn.number("SELECT total_changes()")
	// SQLite says: fewer than two changes mean that there was nothing to merge.
	return after-before >= 2, err
}
