package recorder

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// variety gives the rows of million values to sort by.
func variety(t *testing.T, s *Store) {
	t.Helper()
	err := s.do(t.Context(), func(w *writer) error {
		for _, text := range []string{
			"UPDATE exchanges SET duration = (seq * 7919) % 1000 * 1000000, request_bytes = seq * 31 % 57, findings = seq % 4, worst = CASE seq % 4 WHEN 0 THEN NULL ELSE seq % 3 + 1 END",
			"UPDATE exchanges SET op = NULL, state = NULL WHERE seq % 13 = 0",
			"UPDATE exchanges SET ended = started + duration",
			"UPDATE exchanges SET duration = NULL, ended = 0, outcome = '' WHERE seq % 50 = 0",
			"UPDATE details SET response = (SELECT json_set(response, '$.status', e.status) FROM exchanges e WHERE e.seq = details.seq)",
			"UPDATE exchanges SET error = 'TaskNotFound', failed = 1 WHERE seq % 41 = 0",
			"UPDATE exchanges SET failed = 0 WHERE seq % 17 = 0",
		} {
			if _, err := w.conn.Exec(text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// comparedBy implements each order in Go.
func comparedBy(names map[string]string, now time.Time) map[string]func(a, b wire.Exchange) int {
	went := func(x wire.Exchange) int {
		switch {
		case x.Labels.Failed:
			return 0
		case x.Labels.State != "":
			return 1
		}
		return 2
	}
	return map[string]func(a, b wire.Exchange) int{
		"time":  func(a, b wire.Exchange) int { return cmp.Compare(a.Seq, b.Seq) },
		"agent": func(a, b wire.Exchange) int { return strings.Compare(names[a.Agent], names[b.Agent]) },
		"operation": func(a, b wire.Exchange) int {
			return strings.Compare(cmp.Or(a.Labels.Op, a.Method), cmp.Or(b.Labels.Op, b.Method))
		},
		"state":    func(a, b wire.Exchange) int { return went(a) - went(b) },
		"status":   func(a, b wire.Exchange) int { return a.Response.Status - b.Response.Status },
		"duration": func(a, b wire.Exchange) int { return cmp.Compare(a.Duration(now), b.Duration(now)) },
		"size": func(a, b wire.Exchange) int {
			return cmp.Compare(a.RequestBytes+a.ResponseBytes, b.RequestBytes+b.ResponseBytes)
		},
		"findings": func(a, b wire.Exchange) int { return a.Labels.Findings - b.Labels.Findings },
	}
}

// In any order, pages of any size hold each exchange once and in order.
func TestSortedPages(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func(o *Options) { o.Now = func() time.Time { return now } })
	million(t, s, 1000)
	variety(t, s)
	f := wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}}
	all, err := s.Exchanges(t.Context(), f, wire.Page{Limit: 5000})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"http://127.0.0.1:9998": "Able", call().Agent: "baker"}
	compare := comparedBy(map[string]string{"http://127.0.0.1:9998": "able", call().Agent: "baker"}, now)
	for _, by := range wire.Orders() {
		for _, down := range []bool{false, true} {
			o := wire.Order{Column: by, Descending: down, Names: names}
			var got []wire.Exchange
			for from := 0; ; from += 230 {
				part, err := s.Sorted(t.Context(), f, o, from, 230, nil)
				if err != nil || part.Total != len(all) || !part.Complete || part.NewestSeq != all[0].Seq {
					t.Fatalf("%s: %d sorted, all %v, newest %d, %v", o, part.Total, part.Complete, part.NewestSeq, err)
				}
				if got = append(got, part.Exchanges...); len(part.Exchanges) < 230 {
					break
				}
			}
			sorted := slices.IsSortedFunc(got, func(a, b wire.Exchange) int {
				if down {
					return compare[by](b, a)
				}
				return compare[by](a, b)
			})
			slices.SortFunc(got, func(a, b wire.Exchange) int { return cmp.Compare(b.Seq, a.Seq) })
			same := slices.EqualFunc(got, all, func(a, b wire.Exchange) bool { return a.ID == b.ID })
			if !sorted || !same {
				t.Errorf("%s: in order %v, each once %v", o, sorted, same)
			}
		}
	}
}

// The page around an exchange is the page that holds it, as counted from the first.
func TestSortedAround(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 1000)
	variety(t, s)
	for _, by := range wire.Orders() {
		o := wire.Order{Column: by, Descending: true}
		want, err := s.Sorted(t.Context(), wire.Filter{}, o, 300, 150, nil)
		if err != nil || want.Offset != 300 {
			t.Fatalf("%s: from %d, %v", by, want.Offset, err)
		}
		o.AroundSeq = want.Exchanges[70].Seq
		got, err := s.Sorted(t.Context(), wire.Filter{}, o, 0, 150, nil)
		if err != nil || got.Offset != 300 || !slices.EqualFunc(got.Exchanges, want.Exchanges, func(a, b wire.Exchange) bool { return a.ID == b.ID }) {
			t.Errorf("%s: from %d with %d, %v", by, got.Offset, len(got.Exchanges), err)
		}
		o.AroundSeq = 1 << 40
		if got, err = s.Sorted(t.Context(), wire.Filter{}, o, 150, 150, nil); err != nil || got.Offset != 150 {
			t.Errorf("%s, around what is not there: from %d, %v", by, got.Offset, err)
		}
	}
}

// Equal rows are newest first, both ways.
func TestSortedRowsThatAreEqual(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 500)
	for _, o := range []wire.Order{{Column: "operation"}, {Column: "operation", Descending: true}} {
		part, err := s.Sorted(t.Context(), wire.Filter{Ops: []string{"get"}}, o, 0, 10, nil)
		if err != nil || len(part.Exchanges) != 10 || part.Exchanges[0].Seq != part.NewestSeq {
			t.Fatalf("%d rows, newest %d: %v", len(part.Exchanges), part.NewestSeq, err)
		}
		if !slices.IsSortedFunc(part.Exchanges, func(a, b wire.Exchange) int { return cmp.Compare(b.Seq, a.Seq) }) {
			t.Errorf("%s: equal rows are not newest first", o)
		}
	}
}
