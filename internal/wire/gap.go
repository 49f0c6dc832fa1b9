package wire

import (
	"slices"
	"time"
)

// Gap is something that crossed the wire and is not on record. One of an
// exchange names the exchange and the side; one of a session counts exchanges
// of which not even the beginning is on record.
type Gap struct {
	Session   string    `json:"session"`
	Exchange  string    `json:"exchange,omitempty"`  // "" where whole exchanges are missing
	Side      Side      `json:"-"`                   // of the exchange
	Offset    int64     `json:"offset,omitempty"`    // of the first missing byte, in the side
	Bytes     int64     `json:"bytes,omitempty"`     // body bytes missing
	Exchanges int       `json:"exchanges,omitempty"` // missing whole; 0 for a gap within an exchange
	From      time.Time `json:"from"`                // when the first of it was lost
	To        time.Time `json:"to"`                  // when the last of it was
	Cause     string    `json:"why"`                 // one of the Gap constants, or a sentence
	// Problem says what went wrong and what to try, for people.
	Problem string `json:"problem,omitempty"`
}

// Causes of a Gap.
const (
	GapDiskFull = "disk-full" // the disk had no room, and what waits in memory had none left
	GapLimit    = "limit"     // the body was longer than is kept of one
	GapFailed   = "failed"    // the record could not be written for another reason
	GapPaused   = "paused"    // recording was paused
	GapDamaged  = "damaged"   // the file it was read from was damaged
	GapLeftOut  = "left-out"  // the file it was imported from does not have it
	GapUntimed  = "untimed"   // of an exchange only the beginning has a time in that file: no bytes are missing
)

// Reason says in words why something is not on record, to stand after a colon:
// "the disk was full". A Cause that is a sentence comes as it is.
func (g Gap) Reason() string {
	switch g.Cause {
	case GapDiskFull:
		return "the disk was full"
	case GapLimit:
		return "it was over the limit of what is kept of a body"
	case GapFailed:
		return "the record could not be written"
	case GapPaused:
		return "recording was paused"
	case GapDamaged:
		return "the file it was read from was damaged"
	case GapLeftOut:
		return "it is not in the file that was imported"
	case GapUntimed:
		return "its times are not in the file that was imported"
	}
	return g.Cause
}

// FirstGapSince is the first gap of whole exchanges that ends at some time or later: what
// is not on record from then on may have been there all the same.
func FirstGapSince(list []Gap, at time.Time) (Gap, bool) {
	i := slices.IndexFunc(list, func(g Gap) bool { return g.Exchange == "" && !g.To.Before(at) })
	if i < 0 {
		return Gap{}, false
	}
	return list[i], true
}
