package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var stallAction = Action{
	Name: "stall", Does: "sends nothing after it. The connection stays open until somebody leaves, or for a time", On: Responses,
	Forms: []Form{{"stall", "until the client leaves"}, {"stall 30s", "for 30 seconds; then what came meanwhile is sent"}},
	parse: func(s *scan) (Fault, error) {
		if !s.more() {
			return Stall{Forever}, nil
		}
		d, err := s.duration()
		return Stall{d}, err
	},
}

// Stall keeps what comes after a frame from being sent.
type Stall struct{ For time.Duration }

func (t Stall) String() string {
	if t.For == Forever {
		return "stall"
	}
	return "stall " + short(t.For)
}

// Words is of Fault.
func (t Stall) Words(wire.Side) string {
	if t.For == Forever {
		return "is followed by nothing more, on a connection that stays open"
	}
	return "is followed by nothing for " + spelled(t.For)
}

// Frame is of OnFrame.
func (t Stall) Frame(_ context.Context, w *Work) error {
	w.Stall = t.For
	return nil
}
