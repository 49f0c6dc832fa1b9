package wire

import (
	"slices"
	"strings"
	"time"
)

// PassageKind says how a frame, a request or a response was forwarded.
type PassageKind string

const (
	PassageAsIs     PassageKind = "as_is" // unchanged and at once; not kept as a Passage
	PassageHeld     PassageKind = "held"  // unchanged, after it was held
	PassageDelayed  PassageKind = "delayed"
	PassageEdited   PassageKind = "edited"
	PassageDropped  PassageKind = "dropped"
	PassageInjected PassageKind = "injected" // sent by the console; it never arrived
)

// Passage describes one frame that was not simply forwarded. What arrived is on the side Request or
// Response, what was sent is on RequestSent or ResponseSent: once a side has a Passage, the sent
// side holds everything that was sent for it.
type Passage struct {
	Side     Side        `json:"-"`              // Request or Response: where it arrived, or would have
	Frame    int         `json:"frame"`          // its index on that side; for an injected frame, the index of the frame before which it was sent
	Sent     int         `json:"sent"`           // its index on the sent side, -1 if it was dropped
	Kind     PassageKind `json:"passed"`         // never PassageAsIs
	At       time.Time   `json:"at,omitzero"`    // when it was sent or dropped
	HoldTime int64       `json:"held,omitempty"` // nanoseconds for which it was held
	Rule     string      `json:"rule,omitempty"` // the text of the rule that caused it; "" for a person

	// FramesBack is set by gates and not recorded: how many frames before the current one the passage belongs
	// to, -1 for the next one.
	FramesBack int `json:"-"`
}

// Kinds returns how the frame passed: one that was edited or dropped after a wait was also held.
func (p Passage) Kinds() PassageKinds {
	if p.HoldTime > 0 && (p.Kind == PassageEdited || p.Kind == PassageDropped) {
		return PassageKindsOf(p.Kind, PassageHeld)
	}
	return PassageKindsOf(p.Kind)
}

// WasBrokenByRule reports whether a rule of the console, or a person, aborted the exchange. Problem
// says which.
func (x *Exchange) WasBrokenByRule() bool {
	return x.WasBrokenByPerson() || x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A rule of the console ")
}

// AnswerNotInFile is the Problem of an exchange whose response, if there was one, is missing from the file
// that it was imported from.
const AnswerNotInFile = "The answer is not in the file that was imported."

// HasUnknownAnswer reports whether it is unknown if the exchange was answered.
func (x *Exchange) HasUnknownAnswer() bool {
	return x.Outcome == Interrupted && x.Problem == AnswerNotInFile
}

// WasAnsweredByRule reports whether a rule of the console answered instead of the agent.
func (x *Exchange) WasAnsweredByRule() bool {
	return x.Outcome == Refused && x.PassageKinds.Has(PassageInjected)
}

// WhileHeld ends the Problem of an exchange whose client left while a rule held its request.
const WhileHeld = " while a rule held the request."

// WasHeldToTheEnd reports whether the client left while a rule held its request.
func (x *Exchange) WasHeldToTheEnd() bool {
	// Older records say so in a separate sentence.
	return x.Outcome == Cancelled && (strings.HasSuffix(x.Problem, WhileHeld) || strings.HasSuffix(x.Problem, ". A rule held the request."))
}

func (x *Exchange) WasBrokenByPerson() bool {
	return x.Outcome == Interrupted && strings.HasPrefix(x.Problem, "A person ")
}

// PassageKinds is a set of PassageKind: how the frames of an exchange passed that were not simply forwarded.
// Its bits are stored on record.
type PassageKinds uint8

// passageKinds are the members of a PassageKinds, in the order of their bits.
var passageKinds = [...]PassageKind{PassageHeld, PassageDelayed, PassageEdited, PassageDropped, PassageInjected}

// PassageKindsOf returns the set of list. PassageAsIs and unknown values add nothing.
func PassageKindsOf(list ...PassageKind) PassageKinds {
	var s PassageKinds
	for i, p := range passageKinds {
		if slices.Contains(list, p) {
			s |= 1 << i
		}
	}
	return s
}

func (s PassageKinds) Has(p PassageKind) bool { return s&PassageKindsOf(p) != 0 }

// List returns the members in a fixed order: held, delayed, edited, dropped, injected.
func (s PassageKinds) List() (out []PassageKind) {
	for i, p := range passageKinds {
		if s&(1<<i) != 0 {
			out = append(out, p)
		}
	}
	return out
}
