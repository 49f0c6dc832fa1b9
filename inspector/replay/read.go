package replay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// readStep reads a recorded exchange; nil if there is nothing to replay.
func readStep(ctx context.Context, from diff.Source, x wire.Exchange) (*step, error) {
	if !x.Origin.IsConversation() || x.Origin == wire.Push || x.Outcome == wire.Refused {
		return nil, nil
	}
	s := &step{original: x, leaveAfter: -1}
	rd, err := reading.Record(ctx, from, &x, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, nil), Light: true, Each: s.readPiece})
	if err != nil {
		return nil, err
	}
	s.request = rd.RequestBody()
	s.readRequest(rd)
	if s.binding == "" && s.Op != a2a.GetCard {
		return nil, nil
	}
	l := rd.Labels()
	s.task, s.context, s.state, s.fault = l.Task, l.Context, a2a.State(l.State), l.Error
	if x.Outcome == wire.Cancelled && len(s.arrivals) > 0 && !s.state.Terminal() && !s.state.Interrupted() {
		s.leaveAfter = len(s.arrivals)
	}
	if x.RequestKept < x.RequestBytes {
		s.SkipReason = fmt.Sprintf("only %d of the request's %d bytes were recorded", x.RequestKept, x.RequestBytes)
	}
	return s, nil
}

func (s *step) readRequest(rd *reading.Reader) {
	id := rd.Identity()
	s.Exchange, s.Op, s.call = s.original.ID, id.Op, rd.Request().Call
	s.Version = a2a.Version(id.Label())
	var envelope struct{ Method json.RawMessage }
	s.binding = id.Binding
	if s.binding == "" && s.original.Method == http.MethodPost && json.Unmarshal(s.request, &envelope) == nil && envelope.Method != nil {
		s.binding = a2a.JSONRPC // of an unknown version
	}
	s.Excerpt = diff.Excerpt(&s.original, s.Op, s.call, s.request)
}

// readPiece notes assigned ids and the arrival of events in a piece of the response.
func (s *step) readPiece(p reading.Piece) {
	switch r := p.Reading; {
	case p.Part == reading.Body:
		s.sum = sha256.Sum256(p.Frame.Data)
		s.noteResult(r.Result)
	case p.Part != reading.Event || len(bytes.TrimSpace(p.Frame.Data)) == 0:
	case p.Frame.Kind == wire.GRPC && !r.Op.Streams(): // a plain response
		s.noteResult(r.Result)
	default:
		s.arrivals = append(s.arrivals, arrival{p.Frame.Complete, r.Kind == a2a.KindTask})
	}
}

// noteResult records the ids that the agent assigned, and the card.
func (s *step) noteResult(r *a2a.Result) {
	if r == nil {
		return
	}
	s.next, s.card = r.Next, r.Card
	if r.Push != nil {
		s.pushID = r.Push.ID
	}
}
