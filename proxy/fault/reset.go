package fault

import "github.com/a2a-console/a2a-console/internal/wire"

var resetAction = Action{
	Name: "reset", Does: "resets each connection to the tap as soon as it is made. WHEN may only have agent:", On: Taps,
	Forms: []Form{{"reset", "connections are reset"}},
	parse: func(*scan) (Fault, error) { return ResetAll{}, nil },
}

// ResetAll resets connections.
type ResetAll struct{}

func (ResetAll) String() string { return "reset" }

// Words is of Fault.
func (ResetAll) Words(wire.Side) string { return "is reset as soon as it is made" }

// Connections is of OnConnection.
func (ResetAll) Connections() Connections { return Reset }
