package journal

import (
	"encoding/binary"
	"hash/crc32"
)

// headLen is the length of what goes before a payload.
const headLen = 8

// MaxRecord is how long a payload may be, in bytes.
const MaxRecord = 1 << 30

//nolint:gochecknoglobals // a read-only table
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Begin appends room for a record's head to b. The payload follows; End fills
// in the head.
func Begin(b []byte) []byte { return append(b, 0, 0, 0, 0, 0, 0, 0, 0) }

// End makes what follows at, where Begin was called, a whole record.
func End(b []byte, at int) []byte {
	payload := b[at+headLen:]
	binary.LittleEndian.PutUint32(b[at:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(b[at+4:], crc32.Checksum(payload, castagnoli))
	return b
}

// nextRecord takes the first record off b. need is how many bytes the record has, as
// far as that is known, when b does not hold all of it; ok is false then, and when
// the record is damaged, which need 0 tells.
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
