package recorder

import "github.com/a2a-console/a2a-console/internal/wire"

// A chunk's key packs the exchange's seq (33 bits), the side (2 bits) and the
// number of the read (28 bits).
const (
	readBits = 28
	sideBits = 2
)

func chunkKey(seq int64, s wire.Side, read int64) int64 {
	return seq<<(readBits+sideBits) | int64(s)<<readBits | read
}

const maxReads = 1 << readBits
