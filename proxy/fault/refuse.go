package fault

import "github.com/a2a-console/a2a-console/internal/wire"

var refuseAction = Action{
	Name: "refuse", Summary: "closes the tap, so that connections are refused. WHEN may contain only agent:", Targets: Taps,
	Forms: []Form{{"refuse", "connections are refused"}},
	parse: func(*scanner) (Fault, error) { return RefuseAll{}, nil },
}

// RefuseAll makes the tap stop listening.
type RefuseAll struct{}

func (RefuseAll) String() string { return "refuse" }

func (RefuseAll) Describe(wire.Side) string { return "is refused" }

func (RefuseAll) Connections() Connections { return Refuse }
