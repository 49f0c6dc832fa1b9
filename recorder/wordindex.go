package recorder

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// maxIndexBatch bounds how many exchanges are indexed in a transaction. It is large, because each transaction
// adds a segment to the index, which must be merged later.
const maxIndexBatch = 1000

// maxSegments is how many segments the index may have before they are merged. With more than 2,000, SQLite
// fails as if the disk were full.
const maxSegments = 128

// index indexes words until the deadline, or merges segments when there are many. It reports whether there is
// more to do. It must run inside a transaction.
func (w *writer) index(until time.Time) (more bool, err error) {
	if !w.merging {
		n, err := w.segments()
		if err != nil {
			return false, err
		}
		w.merging = n >= maxSegments
	}
	if w.merging {
		w.merging, err = w.mergeSome(false)
		return true, err
	}
	return w.indexSome(until)
}

// segments counts the segments of the index: the second number in the index's structure record, after a cookie
// of four bytes and, in some records, a mark of four bytes (SQLite, fts5_index.c).
func (w *writer) segments() (n int64, err error) {
	err = w.conn.Each(func(v []driver.Value) error {
		b, _ := v[0].([]byte)
		b = b[min(4, len(b)):]
		b = bytes.TrimPrefix(b, []byte{0xff, 0, 0, 1})
		for range 2 {
			n = 0
			for i, c := range b {
				n = n<<7 | int64(c&0x7f)
				if c < 0x80 {
					b = b[i+1:]
					break
				}
			}
		}
		return nil
	}, "SELECT block FROM words_data WHERE id = 10")
	return n, err
}

// indexSome indexes words until the deadline, and reports whether there are more. It must run inside a
// transaction.
func (w *writer) indexSome(until time.Time) (more bool, err error) {
	type words struct {
		seq  int64
		text string
	}
	var list []words
	err = w.conn.Each(func(v []driver.Value) error {
		var parts []string
		for _, p := range v[1:] {
			if s, ok := p.(string); ok {
				parts = append(parts, s)
			}
		}
		list = append(list, words{v[0].(int64), strings.Join(parts, "\n")})
		return nil
	}, database.Query("words_pending"), int64(maxIndexBatch))
	if err != nil {
		return false, err
	}
	var last int64
	for i, x := range list {
		if i%32 == 31 && time.Now().After(until) {
			break
		}
		if _, err := w.conn.Exec("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)", x.seq, x.text); err != nil {
			return false, err
		}
		last = x.seq
	}
	if len(list) < maxIndexBatch && (len(list) == 0 || last == list[len(list)-1].seq) {
		_, err = w.conn.Exec("DELETE FROM unindexed") // may list exchanges that were removed
		return false, err
	}
	_, err = w.conn.Exec("DELETE FROM unindexed WHERE seq <= ?", last)
	return true, err
}

// indexWords indexes words in at most times transactions.
func (s *Store) indexWords(ctx context.Context, times int) error {
	for ; times > 0; times-- {
		more := false
		err := s.doUnordered(ctx, func(w *writer) (err error) {
			more, err = w.index(time.Now().Add(removalSlice))
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

// indexPresent indexes all exchanges that are in the file now. It does not wait for later ones, because under
// steady traffic there are always more.
func (s *Store) indexPresent(ctx context.Context) error {
	var last int64
	if err := s.readers.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM unindexed").Scan(&last); err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	for {
		var first int64
		if err := s.readers.QueryRowContext(ctx, "SELECT coalesce(min(seq), 0) FROM unindexed").Scan(&first); err != nil {
			return fmt.Errorf("index words: %w", err)
		}
		if first == 0 || first > last {
			return nil
		}
		if err := s.indexWords(ctx, 1); err != nil {
			return err
		}
	}
}

// searchable indexes recent exchanges, as far as that is quick, so that a search finds them.
func (s *Store) searchable(ctx context.Context) {
	if s.readOnly() {
		return
	}
	var n int
	if s.readers.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM unindexed LIMIT 1)").Scan(&n) == nil && n > 0 {
		_ = s.indexWords(ctx, 2) // maintenance indexes the rest
	}
}

// mergePages is how many pages one merge step writes.
const mergePages = 200

// mergeSome merges segments of the index, and reports whether there is more to do. all merges until deleted
// words are gone.
func (w *writer) mergeSome(all bool) (more bool, err error) {
	pages := int64(mergePages)
	if all {
		pages = -pages // toward one segment
	}
	before, err := w.conn.Number("SELECT total_changes()")
	if err != nil {
		return false, err
	}
	if _, err := w.conn.Exec("INSERT INTO words (words, rank) VALUES ('merge', ?)", pages); err != nil {
		return false, err
	}
	after, err := w.conn.Number("SELECT total_changes()")
	// According to SQLite, fewer than two changes mean that there was nothing to merge.
	return after-before >= 2, err
}
