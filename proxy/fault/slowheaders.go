package fault

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var slowHeadersAction = Action{
	Name: "slow-headers", Does: "waits before the head of the response is sent", On: Heads, Waits: true,
	Forms: []Form{{"slow-headers 5s", "waits five seconds"}},
	parse: func(s *scan) (Fault, error) {
		d, err := s.duration()
		return SlowHeaders{d}, err
	},
}

// SlowHeaders delays the head of a response.
type SlowHeaders struct{ For time.Duration }

func (f SlowHeaders) String() string { return "slow-headers " + short(f.For) }

// Words is of Fault.
func (f SlowHeaders) Words(wire.Side) string { return "begins " + spelled(f.For) + " late" }

// Head is of OnHead.
func (f SlowHeaders) Head(ctx context.Context, _ *Work, _ *wire.Head) error { return Sleep(ctx, f.For) }
