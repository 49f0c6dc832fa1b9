package database

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// A chunk's key consists of the exchange's seq (33 bits), the side (2 bits) and the number of the read (28
// bits).
const (
	ReadBits = 28
	sideBits = 2
)

// ChunkKey returns the key of a read. Reads are numbered from 0 on each side.
func ChunkKey(seq int64, s wire.Side, read int64) int64 {
	return seq<<(ReadBits+sideBits) | int64(s)<<ReadBits | read
}

// MaxReads is how many reads of a side have keys.
const MaxReads = 1 << ReadBits
