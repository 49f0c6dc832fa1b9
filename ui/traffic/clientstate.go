package traffic

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// clientState is the last task state that reached the client in a call, if a rule or a person
// changed what the agent sent.
type clientState struct {
	IsDifferent bool
	State       a2a.State // "" for none
}

func (s clientState) words() string {
	if s.State == "" {
		return "client saw no state"
	}
	return "client saw " + s.State.Word()
}

// maxClientStateBytes bounds the responses that are read to find the state.
const maxClientStateBytes = 1 << 20

// readClientState finds the state that reached the client in x. The result is zero if x has no
// state, its response was not changed, or the response is too large.
func (s *Screen) readClientState(ctx context.Context, x wire.Exchange) (clientState, error) {
	if x.Labels.State == "" || x.PassageKinds == 0 && x.Outcome != wire.Interrupted || x.ResponseBytes > maxClientStateBytes {
		return clientState{}, nil
	}
	sent, err := s.isSentRecorded(ctx, x.ID)
	if err != nil || !sent {
		return clientState{}, err
	}
	told := x
	if x.ResponseSent != nil {
		told.Response = *x.ResponseSent
	}
	var last a2a.State
	r := reading.New(&told, reading.Options{Light: true, Each: func(p reading.Piece) {
		if status := p.Reading.Result.TaskStatus(); status != nil && status.State != "" {
			last = status.State
		}
	}})
	err = r.ReadAll(func(side wire.Side, take func(wire.Chunk) error) error {
		if side == wire.Response {
			side = wire.ResponseSent
		}
		return wire.EachChunk(ctx, s.Library, x.ID, side, take)
	})
	return clientState{last != a2a.State(x.Labels.State), last}, err
}

// isSentRecorded reports whether the record holds a response as it was sent to the client, and not
// only as it arrived from the agent.
func (s *Screen) isSentRecorded(ctx context.Context, id string) (bool, error) {
	sent, err := s.Library.Chunks(ctx, id, wire.ResponseSent, 0, 1)
	if err != nil || len(sent) > 0 {
		return len(sent) > 0, err
	}
	list, err := s.Library.Passages(ctx, id)
	return slices.ContainsFunc(list, func(p wire.Passage) bool { return p.Side == wire.Response }), err
}
