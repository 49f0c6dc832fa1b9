package wire

import (
	"context"
	"errors"
	"fmt"
)

// Bodies reads the bodies of recorded exchanges. The recorder's store implements it.
type Bodies interface {
	// Chunks returns the chunks of a side that contain or follow the offset from, in order. It
	// returns about limit bytes, or all if limit is 0. Fewer bytes than limit mean that there are
	// no more.
	Chunks(ctx context.Context, exchange string, s Side, from, limit int64) ([]Chunk, error)
}

// ErrStop ends EachChunk without an error when the callback returns it.
var ErrStop = errors.New("enough")

// chunkBatchBytes is how many bytes of a body EachChunk asks for at a time.
const chunkBatchBytes = 1 << 20

// EachChunk calls f with the recorded chunks of a side, in order and each byte once, until there are no more
// or f returns an error.
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

// ReadBody returns all recorded bytes of a side.
func ReadBody(ctx context.Context, from Bodies, exchange string, side Side) (out []byte, err error) {
	err = EachChunk(ctx, from, exchange, side, func(c Chunk) error {
		out = append(out, c.Data...)
		return nil
	})
	return out, err
}
