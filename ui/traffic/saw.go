package traffic

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// saw is which state of the task reached the client last in a call, where a rule or a person
// had it that this is not the one that the agent told.
type saw struct {
	Other bool
	State a2a.State // "" for none
}

// words says what the client saw.
func (s saw) words() string {
	if s.State == "" {
		return "client saw no state"
	}
	return "client saw " + s.State.Word()
}

// sawLimit bounds the answers that are read to find out, in bytes.
const sawLimit = 1 << 20

// clientSaw tells which state reached the client in a call that told one.
func (s *Screen) clientSaw(ctx context.Context, x wire.Exchange) (saw, error) {
	if x.Labels.State == "" || x.Passed == 0 && x.Outcome != wire.Interrupted || x.ResponseBytes > sawLimit {
		return saw{}, nil
	}
	sent, err := s.sentOtherwise(ctx, x.ID)
	if err != nil || !sent {
		return saw{}, err
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
	err = r.Whole(func(side wire.Side, take func(wire.Chunk) error) error {
		if side == wire.Response {
			side = wire.ResponseSent
		}
		return wire.Pieces(ctx, s.Library, x.ID, side, take)
	})
	return saw{last != a2a.State(x.Labels.State), last}, err
}

// sentOtherwise reports whether what was sent of an answer is on record beside what came.
func (s *Screen) sentOtherwise(ctx context.Context, id string) (bool, error) {
	sent, err := s.Library.Chunks(ctx, id, wire.ResponseSent, 0, 1)
	if err != nil || len(sent) > 0 {
		return len(sent) > 0, err
	}
	list, err := s.Library.Passages(ctx, id)
	return slices.ContainsFunc(list, func(p wire.Passage) bool { return p.Side == wire.Response }), err
}
