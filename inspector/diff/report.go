package diff

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Outcome is the result of comparing a pair of exchanges.
type Outcome string

const (
	OutcomeSame    Outcome = "same"
	OutcomeDiffers Outcome = "differs"
	OutcomeMissing Outcome = "missing" // A has it, B does not
	OutcomeExtra   Outcome = "extra"   // B has it, A does not
	OutcomeStopped Outcome = "stopped" // the person stopped B, so it is incomplete and not compared
)

// Pair is the comparison of an exchange of A with its counterpart in B.
type Pair struct {
	A           string       `json:"a"` // id of the exchange, "" when extra; of several polls, the last
	B           string       `json:"b"` // "" when missing
	Outcome     Outcome      `json:"verdict"`
	Differences []Difference `json:"differences"` // never nil
	// Level is the least strict level at which the pair differs, 0 if it does not.
	Level        Level         `json:"level,omitempty"`
	Op           a2a.Operation `json:"op,omitempty"`
	Excerpt      string        `json:"says,omitempty"`    // the beginning of the request's text, on one line
	PollsA       int           `json:"polls_a,omitempty"` // GetTask calls or card fetches that A stands for, if more than one
	PollsB       int           `json:"polls_b,omitempty"`
	OmittedCount int           `json:"more,omitempty"`    // differences beyond the limit
	IgnoredCount int           `json:"ignored,omitempty"` // differences that a rule hid
	Notes        []string      `json:"notes,omitempty"`   // what was left out of the comparison, and why
	FailureText  string        `json:"-"`                 // how both sides failed, for people; "" if one did not
	IsFixed      bool          `json:"-"`                 // only A failed
	IsBroken     bool          `json:"-"`                 // only B failed
	TookA, TookB time.Duration `json:"-"`                 // 0 for an exchange that is not over
}

// Report is the result of comparing two recordings.
type Report struct {
	Level          Level  `json:"level"`
	Pairs          []Pair `json:"pairs"` // in A's order; an extra one follows its predecessor in B
	SameCount      int    `json:"same"`
	DifferentCount int    `json:"differs"`
	MissingCount   int    `json:"missing"`
	ExtraCount     int    `json:"extra"`
	IgnoredCount   int    `json:"ignored"` // differences that a rule hid
	StoppedCount   int    `json:"stopped,omitempty"`
	FailedCount    int    `json:"-"`               // pairs in which both sides failed
	OtherCalls     int    `json:"other,omitempty"` // calls to other agents, which are not compared
}

// Add appends a pair and counts it.
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

func (r *Report) Equal() bool {
	return r.DifferentCount+r.MissingCount+r.ExtraCount+r.StoppedCount == 0
}

// ResultText returns the counts of what differs: "2 different, 1 missing of 5".
func (r *Report) ResultText() string {
	var out []string
	for _, o := range []struct {
		n    int
		word string
	}{{r.DifferentCount, "different"}, {r.MissingCount, "missing"}, {r.ExtraCount, "extra"}, {r.StoppedCount, "stopped"}} {
		if o.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", o.n, o.word))
		}
	}
	if len(out) == 0 {
		return "no differences"
	}
	return fmt.Sprintf("%s of %d", strings.Join(out, ", "), len(r.Pairs))
}

// UncomparedText says how many calls were not compared, "" if all calls were.
func (r *Report) UncomparedText() string {
	if r.OtherCalls == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d calls compared; %d to other agents left out", len(r.Pairs), len(r.Pairs)+r.OtherCalls, r.OtherCalls)
}

// SuggestLevel returns the strictest level at which the recordings would be equal; false if there is none, or if they
// are equal already.
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
