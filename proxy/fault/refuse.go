package fault

import "github.com/a2a-console/a2a-console/internal/wire"

var refuseAction = Action{
	Name: "refuse", Does: "closes the tap: nobody listens, and connections are refused. WHEN may only have agent:", On: Taps,
	Forms: []Form{{"refuse", "connections are refused"}},
	parse: func(*scan) (Fault, error) { return RefuseAll{}, nil },
}

// RefuseAll closes the tap.
type RefuseAll struct{}

func (RefuseAll) String() string { return "refuse" }

// Words is of Fault.
func (RefuseAll) Words(wire.Side) string { return "is refused" }

// Connections is of OnConnection.
func (RefuseAll) Connections() Connections { return Refuse }
