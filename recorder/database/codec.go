package database

import (
	"fmt"

	"github.com/klauspost/compress/s2"
)

// How the bytes of a chunk are stored.
const (
	codecPlain = 0 // unchanged
	codecS2    = 1 // one S2 block
)

// packThreshold is the size from which chunks are packed. For smaller ones, such as events of a slow stream,
// packing gains nothing. For larger ones it costs less than writing the bytes twice, to the log and to the
// file.
const packThreshold = 4 << 10

// maxUnpacked bounds the unpacked size of a chunk. No read is larger, so a chunk that claims more is damaged.
const maxUnpacked = 1 << 30

// Packer packs chunks, one at a time, into its own memory.
type Packer struct{ buf []byte }

// Pack returns what to store for a chunk. It is valid until the next call.
func (k *Packer) Pack(data []byte) (codec int64, stored []byte) {
	if len(data) < packThreshold {
		return codecPlain, data
	}
	if n := s2.MaxEncodedLen(len(data)); n > cap(k.buf) {
		k.buf = make([]byte, n)
	}
	if out := s2.Encode(k.buf[:cap(k.buf)], data); len(out) < len(data)-len(data)/8 {
		return codecS2, out
	}
	return codecPlain, data
}

// Unpack reverses Pack.
func Unpack(codec int64, stored []byte) ([]byte, error) {
	n, err := unpackedLen(codec, stored)
	if err != nil || codec == codecPlain {
		return stored, err
	}
	data, err := s2.Decode(make([]byte, 0, n), stored)
	if err != nil {
		return nil, fmt.Errorf("unpack a chunk: %w", err)
	}
	return data, nil
}

// unpackedLen returns how many bytes Unpack returns.
func unpackedLen(codec int64, stored []byte) (int64, error) {
	switch codec {
	case codecPlain:
		return int64(len(stored)), nil
	case codecS2:
		n, err := s2.DecodedLen(stored)
		if err != nil || n > maxUnpacked {
			return 0, fmt.Errorf("unpack a chunk of %d bytes: it is damaged", len(stored))
		}
		return int64(n), nil
	}
	return 0, fmt.Errorf("a chunk has codec %d, which this program does not know", codec)
}
