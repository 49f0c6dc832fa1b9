package web

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Kind says what a notice is about.
type Kind string

const (
	Anything  Kind = "" // every view looks
	Record    Kind = "record"
	Sessions  Kind = "sessions" // names, marks, limits, filters that are kept; which session is recorded, and whether
	Agents    Kind = "agents"   // cards, taps, signing in
	Drafts    Kind = "drafts"   // what is being composed, and calls of it that ended
	Runs      Kind = "runs"     // replays and mocks
	Jobs      Kind = "jobs"     // what else the console does in the background
	Rules     Kind = "rules"    // of intervention: which there are, and that one fired
	HeldItems Kind = "held"     // what waits for a decision
)

// Notice says what changed.
type Notice struct {
	Kind     Kind
	Exchange *wire.Exchange // of Record: as it is now; nil when it is not known which
}

// Matches reports whether a notice is of one of some kinds, or may be: Anything is of
// every kind.
func (n Notice) Matches(kinds ...Kind) bool {
	return n.Kind == Anything || slices.Contains(kinds, n.Kind)
}

// About is the exchange that a notice of Record is about. It returns false when the
// notice does not tell, and may be about any.
func (n Notice) About() (x wire.Exchange, known bool) {
	if n.Exchange == nil {
		return x, false
	}
	return *n.Exchange, true
}

// Selective is a View that some changes do not concern.
type Selective interface {
	// Concerns reports whether a change may show in the view, which is then drawn.
	// The view may keep what it is told.
	Concerns(n Notice) bool
}
