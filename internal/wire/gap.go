package wire

import (
	"slices"
	"time"
)

// Gap is something that crossed the wire and is not on record. The gap of an exchange names the exchange
// and the side; the gap of a session counts exchanges that were not recorded at all, or bytes of a
// damaged journal.
type Gap struct {
	Session   string    `json:"session"`
	Exchange  string    `json:"exchange,omitempty"`  // "" if whole exchanges are missing
	Side      Side      `json:"-"`                   // of the exchange
	Offset    int64     `json:"offset,omitempty"`    // of the first missing byte, in the side
	Bytes     int64     `json:"bytes,omitempty"`     // body bytes missing
	Exchanges int       `json:"exchanges,omitempty"` // missing entirely; 0 for a gap within an exchange
	From      time.Time `json:"from"`                // when the first byte or exchange was lost
	To        time.Time `json:"to"`                  // when the last one was
	Cause     string    `json:"why"`                 // one of the Gap constants, or a sentence
	// Problem says what went wrong and what to try, for display.
	Problem string `json:"problem,omitempty"`
}

// Causes of a Gap.
const (
	GapDiskFull = "disk-full" // the disk was full, and so was the memory for waiting data
	GapLimit    = "limit"     // the body exceeded the limit for one body
	GapFailed   = "failed"    // the record could not be written for another reason, refused it, or has its id already
	GapPaused   = "paused"    // recording was paused
	GapDamaged  = "damaged"   // the imported file, or the journal beside the record, was damaged
	GapLeftOut  = "left-out"  // the imported file does not contain it
	GapUntimed  = "untimed"   // the imported file does not time the phases of the exchange; no bytes are missing
)

// Reason says why something is not on record, in words that fit after a colon: "the disk was full". A Cause
// that is a sentence is returned unchanged.
func (g Gap) Reason() string {
	switch g.Cause {
	case GapDiskFull:
		return "the disk was full"
	case GapLimit:
		return "the body exceeded the limit for one body"
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

// FirstGapSince returns the first gap of whole exchanges that ends at or after a time. An exchange
// that is not on record since then may still have happened.
func FirstGapSince(list []Gap, at time.Time) (Gap, bool) {
	i := slices.IndexFunc(list, func(g Gap) bool { return g.Exchange == "" && !g.To.Before(at) })
	if i < 0 {
		return Gap{}, false
	}
	return list[i], true
}
