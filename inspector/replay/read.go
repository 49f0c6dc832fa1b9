package replay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// read reads a recorded exchange; nil when it is nothing to do again.
func read(ctx context.Context, from diff.Source, x wire.Exchange) (*step, error) {
	if x.Origin == wire.Console || x.Origin == wire.Push || x.Outcome == wire.Refused {
		return nil, nil
	}
	body, err := wire.Whole(ctx, from, x.ID, wire.Request)
	if err != nil {
		return nil, err
	}
	req := dialect.RequestOf(&x, body)
	rd := dialect.NewLabeller(req, dialect.HintOf(x.Labels.Dialect, nil))
	s := &step{x: x, request: req.Body, left: -1}
	if err := s.answer(ctx, from, rd); err != nil {
		return nil, err
	}
	s.ask(rd, req)
	if s.binding == "" && s.Op != a2a.GetCard {
		return nil, nil
	}
	l := rd.Labels()
	s.task, s.context, s.state, s.fault = l.Task, l.Context, a2a.State(l.State), l.Error
	if x.Outcome == wire.Cancelled && len(s.arrived) > 0 && !s.state.Terminal() && !s.state.Interrupted() {
		s.left = len(s.arrived)
	}
	if x.RequestKept < x.RequestBytes {
		s.Skip = fmt.Sprintf("only %d of the request's %d bytes are on record", x.RequestKept, x.RequestBytes)
	}
	return s, nil
}

// ask takes what the request says.
func (s *step) ask(rd *dialect.Reader, req dialect.Message) {
	id, reading := rd.Identity(), rd.Request()
	s.Exchange, s.Op, s.call = s.x.ID, id.Op, reading.Call
	s.Version = a2a.Version(id.Label())
	var envelope struct{ Method json.RawMessage }
	s.binding = id.Binding
	if s.binding == "" && req.Method == http.MethodPost && json.Unmarshal(req.Body, &envelope) == nil && envelope.Method != nil {
		s.binding = a2a.JSONRPC // of no version
	}
	switch {
	case s.call != nil && s.call.Message != nil:
		s.Says = saying(s.call.Message.Parts)
	case s.Op == "": // what it calls, in place of an operation
		var method string
		_ = json.Unmarshal(envelope.Method, &method) // else it has no name
		s.Says = saying([]a2a.Part{{Kind: a2a.TextPart, Text: method}})
	}
}

func saying(parts []a2a.Part) string {
	for _, p := range parts {
		text := p.Text
		if p.Kind == a2a.DataPart {
			text = string(p.Data)
		}
		if text = strings.Join(strings.Fields(text), " "); text == "" {
			continue
		}
		if utf8.RuneCountInString(text) > 60 {
			text = string([]rune(text)[:59]) + "…"
		}
		return text
	}
	return ""
}

// answer reads what is on record of the answer: ids, states, and when its
// events came.
func (s *step) answer(ctx context.Context, from diff.Source, rd *dialect.Reader) error {
	if s.x.Response.Status == 0 {
		return nil
	}
	framing := s.x.Response.Framing()
	if framing == wire.Body {
		body, err := wire.Whole(ctx, from, s.x.ID, wire.Response)
		if err != nil {
			return err
		}
		s.sum = sha256.Sum256(body)
		resp := dialect.ResponseOf(&s.x, body)
		frames := dialect.FramesOf(resp, s.x.LastByte)
		if len(frames) > 0 && frames[0].Kind != wire.Body {
			rd.Response(dialect.ResponseOf(&s.x, nil))
			s.frames(rd, frames)
			return nil
		}
		s.result(rd.Response(resp).Result)
		return nil
	}
	rd.Response(dialect.ResponseOf(&s.x, nil))
	split := wire.NewSplitter(framing, maxEvent)
	err := wire.Pieces(ctx, from, s.x.ID, wire.Response, func(c wire.Chunk) error {
		s.frames(rd, split.Feed(c.At, c.Data))
		return nil
	})
	s.frames(rd, split.Close(s.x.LastByte))
	rd.Trailer(s.x.Response.Trailer)
	return err
}

func (s *step) frames(rd *dialect.Reader, list []wire.Frame) {
	for _, f := range list {
		if len(bytes.TrimSpace(f.Data)) == 0 {
			continue
		}
		r := rd.Event(f)
		if f.Kind == wire.GRPC && !rd.Identity().Op.Streams() { // a plain answer
			s.result(r.Result)
			continue
		}
		s.arrived = append(s.arrived, arrival{f.Complete, r.Kind == a2a.KindTask})
	}
}

// result notes the names that the agent gave.
func (s *step) result(r *a2a.Result) {
	if r == nil {
		return
	}
	s.next, s.card = r.Next, r.Card
	if r.Push != nil {
		s.pushID = r.Push.ID
	}
}

// maxEvent is how much of one event of a stream is read, in bytes.
const maxEvent = 16 << 20
