package pushes

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
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
	if r, ok := s.State.get(x.ID, x.Version); ok {
		return r, nil
	}
	r := Reading{version: x.Version}
	body, err := s.SideUpTo(ctx, x, wire.Request)
	if err != nil {
		return r, err
	}
	r.cost = int64(len(body))
	m := tape.RequestMessage(x, body)
	if x.Origin == wire.Push {
		id := dialect.Identify(m, dialect.Message{}, dialect.Hint{})
		got := dialect.ReadRequest(id, m)
		r.Push, r.Kind, r.Bad, r.Version = got.Result, got.Kind, got.Problems, id.Label()
	} else {
		reader := dialect.NewReader(m, dialect.Hint{})
		if err := s.readAnswer(ctx, x, reader, &r); err != nil {
			return r, err
		}
		r.Call = reader.Request().Call
	}
	s.State.put(x.ID, r)
	return r, nil
}

// readAnswer reads the response into r.
func (s *Reader) readAnswer(ctx context.Context, x wire.Exchange, reader *dialect.Reader, r *Reading) error {
	head := dialect.Message{Status: x.Response.Status, Header: x.Response.Header}
	stream := x.Response.Framing() != wire.Body
	if x.Response.Status == 0 || !stream && x.Ended.IsZero() {
		return nil
	}
	if !stream {
		body, err := s.SideUpTo(ctx, x, wire.Response)
		if err != nil {
			return err
		}
		head.Body = body
		r.cost += int64(len(body))
		got := reader.Response(head)
		r.Result, r.Error = got.Result, got.Error
		return nil
	}
	reader.Response(head)
	chunks, err := s.Library.Chunks(ctx, x.ID, wire.Response, 0, pushBytes)
	if err != nil {
		return fmt.Errorf("read the stream of %s: %w", x.ID, err)
	}
	split := wire.NewSplitter(x.Response.Framing(), tape.EventLimit)
	for _, c := range chunks {
		r.cost += int64(len(c.Data))
		takeEvents(reader, split.Feed(c.At, c.Data), x.ID, r)
	}
	if !x.Ended.IsZero() {
		takeEvents(reader, split.Close(x.Ended), x.ID, r)
	}
	return nil
}

func takeEvents(reader *dialect.Reader, frames []wire.Frame, exchange string, r *Reading) {
	for _, f := range frames {
		if f.Kind == wire.Comment || len(r.Events) == pushEvents {
			continue
		}
		got := reader.Event(f)
		if got.Error != nil {
			r.Error = got.Error
		}
		if got.Result != nil {
			r.Events = append(r.Events, push.Event{At: f.Complete, Exchange: exchange, N: f.Index + 1, Result: got.Result})
		}
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

// About reports whether an exchange may tell of a push configuration.
func About(x wire.Exchange) bool {
	switch a2a.Operation(x.Labels.Op) {
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		return x.Origin != wire.Push
	}
	return false
}
