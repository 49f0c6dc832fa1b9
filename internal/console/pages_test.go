package console

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// many is a record of exchanges with the given row numbers, oldest first, that grows by one with every
// page that is read.
type many struct {
	rows  []int64
	asked func()
}

func (m *many) Exchanges(_ context.Context, _ wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	m.asked()
	var out []wire.Exchange
	up := p.After > 0 && p.Before == 0
	rows := slices.Clone(m.rows)
	if !up {
		slices.Reverse(rows)
	}
	for _, n := range rows {
		if n > p.After && (p.Before == 0 || n < p.Before) && len(out) < p.Limit {
			out = append(out, wire.Exchange{Seq: n})
		}
	}
	if up {
		slices.Reverse(out)
	}
	m.rows = append(m.rows, m.rows[len(m.rows)-1]+1)
	return out, nil
}

// Each page is passed on before the next is read, none is kept, and exchanges recorded meanwhile are not
// included.
func TestOldestFirstHoldsOnePage(t *testing.T) {
	for _, first := range []int64{1, 2, 500_000} {
		for _, n := range []int64{1, 2, 999, 1000, 1001, 2500, 3000} {
			t.Run(fmt.Sprintf("%d from %d", n, first), func(t *testing.T) {
				var got, want []int64
				for i := range n {
					want = append(want, first+i)
				}
				handed, calls := int64(0), 0
				m := &many{rows: slices.Clone(want)}
				m.asked = func() {
					calls++
					if behind := int64(calls-3) * pageSize; int64(len(got)) < min(behind, n) {
						t.Errorf("page %d is read, and only %d exchanges were handed over", calls, len(got))
					}
				}
				err := EachPageOldestFirst(t.Context(), m, wire.Filter{}, func(page []wire.Exchange) error {
					handed = max(handed, int64(len(page)))
					for _, x := range page {
						got = append(got, x.Seq)
					}
					return nil
				})
				if err != nil || !slices.Equal(got, want) || handed > pageSize {
					t.Errorf("%d rows, %d at once, %v", len(got), handed, err)
				}
			})
		}
	}
}
