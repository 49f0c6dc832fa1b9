package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var slowHeadersAction = Action{
	Name: "slow-headers", Summary: "waits before the head of the response is sent", Targets: Heads, CanWait: true,
	Forms: []Form{{"slow-headers 5s", "waits five seconds"}},
	parse: func(s *scanner) (Fault, error) {
		d, err := s.readDuration()
		return SlowHeaders{d}, err
	},
}

// SlowHeaders delays the head of a response.
type SlowHeaders struct{ Duration time.Duration }

func (f SlowHeaders) String() string { return "slow-headers " + formatDuration(f.Duration) }

func (f SlowHeaders) Describe(wire.Side) string {
	return "begins " + spellDuration(f.Duration) + " late"
}

func (f SlowHeaders) Head(ctx context.Context, _ *Work, _ *wire.Head) error {
	return Sleep(ctx, f.Duration)
}
