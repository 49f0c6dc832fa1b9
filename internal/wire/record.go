package wire

import (
	"context"
	"net/http"
	"time"
)

// Recorder records exchanges as they happen. The tap and the webhook receiver write to one; package recorder
// implements it. Safe for concurrent use.
type Recorder interface {
	// Begin puts an open exchange on record. It fills in the missing ID, Session and Started of x, and
	// redacts secrets. It waits for the record only to check an ID that the caller chose. It replaces a
	// Session that is deleted or not of this run by the current one.
	Begin(x Exchange) Tape
}

// Tape records one exchange. Calls queue in order and, except for Commit, do not wait for the disk. One
// goroutine per side may use a Tape.
//
// A proxy writes and commits what arrived before it forwards it, in both directions, so that whatever the
// agent or the client received is on record.
type Tape interface {
	// ID is the exchange's id, "" if it is not recorded.
	ID() string
	// Write appends what one read returned to a side. It copies p. waited means that a slow client held up the read.
	Write(side Side, at time.Time, p []byte, waited bool)
	// EndRequest marks the request body as completely read.
	EndRequest(at time.Time, trailer http.Header)
	// WriteInterim records a 1xx response, before it is forwarded to the client.
	WriteInterim(i Interim)
	WriteResponseHead(at time.Time, h Head)
	// WriteSentHead records a head that was changed before it was sent. side is RequestSent or ResponseSent.
	WriteSentHead(side Side, h Head)
	// AddPassage records how a frame passed that was not simply forwarded. What was sent for it is written to
	// the sent side.
	AddPassage(p Passage)
	// End closes the exchange. Later calls do nothing, except WriteSurplus and Commit.
	End(e End)
	// WriteSurplus records what followed the response when the exchange was over, or about to be: see
	// Head.Surplus. problem says what is wrong with it. Only the first call counts. The Tape keeps p.
	WriteSurplus(p []byte, problem string)
	// Commit blocks until everything so far would survive the end of this process, kill -9
	// included. An error means that recording failed. The recorder reports the failure itself; it
	// must not stop the traffic.
	Commit(ctx context.Context) error
}

// End is how an exchange ended.
type End struct {
	At           time.Time
	AgentEndedAt time.Time // when the agent ended a response that passed a gate, see Head.Ended; zero for others
	ClientLeftAt time.Time // when the client disconnected during the response, see Head.ClientLeftAt; zero for others
	Outcome      Outcome
	Problem      string
	Trailer      http.Header // the response's
	Surplus      []byte      // see Head.Surplus
}
