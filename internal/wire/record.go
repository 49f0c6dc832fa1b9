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
//
// A proxy keeps this order: what came is written and committed before it goes on, in
// both directions, so that what the agent got and what the client got is on record.
type Tape interface {
	// ID is the exchange's id, "" when recording is paused.
	ID() string
	// Write appends what one read returned to a side. It copies p. waited says
	// that the read was held up by a slow client.
	Write(side Side, at time.Time, p []byte, waited bool)
	// EndRequest says the request body is wholly read, with its trailer.
	EndRequest(at time.Time, trailer http.Header)
	// WriteInterim puts a 1xx answer on record, before it goes on to the client.
	WriteInterim(i Interim)
	// WriteResponseHead puts the response's head on record.
	WriteResponseHead(at time.Time, h Head)
	// WriteSentHead puts a head on record that went on otherwise than it came: side is
	// RequestSent or ResponseSent.
	WriteSentHead(side Side, h Head)
	// AddPassage says how a frame went on that was not forwarded unchanged. Its bytes, if
	// it was sent, are written to the sent side.
	AddPassage(p Passage)
	// End closes the exchange. Later calls do nothing, Late excepted.
	End(e End)
	// WriteSurplus puts on record what came after the response when the exchange was over,
	// or about to be: see Head.Surplus. problem says what is wrong with that. The
	// first call counts. p is the Tape's from then on.
	WriteSurplus(p []byte, problem string)
	// Commit waits until everything so far would survive the end of this process,
	// kill -9 included. An error means that recording failed, is on show in the
	// console, and must not stop the traffic.
	Commit(ctx context.Context) error
}

// End is how an exchange closed.
type End struct {
	At           time.Time
	AgentEndedAt time.Time // when the agent ended a response that a gate passed on, see Head.Ended; zero for others
	ClientLeftAt time.Time // when the client went away during the response, see Head.Left; zero for others
	Outcome      Outcome
	Problem      string
	Trailer      http.Header // the response's
	Surplus      []byte      // what came after the response, see Head
}
