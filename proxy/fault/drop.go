package fault

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var dropAction = Action{
	Name: "drop", Summary: "is not sent. For a request, the agent is not called, and the client's connection is closed without an answer", Targets: Requests | Responses, NeedsWholeFrame: true,
	Forms: []Form{{"drop", "it is not sent"}},
	parse: func(*scanner) (Fault, error) { return Drop{}, nil },
}

// Drop keeps a frame from being sent. Documents injected next to it are sent.
type Drop struct{}

func (Drop) String() string { return "drop" }

func (Drop) Describe(side wire.Side) string {
	if side == wire.Request {
		return "does not reach the agent, and the client's connection is closed"
	}
	return "is not sent"
}

func (Drop) Frame(_ context.Context, w *Work) error {
	if p := w.ownPiece(); p != nil {
		p.Kind, p.Rule, p.Raw = wire.PassageDropped, w.Rule, nil
	}
	return nil
}
