package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var stallAction = Action{
	Name: "stall", Summary: "is followed by nothing for a time, or until a side disconnects. The connection stays open", Targets: Responses,
	Forms: []Form{{"stall", "until a side disconnects"}, {"stall 30s", "for 30 seconds; then what arrived meanwhile is sent"}},
	parse: func(s *scanner) (Fault, error) {
		if !s.hasArgs() {
			return Stall{Forever}, nil
		}
		d, err := s.readDuration()
		return Stall{d}, err
	},
}

// Stall sends nothing after a frame for a time.
type Stall struct{ Duration time.Duration }

func (t Stall) String() string {
	if t.Duration == Forever {
		return "stall"
	}
	return "stall " + formatDuration(t.Duration)
}

func (t Stall) Describe(wire.Side) string {
	if t.Duration == Forever {
		return "is followed by nothing more, on a connection that stays open"
	}
	return "is followed by nothing for " + spellDuration(t.Duration)
}

func (t Stall) Frame(_ context.Context, w *Work) error {
	w.Stall = t.Duration
	return nil
}
