// Package follow reads what is recorded as it comes: from the console that runs on a
// record, or from the record itself, into which another program records.
package follow

import (
	"context"
	"errors"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Wanted is what is followed.
type Wanted struct {
	Filter string // in the filter language; "" for all
	Frames bool   // also the frames of answers
	Since  int64  // the version of the record to begin after; below 0 the newest
}

// ErrEnded is the end of what was followed: whoever recorded has stopped.
var ErrEnded = errors.New("recording has ended")

// sessions lists sessions.
type sessions interface {
	Sessions(ctx context.Context) ([]wire.Session, error)
}

// Recording is the newest session that a program records into; there may be none.
func Recording(ctx context.Context, record sessions) (s wire.Session, is bool, err error) {
	list, err := record.Sessions(ctx)
	for _, s := range list { // newest first
		if s.Ended.IsZero() {
			return s, true, err
		}
	}
	return wire.Session{}, false, err
}
