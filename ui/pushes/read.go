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
	pushBytes  = 32 << 20 // bytes of a body or stream that are read
	pushEvents = 2000     // events of a stream that are kept
)

// read reads an exchange: its call and response, event by event for a stream, or
// the content of a delivery.
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
			return nil // an attached file; it says nothing about pushes
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

// SideUpTo returns a side's decoded body, or nil if it exceeds a limit that suffices for a push
// notification or a call.
func (s *Reader) SideUpTo(ctx context.Context, x wire.Exchange, side wire.Side) ([]byte, error) {
	kept := x.RequestKept
	if side == wire.Response {
		kept = x.ResponseKept
	}
	if kept > pushBytes {
		return nil, nil // an attached file; it says nothing about pushes
	}
	body, err := tape.SideBody(ctx, s.Library, x, side)
	if len(body) > pushBytes {
		body = nil // it was compressed
	}
	return body, err
}

// MayConcernPush reports whether an exchange may contain a push configuration.
func MayConcernPush(x wire.Exchange) bool {
	switch a2a.Operation(x.Labels.Op) {
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		return x.Origin != wire.Push
	}
	return false
}
