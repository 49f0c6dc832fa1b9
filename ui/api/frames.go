package api

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// Passage is how a frame passed that was not forwarded unchanged.
type Passage struct {
	Kind     string           `json:"kind"` // "passage"
	Exchange string           `json:"exchange"`
	Side     string           `json:"side"`  // request or response: where it came, or would have come
	Frame    int              `json:"frame"` // its index there; of what was injected, that of the frame before which it went out
	Sent     int              `json:"sent"`  // its index among what was sent, -1 when it was dropped
	Passed   wire.PassageKind `json:"passed"`
	At       string           `json:"at"`
	HeldMS   float64          `json:"held_ms,omitempty"`
	Rule     string           `json:"rule,omitempty"`   // absent: a person had it so
	Text     string           `json:"text,omitempty"`   // what was sent, of what was edited or injected
	Base64   string           `json:"base64,omitempty"` // instead of text, when it is not UTF-8
}

// PassageOf is a passage of an exchange, without what was sent.
func PassageOf(exchange string, p *wire.Passage) Passage {
	return Passage{Kind: "passage", Exchange: exchange, Side: tape.SideName(p.Side), Frame: p.Frame, Sent: p.Sent,
		Passed: p.Kind, At: apiTime(p.At), HeldMS: float64(p.HoldTime) / 1e6, Rule: p.Rule}
}

// FramesOf are frames of a side of an exchange as programs get them, with how each passed.
func FramesOf(exchange string, side wire.Side, frames []wire.Frame, list []wire.Passage) []Frame {
	how, out := passagesByFrame(side, list), []Frame{}
	for i := range frames {
		m := frameOf(exchange, side, &frames[i])
		m.setPassage(how)
		out = append(out, m)
	}
	return out
}

// passagesByFrame are the first passages of a side's frames, by their indexes.
func passagesByFrame(side wire.Side, list []wire.Passage) map[int]*wire.Passage {
	out := map[int]*wire.Passage{}
	for i := range list {
		p := &list[i]
		at := p.Frame
		switch {
		case side == p.Side+wire.RequestSent && p.Sent >= 0:
			at = p.Sent
		case side != p.Side || p.Kind == wire.PassageInjected:
			continue
		}
		if out[at] == nil {
			out[at] = p
		}
	}
	return out
}

// setPassage says how a frame passed.
func (f *Frame) setPassage(how map[int]*wire.Passage) {
	f.Passed = wire.PassageAsIs
	if p := how[f.Index]; p != nil {
		f.Passed, f.Rule, f.HeldMS = p.Kind, p.Rule, float64(p.HoldTime)/1e6
	}
}

// exchangeFeed is what a feed has told of one exchange.
type exchangeFeed struct {
	response *cutter               // of the response, nil before its head
	sent     map[wire.Side]*cutter // by the side where it came
	passages int
}

// send hands over what has come in of the response, and how frames of both sides passed.
func (t *exchangeFeed) send(ctx context.Context, record LiveRecord, x *wire.Exchange, send func(any) error) error {
	var list []wire.Passage
	if x.PassageKinds != 0 {
		var err error
		if list, err = record.Passages(ctx, x.ID); err != nil {
			return fmt.Errorf("read how frames of %s passed: %w", x.ID, err)
		}
	}
	if x.Response.Status != 0 { // how its body is framed is not known before its head
		if t.response == nil {
			t.response = newCutter(wire.Response, x)
		}
		how := passagesByFrame(wire.Response, list)
		err := t.response.read(ctx, record, x, func(g *wire.Frame) error {
			m := frameOf(x.ID, wire.Response, g)
			if m.setPassage(how); m.Passed == wire.PassageAsIs && x.Ended.IsZero() {
				m.Passed = "" // it may still be held
			}
			return send(m)
		})
		if err != nil {
			return err
		}
	}
	for ; t.passages < len(list); t.passages++ {
		m, known, err := t.passage(ctx, record, x, &list[t.passages])
		if err != nil || !known {
			return err
		}
		if err := send(m); err != nil {
			return err
		}
	}
	return nil
}

// passage is how a frame passed, with what was sent. known is false while that is not all on
// record.
func (t *exchangeFeed) passage(ctx context.Context, record LiveRecord, x *wire.Exchange, p *wire.Passage) (m Passage, known bool, err error) {
	m = PassageOf(x.ID, p)
	if p.Sent < 0 || p.Kind != wire.PassageEdited && p.Kind != wire.PassageInjected {
		return m, true, nil
	}
	c := t.sent[p.Side]
	if c == nil {
		if t.sent == nil {
			t.sent = map[wire.Side]*cutter{}
		}
		c = newCutter(p.Side+wire.RequestSent, x)
		t.sent[p.Side] = c
	}
	g, ok, err := c.frame(ctx, record, x, p.Sent)
	if ok {
		m.Text, m.Base64 = textOf(g.Data)
	}
	return m, ok || !x.Ended.IsZero(), err
}

// cutter cuts a side of one exchange into frames as it comes in, as the record counts them.
type cutter struct {
	side   wire.Side
	split  *body.Cutter
	next   int64 // offset of what is read next
	closed bool
	ahead  []wire.Frame // that were read and not asked for
}

func newCutter(side wire.Side, x *wire.Exchange) *cutter {
	kind := x.Response.Framing()
	switch {
	case kind == wire.WebSocket, !side.IsRequest() && kind != wire.Body:
		return &cutter{side: side, split: body.NewFramed(kind)}
	case side.IsRequest():
		return &cutter{side: side, split: body.NewFramed(wire.Body)}
	}
	return &cutter{side: side, split: splitterFor(x, side)}
}

// splitterFor cuts a response of which the body tells how it is framed, not its head: there is
// an encoding to be undone, or no type of a stream.
func splitterFor(x *wire.Exchange, side wire.Side) *body.Cutter {
	head := &x.Response
	if side == wire.ResponseSent && x.ResponseSent != nil {
		head = x.ResponseSent
	}
	return body.NewCutter(head, coding.NewBudget(coding.MaxDecodedBytes))
}

// FrameSource has the frames of recorded exchanges, as far as heads tell of them.
type FrameSource interface {
	Frames(ctx context.Context, exchange string, s wire.Side, from, limit int) ([]wire.Frame, error)
}

// Frames are the frames of a side from an index on, at most limit of them.
func Frames(ctx context.Context, bodies wire.Bodies, record FrameSource, x *wire.Exchange, side wire.Side, from, limit int) ([]wire.Frame, error) {
	if side.IsRequest() || x.Response.Framing() != wire.Body {
		return record.Frames(ctx, x.ID, side, from, limit)
	}
	var out []wire.Frame
	take := func(f wire.Frame) {
		if f.Index >= from && len(out) < limit {
			out = append(out, f)
		}
	}
	c, last := splitterFor(x, side), time.Time{}
	err := wire.EachChunk(ctx, bodies, x.ID, side, func(k wire.Chunk) error {
		if last = k.At; len(out) == limit {
			return wire.ErrStop
		}
		c.Feed(k.At, k.Data, take)
		return nil
	})
	if err == nil && last.IsZero() {
		return nil, nil
	}
	c.Close(last, take)
	if c.Kind() == wire.Body && !c.IsCoded() {
		return record.Frames(ctx, x.ID, side, from, limit)
	}
	return out, err
}

// read hands over the frames that have come in since it was called last.
func (c *cutter) read(ctx context.Context, record LiveRecord, x *wire.Exchange, each func(*wire.Frame) error) error {
	for {
		frames, err := c.readMore(ctx, record, x)
		if err != nil || frames == nil {
			return err
		}
		for i := range frames {
			if err := each(&frames[i]); err != nil {
				return err
			}
		}
	}
}

// readMore reads on, as far as one read leads; nil when nothing more has come in.
func (c *cutter) readMore(ctx context.Context, record LiveRecord, x *wire.Exchange) ([]wire.Frame, error) {
	chunks, err := record.Chunks(ctx, x.ID, c.side, c.next, tape.ReadStep)
	if err != nil {
		return nil, fmt.Errorf("read the stream of %s: %w", x.ID, err)
	}
	frames := []wire.Frame{}
	for _, k := range chunks {
		data := k.Data[min(max(c.next-k.Offset, 0), int64(len(k.Data))):]
		c.next = k.Offset + int64(len(k.Data))
		c.split.Feed(k.At, data, func(f wire.Frame) { frames = append(frames, f) })
	}
	switch {
	case len(chunks) > 0:
		return frames, nil
	case c.closed || x.Ended.IsZero():
		return nil, nil
	}
	if c.closed = true; c.next > 0 {
		c.split.Close(x.LastByte, func(f wire.Frame) { frames = append(frames, f) })
	}
	return frames, nil
}

// frame is the frame of an index, false while it is not on record. Those asked for come in
// their order.
func (c *cutter) frame(ctx context.Context, record LiveRecord, x *wire.Exchange, index int) (wire.Frame, bool, error) {
	for {
		for len(c.ahead) > 0 {
			g := c.ahead[0]
			if g.Index > index {
				return g, false, nil
			}
			c.ahead = c.ahead[1:]
			if g.Index == index {
				return g, true, nil
			}
		}
		frames, err := c.readMore(ctx, record, x)
		if err != nil || frames == nil {
			return wire.Frame{}, false, err
		}
		c.ahead = frames
	}
}
