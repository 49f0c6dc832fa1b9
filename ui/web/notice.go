package web

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Kind is the kind of thing that changed.
type Kind string

const (
	Anything  Kind = "" // concerns every view
	Record    Kind = "record"
	Sessions  Kind = "sessions" // names, marks, limits, saved filters; the session being recorded, and pauses
	Agents    Kind = "agents"   // cards, taps, credentials
	Drafts    Kind = "drafts"   // drafts of Compose, and their calls that ended
	Runs      Kind = "runs"     // replays and mocks
	Jobs      Kind = "jobs"     // other background jobs
	Rules     Kind = "rules"    // a rule was changed or fired
	HeldItems Kind = "held"     // the queue of held items
)

// Notice says what changed.
type Notice struct {
	Kind     Kind
	Exchange *wire.Exchange // the exchange that changed, for Record; nil if unknown
}

// Matches reports whether the notice is, or may be, of one of kinds: Anything matches every kind.
func (n Notice) Matches(kinds ...Kind) bool {
	return n.Kind == Anything || slices.Contains(kinds, n.Kind)
}

// About returns the exchange that changed. It returns false if that is unknown and may be any.
func (n Notice) About() (x wire.Exchange, known bool) {
	if n.Exchange == nil {
		return x, false
	}
	return *n.Exchange, true
}

// Selective is a View that only some changes concern.
type Selective interface {
	// Concerns reports whether a change may show in the view, which is then
	// drawn. The view may keep n.
	Concerns(n Notice) bool
}
