package fault

import "github.com/a2a-console/a2a-console/internal/wire"

var resetAction = Action{
	Name: "reset", Summary: "resets each connection to the tap as soon as it is made. WHEN may contain only agent:", Targets: Taps,
	Forms: []Form{{"reset", "connections are reset"}},
	parse: func(*scanner) (Fault, error) { return ResetAll{}, nil },
}

// ResetAll makes the tap reset connections.
type ResetAll struct{}

func (ResetAll) String() string { return "reset" }

func (ResetAll) Describe(wire.Side) string { return "is reset as soon as it is made" }

func (ResetAll) Connections() Connections { return Reset }
