package version

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// CardPath is a path at which a version serves cards, whatever comes before it.
type CardPath struct {
	Suffix string
	Op     a2a.Operation
}

// Card is how a version's cards are told from others.
type Card struct {
	// Interfaces says that cards list their endpoints in supportedInterfaces, each with
	// its version, and have no url of their own.
	Interfaces bool

	// Transport says that such an endpoint, where it does not give its version, is of
	// this one when it calls its binding "transport".
	Transport bool

	// Unsaid says that cards need not give their version.
	Unsaid bool

	// Fits says how well a card with a url that does not give its version agrees with
	// this one.
	Fits func(document.Value) Fit

	// Said is the version of a card with a url that says it is of this one; nil where
	// that is always true.
	Said func(document.Value) a2a.Version

	Place  string // the check on where cards are served
	Signed bool   // cards may be signed
}

// Fit is how well a card agrees with a version.
type Fit int

// From not at all to surely.
const (
	No       Fit = iota
	Possible     // nothing tells against it
	Marked       // it has members of this version
)
