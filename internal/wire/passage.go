package wire

import (
	"slices"
	"strings"
	"time"
)

// PassageKind says how a frame, a request or a response went on.
type PassageKind string

const (
	PassageAsIs     PassageKind = "as_is" // as it came, at once; not kept as a Passage
	PassageHeld     PassageKind = "held"  // as it came, after it was held
	PassageDelayed  PassageKind = "delayed"
	PassageEdited   PassageKind = "edited"
	PassageDropped  PassageKind = "dropped"
	PassageInjected PassageKind = "injected" // it was sent, and never came
)

// Passage tells of one frame that was not simply forwarded unchanged. The bytes
// that came are on the side Request or Response, what was sent is on
// RequestSent or ResponseSent: once a side has a Passage, all that was sent of
// it is there.
type Passage struct {
	Side     Side        `json:"-"`              // Request or Response: where it came, or would have come
	Frame    int         `json:"frame"`          // its index on that side; of what was injected, that of the frame before which it went out
	Sent     int         `json:"sent"`           // its index on the sent side, -1 when it was dropped
	Kind     PassageKind `json:"passed"`         // never AsIs
	At       time.Time   `json:"at,omitzero"`    // when it was sent or dropped
	HoldTime int64       `json:"held,omitempty"` // nanoseconds that it was held
	Rule     string      `json:"rule,omitempty"` // what had it so, in the words of a rule; "" for a person

	// FramesBack is for what a gate sends, and no part of the record: how many frames before the
	// one at hand the passage is of, -1 for the one after it.
	FramesBack int `json:"-"`
}

// Kinds is how the frame passed: what was edited or dropped after a wait was held, too.
func (p Passage) Kinds() PassageKinds {
	if p.HoldTime > 0 && (p.Kind == PassageEdited || p.Kind == PassageDropped) {
		return PassageKindsOf(p.Kind, PassageHeld)
	}
	return PassageKindsOf(p.Kind)
}

// WasBrokenByRule reports an exchange that a rule of the console, or a person, broke off. Its
// Problem says which.
func (x *Exchange) WasBrokenByRule() bool {
	return x.WasBrokenByPerson() || x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A rule of the console ")
}

// AnswerNotInFile is the Problem of an exchange of which the answer, if there was one, is not in
// the file that it was imported from.
const AnswerNotInFile = "The answer is not in the file that was imported."

// HasUnknownAnswer reports an exchange of which nobody knows whether it was answered.
func (x *Exchange) HasUnknownAnswer() bool {
	return x.Outcome == Interrupted && x.Problem == AnswerNotInFile
}

// WasAnsweredByRule reports an exchange that a rule of the console answered in place of the agent.
func (x *Exchange) WasAnsweredByRule() bool {
	return x.Outcome == Refused && x.PassageKinds.Has(PassageInjected)
}

// WasBrokenByPerson reports an exchange that a person broke off by hand.
func (x *Exchange) WasBrokenByPerson() bool {
	return x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A person ")
}

// PassageKinds is how the frames of an exchange passed that did not simply go on as they
// came. Its numbers are on record.
type PassageKinds uint8

// passageKinds are the values of Passed that a PassageKinds has, each by its bit.
var passageKinds = [...]PassageKind{PassageHeld, PassageDelayed, PassageEdited, PassageDropped, PassageInjected}

// PassageKindsOf is the set of some values; PassageAsIs and what is no value add nothing.
func PassageKindsOf(list ...PassageKind) PassageKinds {
	var s PassageKinds
	for i, p := range passageKinds {
		if slices.Contains(list, p) {
			s |= 1 << i
		}
	}
	return s
}

// Has reports whether a frame passed so.
func (s PassageKinds) Has(p PassageKind) bool { return s&PassageKindsOf(p) != 0 }

// List are the values in the set: held, delayed, edited, dropped, injected.
func (s PassageKinds) List() (out []PassageKind) {
	for i, p := range passageKinds {
		if s&(1<<i) != 0 {
			out = append(out, p)
		}
	}
	return out
}
