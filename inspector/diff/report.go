package diff

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Outcome is the result of comparing one exchange of each side.
type Outcome string

const (
	OutcomeSame    Outcome = "same"
	OutcomeDiffers Outcome = "differs"
	OutcomeMissing Outcome = "missing" // A has it, B does not
	OutcomeExtra   Outcome = "extra"   // B has it, A does not
	OutcomeStopped Outcome = "stopped" // the person stopped B, so it is incomplete and not compared
)

// Pair is an exchange of A and the one of B that plays its part.
type Pair struct {
	A           string       `json:"a"` // id of the exchange, "" when extra; of several polls, the last
	B           string       `json:"b"` // "" when missing
	Outcome     Outcome      `json:"verdict"`
	Differences []Difference `json:"differences"` // never nil
	// Level is the least strict level at which the pair differs, 0 when same.
	Level        Level         `json:"level,omitempty"`
	Op           a2a.Operation `json:"op,omitempty"`
	Excerpt      string        `json:"says,omitempty"`    // the beginning of what the request says, on one line
	PollsA       int           `json:"polls_a,omitempty"` // GetTask calls or card fetches that A represents, when more than one
	PollsB       int           `json:"polls_b,omitempty"`
	OmittedCount int           `json:"more,omitempty"`    // differences beyond the limit
	IgnoredCount int           `json:"ignored,omitempty"` // differences that a rule hid
	Notes        []string      `json:"notes,omitempty"`   // what was left out of the comparison, and why
	FailureText  string        `json:"-"`                 // how both sides failed, for people; "" when one of them did not
}

// Report is the result of comparing two recordings.
type Report struct {
	Level          Level  `json:"level"`
	Pairs          []Pair `json:"pairs"` // in A's order; an extra one comes after what it followed in B
	SameCount      int    `json:"same"`
	DifferentCount int    `json:"differs"`
	MissingCount   int    `json:"missing"`
	ExtraCount     int    `json:"extra"`
	IgnoredCount   int    `json:"ignored"` // differences that a rule hid
	StoppedCount   int    `json:"stopped,omitempty"`
	FailedCount    int    `json:"-"`               // pairs of which both sides failed
	OtherCalls     int    `json:"other,omitempty"` // calls to other agents, which are not compared
}

// Add counts a pair in.
func (r *Report) Add(p Pair) {
	r.Pairs = append(r.Pairs, p)
	r.IgnoredCount += p.IgnoredCount
	if p.FailureText != "" {
		r.FailedCount++
	}
	switch p.Outcome {
	case OutcomeSame:
		r.SameCount++
	case OutcomeDiffers:
		r.DifferentCount++
	case OutcomeMissing:
		r.MissingCount++
	case OutcomeExtra:
		r.ExtraCount++
	case OutcomeStopped:
		r.StoppedCount++
	}
}

// Equal reports whether there is no difference.
func (r *Report) Equal() bool {
	return r.DifferentCount+r.MissingCount+r.ExtraCount+r.StoppedCount == 0
}

// UncomparedText says how many calls are not compared, "" when all are.
func (r *Report) UncomparedText() string {
	if r.OtherCalls == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d calls compared; %d to other agents left out", len(r.Pairs), len(r.Pairs)+r.OtherCalls, r.OtherCalls)
}

// SuggestLevel returns a less strict level at which the recordings would be equal,
// the strictest there is; false when there is none, or no need.
func (r *Report) SuggestLevel() (Level, bool) {
	if r.Equal() || r.MissingCount+r.ExtraCount+r.StoppedCount > 0 {
		return 0, false
	}
	lowest := Exact
	for _, p := range r.Pairs {
		if p.Outcome != OutcomeSame {
			lowest = min(lowest, p.Level)
		}
	}
	return lowest - 1, lowest > Structure
}
