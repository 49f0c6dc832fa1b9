package ui

import (
	"context"

	"github.com/a2a-console/a2a-console/inspector"
)

// Meet tells the pages of a card that the program found by itself, such as the
// reference agent's at start.
func (s *Server) Meet(ctx context.Context, origin string, d *inspector.Discovery) {
	s.keepCard(ctx, origin, d, nil)
	s.bell.ring()
}
