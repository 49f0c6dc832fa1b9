package reading

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Record reads an exchange as far as it is on record.
func Record(ctx context.Context, from wire.Bodies, x *wire.Exchange, o Options) (*Reader, error) {
	r := New(x, o)
	return r, r.Record(ctx, from)
}

// Record reads the exchange as far as it is on record, or until Stop.
func (r *Reader) Record(ctx context.Context, from wire.Bodies) error {
	return r.Whole(func(side wire.Side, take func(wire.Chunk) error) error {
		return wire.Pieces(ctx, from, r.x.ID, side, take)
	})
}

// Whole reads the exchange of which chunks hands over what there is of a side, until
// take returns wire.ErrEnough.
func (r *Reader) Whole(chunks func(side wire.Side, take func(wire.Chunk) error) error) error {
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		if side == wire.Response {
			if r.ask(); r.x.Response.Status == 0 {
				break
			}
			r.answer()
		}
		err := chunks(side, func(c wire.Chunk) error {
			if r.Feed(side, c.At, c.Data); r.stopped {
				return wire.ErrEnough
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	r.Finish()
	return nil
}

// Request reads a request alone.
func Request(x *wire.Exchange, body []byte, o Options) *Reader {
	r := New(x, o)
	r.Feed(wire.Request, x.Started, body)
	r.ask()
	return r
}
