package call

import (
	"context"
	"time"
)

// Await waits until an exchange is on record, so that its page is there; not
// for long, since one that was turned away before it went out never comes.
func (s *Sender) Await(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	bell, stop := s.Library.Watch()
	defer stop()
	for {
		if _, err := s.Library.Exchange(ctx, id); err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-bell:
		}
	}
}
