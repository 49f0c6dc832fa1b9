package journal

import (
	"encoding/binary"
	"hash/crc32"
)

// headLen is the length of a record's head, before its payload.
const headLen = 8

// MaxRecord is the maximum length of a payload, in bytes.
const MaxRecord = 1 << 30

//nolint:gochecknoglobals // a read-only table
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Begin appends room for a record's head to b. Append the payload next, then call End.
func Begin(b []byte) []byte { return append(b, 0, 0, 0, 0, 0, 0, 0, 0) }

// End completes the record that Begin began at index at.
func End(b []byte, at int) []byte {
	payload := b[at+headLen:]
	binary.LittleEndian.PutUint32(b[at:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(b[at+4:], crc32.Checksum(payload, castagnoli))
	return b
}

// nextRecord returns the first record of b. If b does not hold all of it, ok is false, and need is its length,
// as far as known. If the record is damaged, ok is false, and need is 0.
func nextRecord(b []byte) (payload []byte, need int, ok bool) {
	if len(b) < headLen {
		return nil, headLen, false
	}
	n := binary.LittleEndian.Uint32(b)
	if n == 0 || n > MaxRecord {
		return nil, 0, false
	}
	if len(b) < headLen+int(n) {
		return nil, headLen + int(n), false
	}
	payload = b[headLen : headLen+int(n)]
	if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
		return nil, 0, false
	}
	return payload, headLen + int(n), true
}
