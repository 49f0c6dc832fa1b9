package wire

import (
	"slices"
	"strings"
	"time"
)

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

// Passage tells of one frame that was not simply forwarded unchanged. The bytes
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

	// Back is for what a gate sends, and no part of the record: how many frames before the
	// one at hand the passage is of, -1 for the one after it.
	Back int `json:"-"`
}

// Set is how the frame passed: what was edited or dropped after a wait was held, too.
func (p Passage) Set() PassedSet {
	if p.Held > 0 && (p.How == Edited || p.How == Dropped) {
		return PassedSetOf(p.How, Held)
	}
	return PassedSetOf(p.How)
}

// BrokenByRule reports an exchange that a rule of the console, or a person, broke off. Its
// Problem says which.
func (x *Exchange) BrokenByRule() bool {
	return x.BrokenByPerson() || x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A rule of the console ")
}

// LeftOutAnswer is the Problem of an exchange of which the answer, if there was one, is not in
// the file that it was imported from.
const LeftOutAnswer = "The answer is not in the file that was imported."

// AnswerLeftOut reports an exchange of which nobody knows whether it was answered.
func (x *Exchange) AnswerLeftOut() bool {
	return x.Outcome == Interrupted && x.Problem == LeftOutAnswer
}

// AnsweredByRule reports an exchange that a rule of the console answered in place of the agent.
func (x *Exchange) AnsweredByRule() bool { return x.Outcome == Refused && x.Passed.Has(Injected) }

// BrokenByPerson reports an exchange that a person broke off by hand.
func (x *Exchange) BrokenByPerson() bool {
	return x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A person ")
}

// PassedSet is how the frames of an exchange passed that did not simply go on as they
// came. Its numbers are on record.
type PassedSet uint8

// passedWords are the values of Passed that a PassedSet has, each by its bit.
var passedWords = [...]Passed{Held, Delayed, Edited, Dropped, Injected}

// PassedSetOf is the set of some values; AsIs and what is no value add nothing.
func PassedSetOf(list ...Passed) PassedSet {
	var s PassedSet
	for i, p := range passedWords {
		if slices.Contains(list, p) {
			s |= 1 << i
		}
	}
	return s
}

// Has reports whether a frame passed so.
func (s PassedSet) Has(p Passed) bool { return s&PassedSetOf(p) != 0 }

// List are the values in the set: held, delayed, edited, dropped, injected.
func (s PassedSet) List() (out []Passed) {
	for i, p := range passedWords {
		if s&(1<<i) != 0 {
			out = append(out, p)
		}
	}
	return out
}
