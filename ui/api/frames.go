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

// Passage is the JSON form of what happened to a frame that was not forwarded unchanged.
type Passage struct {
	Kind     string           `json:"kind"` // "passage"
	Exchange string           `json:"exchange"`
	Side     string           `json:"side"`  // request or response: the side on which it arrived, or would have arrived
	Frame    int              `json:"frame"` // its index there; for an injected frame, that of the frame after it
	Sent     int              `json:"sent"`  // its index among the frames sent, -1 if it was dropped
	Passed   wire.PassageKind `json:"passed"`
	At       string           `json:"at"`
	HeldMS   float64          `json:"held_ms,omitempty"`
	Rule     string           `json:"rule,omitempty"`   // absent if a person decided
	Text     string           `json:"text,omitempty"`   // what was sent, if the frame was edited or injected
	Base64   string           `json:"base64,omitempty"` // in place of text, if what was sent is not UTF-8
}

// PassageOf converts a passage, without the text that was sent.
func PassageOf(exchange string, p *wire.Passage) Passage {
	return Passage{Kind: "passage", Exchange: exchange, Side: tape.SideName(p.Side), Frame: p.Frame, Sent: p.Sent,
		Passed: p.Kind, At: apiTime(p.At), HeldMS: float64(p.HoldTime) / 1e6, Rule: p.Rule}
}

// FramesOf converts frames of one side of an exchange, with their passages.
func FramesOf(exchange string, side wire.Side, frames []wire.Frame, list []wire.Passage) []Frame {
	how, out := passagesByFrame(side, list), []Frame{}
	for i := range frames {
		m := frameOf(exchange, side, &frames[i])
		m.setPassage(how)
		out = append(out, m)
	}
	return out
}

// passagesByFrame returns the first passage of each frame of a side, by the frame's index.
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

// setPassage sets what happened to the frame. One without an entry in how was forwarded unchanged.
func (f *Frame) setPassage(how map[int]*wire.Passage) {
	f.Passed = wire.PassageAsIs
	if p := how[f.Index]; p != nil {
		f.Passed, f.Rule, f.HeldMS = p.Kind, p.Rule, float64(p.HoldTime)/1e6
	}
}

// exchangeFeed tracks what a feed has sent of one exchange.
type exchangeFeed struct {
	response *cutter               // nil until the response's head is on record
	sent     map[wire.Side]*cutter // by the side on which the frames arrived
	passages int                   // number of passages sent
}

// send sends the frames of the response that have arrived, and the passages of both sides.
func (t *exchangeFeed) send(ctx context.Context, record LiveRecord, x *wire.Exchange, send func(any) error) error {
	var list []wire.Passage
	if x.PassageKinds != 0 {
		var err error
		if list, err = record.Passages(ctx, x.ID); err != nil {
			return fmt.Errorf("read how frames of %s passed: %w", x.ID, err)
		}
	}
	if x.Response.Status != 0 { // the head is needed to know the framing of the body
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

// passage converts a passage, including the text that was sent. known is false until all of that is
// on record.
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

// cutter cuts one side of an exchange into frames as bytes arrive. The frames have the same indexes
// as on record.
type cutter struct {
	side   wire.Side
	split  *body.Cutter
	next   int64 // offset of the next byte to read
	closed bool
	ahead  []wire.Frame // frames read but not yet returned
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

// splitterFor returns a cutter for a response whose framing is known only from its body, because it
// is encoded, or its media type is not that of a stream.
func splitterFor(x *wire.Exchange, side wire.Side) *body.Cutter {
	head := &x.Response
	if side == wire.ResponseSent && x.ResponseSent != nil {
		head = x.ResponseSent
	}
	return body.NewCutter(head, coding.NewBudget(coding.MaxDecodedBytes))
}

// FrameSource returns the frames of recorded exchanges whose framing is known from the head.
type FrameSource interface {
	Frames(ctx context.Context, exchange string, s wire.Side, from, limit int) ([]wire.Frame, error)
}

// Frames returns at most limit frames of a side, from the index from on.
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

// read calls each for each frame that has arrived since the last call.
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

// readMore returns the frames that the next chunks complete, nil if nothing more has arrived.
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

// frame returns the frame with an index, and false until it is on record. Indexes must be requested
// in ascending order.
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
