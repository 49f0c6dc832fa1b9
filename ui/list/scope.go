package list

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// Scope is the session that a list is about, nil for none.
func (s *Lists) Scope(ctx context.Context, q link.Query) *wire.Session {
	if q.Filter.Session == "" {
		return nil
	}
	ses, err := s.Library.Session(ctx, q.Filter.Session)
	if err != nil {
		return nil
	}
	return &ses
}
