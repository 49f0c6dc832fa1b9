// Package follow reads what is recorded as it comes: from the console that runs on a
// record, or from the record itself, into which another program records.
package follow

import "errors"

// Wanted is what is followed.
type Wanted struct {
	Filter string // in the filter language; "" for all
	Frames bool   // also the frames of answers
	Since  int64  // the version of the record to begin after; below 0 the newest
}

// ErrEnded is the end of what was followed: whoever recorded has stopped.
var ErrEnded = errors.New("recording has ended")
