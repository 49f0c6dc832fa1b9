package wire

import (
	"context"
	"net/http"
	"time"
)

// Recorder keeps exchanges as they happen. The tap and the webhook receiver
// write to one; package recorder implements it. Safe for concurrent use.
type Recorder interface {
	// Begin puts an exchange on record, open. It fills in what x lacks (ID,
	// Session, Started), redacts secrets, and does not wait for the disk. A
	// Session that is not of this run, or is deleted, becomes the current one.
	Begin(x Exchange) Tape
}

// Tape records one exchange. Calls queue in order and do not wait for the disk,
// except Commit. One goroutine per side may use a Tape.
type Tape interface {
	// ID is the exchange's id, "" when recording is paused.
	ID() string
	// Write appends what one read returned to a side. It copies p. waited says
	// that the read was held up by a slow client.
	Write(side Side, at time.Time, p []byte, waited bool)
	// RequestDone says the request body is wholly read, with its trailer.
	RequestDone(at time.Time, trailer http.Header)
	// Answer puts the response's head on record.
	Answer(at time.Time, h Head)
	// End closes the exchange. Later calls do nothing.
	End(e End)
	// Commit waits until everything queued so far is on disk. An error means
	// that recording failed, is on show in the console, and must not stop the
	// traffic.
	Commit(ctx context.Context) error
}

// End is how an exchange closed.
type End struct {
	At      time.Time
	Outcome Outcome
	Problem string
	Trailer http.Header // the response's
}
