package tape

import (
	"cmp"
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// SortByStart sorts exchanges by start, and by id if that is equal.
func SortByStart(list []wire.Exchange) {
	slices.SortFunc(list, func(a, b wire.Exchange) int {
		return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID))
	})
}

// ForExchanges is ForExchange for several exchanges, which it sorts by start. All users of several
// tapes lock them in this order, so that they cannot deadlock. Exchanges that cannot be read are
// left out. Call release, at least once.
func (s *Tapes) ForExchanges(ctx context.Context, list []wire.Exchange) (tapes []*Tape, release func()) {
	SortByStart(list)
	var unlock []func()
	for _, x := range list {
		if t, free, err := s.ForExchange(ctx, x); err == nil {
			tapes, unlock = append(tapes, t), append(unlock, free)
		}
	}
	return tapes, func() {
		for _, free := range unlock {
			free()
		}
	}
}
