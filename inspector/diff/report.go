package diff

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Outcome is the result of comparing one exchange of each side.
type Outcome string

const (
	Same    Outcome = "same"
	Differs Outcome = "differs"
	Missing Outcome = "missing" // A has it, B does not
	Extra   Outcome = "extra"   // B has it, A does not
	Stopped Outcome = "stopped" // the person stopped B, so it is incomplete and not compared
)

// Pair is an exchange of A and the one of B that plays its part.
type Pair struct {
	A           string       `json:"a"` // id of the exchange, "" when extra; of several polls, the last
	B           string       `json:"b"` // "" when missing
	Outcome     Outcome      `json:"verdict"`
	Differences []Difference `json:"differences"` // never nil
	// Level is the least strict level at which the pair differs, 0 when same.
	Level   Level         `json:"level,omitempty"`
	Op      a2a.Operation `json:"op,omitempty"`
	Says    string        `json:"says,omitempty"`    // the beginning of what the request says, on one line
	PollsA  int           `json:"polls_a,omitempty"` // GetTask calls or card fetches that A represents, when more than one
	PollsB  int           `json:"polls_b,omitempty"`
	More    int           `json:"more,omitempty"`    // differences beyond the limit
	Ignored int           `json:"ignored,omitempty"` // differences that a rule hid
	Notes   []string      `json:"notes,omitempty"`   // what was left out of the comparison, and why
	Failed  string        `json:"-"`                 // how both sides failed, for people; "" when one of them did not
}

// Report is the result of comparing two recordings.
type Report struct {
	Level   Level  `json:"level"`
	Pairs   []Pair `json:"pairs"` // in A's order; an extra one comes after what it followed in B
	Same    int    `json:"same"`
	Differs int    `json:"differs"`
	Missing int    `json:"missing"`
	Extra   int    `json:"extra"`
	Ignored int    `json:"ignored"` // differences that a rule hid
	Stopped int    `json:"stopped,omitempty"`
	Failed  int    `json:"-"`               // pairs of which both sides failed
	Other   int    `json:"other,omitempty"` // calls to other agents, which are not compared
}

// Add counts a pair in.
func (r *Report) Add(p Pair) {
	r.Pairs = append(r.Pairs, p)
	r.Ignored += p.Ignored
	if p.Failed != "" {
		r.Failed++
	}
	switch p.Outcome {
	case Same:
		r.Same++
	case Differs:
		r.Differs++
	case Missing:
		r.Missing++
	case Extra:
		r.Extra++
	case Stopped:
		r.Stopped++
	}
}

// Equal reports whether there is no difference.
func (r *Report) Equal() bool { return r.Differs+r.Missing+r.Extra+r.Stopped == 0 }

// NotCompared says how many calls are not compared, "" when all are.
func (r *Report) NotCompared() string {
	if r.Other == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d calls compared; %d to other agents left out", len(r.Pairs), len(r.Pairs)+r.Other, r.Other)
}

// Suggest returns a less strict level at which the recordings would be equal,
// the strictest there is; false when there is none, or no need.
func (r *Report) Suggest() (Level, bool) {
	if r.Equal() || r.Missing+r.Extra+r.Stopped > 0 {
		return 0, false
	}
	lowest := Exact
	for _, p := range r.Pairs {
		if p.Outcome != Same {
			lowest = min(lowest, p.Level)
		}
	}
	return lowest - 1, lowest > Structure
}
