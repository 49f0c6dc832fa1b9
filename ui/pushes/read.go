package pushes

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

const (
	pushBytes  = 32 << 20 // of a body or stream that is read
	pushEvents = 2000     // of a stream
)

// read reads an exchange: what it asked for, what it was answered, event by
// event where it is a stream, or what a delivery brought.
func (s *Reader) read(ctx context.Context, x wire.Exchange) (Reading, error) {
	if r, ok := s.Store.get(x.ID, x.Version); ok {
		return r, nil
	}
	r := Reading{version: x.Version}
	take := func(p reading.Piece) {
		if p.Part != reading.Body || x.ResponseKept <= pushBytes {
			r.take(p, x.ID)
		}
	}
	rd := reading.New(&x, reading.Options{Light: true, Each: take})
	err := rd.ReadAll(func(side wire.Side, give func(wire.Chunk) error) error {
		if side == wire.Request && x.RequestKept > pushBytes {
			return nil // a file that was sent along; nothing here is about it
		}
		left := int64(pushBytes)
		return wire.EachChunk(ctx, s.Library, x.ID, side, func(c wire.Chunk) error {
			if left -= int64(len(c.Data)); left < 0 {
				return wire.ErrStop
			}
			return give(c)
		})
	})
	if err != nil {
		return r, fmt.Errorf("read %s: %w", x.ID, err)
	}
	asked := rd.Request()
	r.cost = rd.Size()
	if x.Origin == wire.Push {
		r.Push, r.Kind, r.Problems, r.Version = asked.Result, asked.Kind, asked.Problems, rd.Identity().Label()
	} else {
		r.Call = asked.Call
	}
	s.Store.put(x.ID, r)
	return r, nil
}

// take notes what an answer or an event of it brought.
func (r *Reading) take(p reading.Piece, exchange string) {
	got := p.Reading
	if got.Error != nil {
		r.Error = got.Error
	}
	switch {
	case p.Part == reading.Body:
		r.Result = got.Result
	case p.Part == reading.Event && got.Result != nil && len(r.Events) < pushEvents:
		r.Events = append(r.Events, push.Event{At: p.Frame.Complete, Exchange: exchange, Number: p.Frame.Index + 1, Result: got.Result})
	}
}

// SideUpTo is a side's body, decoded, up to a limit that is enough for a push
// notification or a call.
func (s *Reader) SideUpTo(ctx context.Context, x wire.Exchange, side wire.Side) ([]byte, error) {
	kept := x.RequestKept
	if side == wire.Response {
		kept = x.ResponseKept
	}
	if kept > pushBytes {
		return nil, nil // a file that was sent along; nothing here is about it
	}
	body, err := tape.SideBody(ctx, s.Library, x, side)
	if len(body) > pushBytes {
		body = nil // it was compressed
	}
	return body, err
}

// MayConcernPush reports whether an exchange may tell of a push configuration.
func MayConcernPush(x wire.Exchange) bool {
	switch a2a.Operation(x.Labels.Op) {
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		return x.Origin != wire.Push
	}
	return false
}
