package tape

import (
	"cmp"
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// SortByStart sorts exchanges as they began.
func SortByStart(list []wire.Exchange) {
	slices.SortFunc(list, func(a, b wire.Exchange) int {
		return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID))
	})
}

// ForExchanges is Of for several exchanges, which it sorts as they began: all that use several
// tapes lock them in this order, so that none waits for the other. What cannot be read
// is left out. Call release, at least once.
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
