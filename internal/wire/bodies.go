package wire

import (
	"context"
	"errors"
	"fmt"
)

// Bodies gives the bodies of recorded exchanges; the recorder's store does.
type Bodies interface {
	// Chunks returns chunks of a side that begin at or hold offset from, in
	// order, up to about limit bytes (0: all). Less than limit is all that there is.
	Chunks(ctx context.Context, exchange string, s Side, from, limit int64) ([]Chunk, error)
}

// ErrStop is what the function given to Pieces returns to end it without an
// error.
var ErrStop = errors.New("enough")

// chunkBatchBytes is how much of a body Pieces asks for at a time, in bytes.
const chunkBatchBytes = 1 << 20

// EachChunk calls f with what is on record of a side, in order and each byte once,
// until there is no more or f returns an error.
func EachChunk(ctx context.Context, from Bodies, exchange string, side Side, f func(Chunk) error) error {
	for next := int64(0); ; {
		chunks, err := from.Chunks(ctx, exchange, side, next, chunkBatchBytes)
		if err != nil {
			return fmt.Errorf("read exchange %s: %w", exchange, err)
		}
		read := int64(0)
		for _, c := range chunks {
			end := c.Offset + int64(len(c.Data))
			read += int64(len(c.Data))
			if end <= next {
				continue
			}
			c.Data = c.Data[max(0, next-c.Offset):]
			next = end
			if err := f(c); errors.Is(err, ErrStop) {
				return nil
			} else if err != nil {
				return err
			}
		}
		if read < chunkBatchBytes {
			return nil
		}
	}
}

// ReadBody is all that is on record of a side.
func ReadBody(ctx context.Context, from Bodies, exchange string, side Side) (out []byte, err error) {
	err = EachChunk(ctx, from, exchange, side, func(c Chunk) error {
		out = append(out, c.Data...)
		return nil
	})
	return out, err
}
