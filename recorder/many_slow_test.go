//go:build slow

package recorder

import (
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Of many exchanges, or when the budget is spent, only the newest are sorted, and the result says so.
func TestSlowSortedNewest(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, wire.MaxSorted+2000)
	oldest := wire.Order{Column: "time"}
	part, err := s.Sorted(t.Context(), wire.Filter{}, oldest, 0, 1, nil)
	if err != nil || part.Complete || part.Total != wire.MaxSorted || part.Exchanges[0].Seq != 2001 {
		t.Errorf("all: %d sorted, all %v: %v", part.Total, part.Complete, err)
	}
	search := &wire.Search{}
	part, err = s.Sorted(t.Context(), wire.Filter{}, oldest, 0, 1, search)
	if err != nil || part.Complete || part.Total == 0 || part.Total > wire.MaxSorted/2 || search.NextBefore == 0 || part.Exchanges[0].Seq < search.NextBefore {
		t.Errorf("no time: %d sorted, all %v, searched down to %d: %v", part.Total, part.Complete, search.NextBefore, err)
	}
	part, err = s.Sorted(t.Context(), wire.Filter{Agents: []string{"nobody"}}, oldest, 0, 1, nil)
	if err != nil || !part.Complete || part.Total != 0 || len(part.Exchanges) != 0 {
		t.Errorf("none: %d sorted, all %v: %v", part.Total, part.Complete, err)
	}
}

// A page ends with its budget even if all tasks found are on earlier pages, and the next page misses none.
func TestSlowTasksOfEarlierPagesCostTheirBudget(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 6000)
	err := s.do(t.Context(), func(w *writer) error {
		_, err := w.conn.Exec("UPDATE exchanges SET agent = 1, task = iif(seq = 20, 'first', 'task-' || (seq % 3000))")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	pages := 0
	for before := int64(3001); before > 0; pages++ {
		p := wire.Page{Before: before, Limit: 50, Search: &wire.Search{Budget: time.Nanosecond}}
		list, err := s.Tasks(t.Context(), wire.Filter{}, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range list {
			found = append(found, one.ID)
		}
		before = p.Search.NextBefore
	}
	if pages < 3 || !slices.Equal(found, []string{"first"}) {
		t.Errorf("%q in %d pages", found, pages)
	}
}

// A page ends with its budget, and says where to continue.
func TestSlowTasksEndWithTheirBudget(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 10_000) // fewer would be rare, and found at once
	p := wire.Page{Search: &wire.Search{Budget: time.Nanosecond}}
	list, err := s.Tasks(t.Context(), wire.Filter{Callers: []string{"nobody"}}, p)
	if err != nil || len(list) > 0 || p.Search.NextBefore == 0 {
		t.Errorf("%d tasks, searched down to %d, %v", len(list), p.Search.NextBefore, err)
	}
}
