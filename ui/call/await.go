package call

import (
	"context"
	"time"
)

// Await waits until an exchange is on record, so that its page exists. It gives up after three
// seconds, because a call that fails before it is sent is never recorded.
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
