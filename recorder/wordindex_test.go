package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// The full-text index takes any number of transactions: its segments are merged before there are 2,000, which
// SQLite refuses.
func TestWordsHaveFewSegments(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, nil)
	million(t, s, 64)
	if err := s.indexWords(t.Context(), 100); err != nil {
		t.Fatal(err)
	}
	var most int64
	for i := range 2100 {
		err := s.doUnordered(t.Context(), func(w *writer) error {
			if _, err := w.conn.Exec("INSERT OR IGNORE INTO unindexed (seq) VALUES (?)", int64(1+i%64)); err != nil {
				return err
			}
			if _, err := w.index(time.Now()); err != nil {
				return err
			}
			n, err := w.segments()
			most = max(most, n)
			return err
		})
		if err != nil {
			t.Fatalf("after %d transactions: %v", i, err)
		}
	}
	if most < 100 || most > 200 {
		t.Errorf("%d segments at most, want some more than 100 and far fewer than 2000", most)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{"fox"}}, wire.Page{})
	if err != nil || len(list) != 62 { // two have other words
		t.Errorf("%d exchanges with the word, %v", len(list), err)
	}
	var n int
	if err := s.readers.QueryRow("SELECT count(*) FROM words WHERE words MATCH 'fox'").Scan(&n); err != nil || n != 62 {
		t.Errorf("%d of them in the index, %v", n, err)
	}
}
