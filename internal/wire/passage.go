package wire

import "time"

// Passed says how a frame, a request or a response went on.
type Passed string

const (
	AsIs     Passed = "as_is" // as it came, at once; not kept as a Passage
	Held     Passed = "held"  // as it came, after it was held
	Delayed  Passed = "delayed"
	Edited   Passed = "edited"
	Dropped  Passed = "dropped"
	Injected Passed = "injected" // it was sent, and never came
)

// Passage tells of one frame that did not simply go on as it came. The bytes
// that came are on the side Request or Response, what was sent is on
// RequestSent or ResponseSent: once a side has a Passage, all that was sent of
// it is there.
type Passage struct {
	Side  Side      `json:"-"`              // Request or Response: where it came, or would have come
	Frame int       `json:"frame"`          // its index on that side; of what was injected, that of the frame before which it went out
	Sent  int       `json:"sent"`           // its index on the sent side, -1 when it was dropped
	How   Passed    `json:"passed"`         // never AsIs
	At    time.Time `json:"at"`             // when it was sent or dropped
	Held  int64     `json:"held,omitempty"` // nanoseconds that it was held
	Rule  string    `json:"rule,omitempty"` // what had it so, in the words of a rule; "" for a person
}
