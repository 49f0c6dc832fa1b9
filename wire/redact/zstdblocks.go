package redact

import "encoding/binary"

// zstdBlocks follows the blocks of zstd frames (RFC 8878 §3.1). A block can be
// decoded only when all of it is there, and part of it may lie open.
type zstdBlocks struct {
	want func(*zstdBlocks) int // length of the header being read, as far as head tells
	then func(*zstdBlocks)     // takes it
	head []byte
	skip int64 // bytes of a block, a checksum or a skippable frame still to come
	sum  bool  // the frame ends with a checksum
	lost bool  // this is no zstd
}

// inside reports whether something is under way that cannot be decoded yet.
func (z *zstdBlocks) inside() bool { return z.skip > 0 && !z.lost }

func (z *zstdBlocks) feed(p []byte) {
	for len(p) > 0 && !z.lost {
		if z.skip > 0 {
			n := min(z.skip, int64(len(p)))
			z.skip -= n
			p = p[n:]
			continue
		}
		if z.want == nil {
			z.expect(frameLength, (*zstdBlocks).frame)
		}
		z.head = append(z.head, p[0])
		p = p[1:]
		if len(z.head) >= z.want(z) && !z.lost {
			z.then(z)
		}
	}
}

func (z *zstdBlocks) expect(want func(*zstdBlocks) int, then func(*zstdBlocks)) {
	z.head, z.want, z.then = z.head[:0], want, then
}

// frameLength is the length of a frame's header: the magic number, a
// descriptor, and what that says.
func frameLength(z *zstdBlocks) int {
	if len(z.head) < 5 {
		return 5
	}
	if binary.LittleEndian.Uint32(z.head)&^0xf == 0x184d2a50 {
		return 8
	}
	if binary.LittleEndian.Uint32(z.head) != 0xfd2fb528 {
		z.lost = true
		return 0
	}
	d := z.head[4]
	n := 5 + [...]int{0, 1, 2, 4}[d&3] + [...]int{0, 2, 4, 8}[d>>6]
	switch single := d&0x20 != 0; {
	case !single:
		n++
	case d>>6 == 0:
		n++
	}
	return n
}

func (z *zstdBlocks) frame() {
	if z.head[0]&0xf0 == 0x50 {
		z.skip = int64(binary.LittleEndian.Uint32(z.head[4:]))
		z.expect(frameLength, (*zstdBlocks).frame)
		return
	}
	z.sum = z.head[4]&4 != 0
	z.expect(blockLength, (*zstdBlocks).block)
}

func blockLength(*zstdBlocks) int { return 3 }

func (z *zstdBlocks) block() {
	h := int64(z.head[0]) | int64(z.head[1])<<8 | int64(z.head[2])<<16
	z.skip = h >> 3
	if h>>1&3 == 1 { // one byte, repeated
		z.skip = 1
	}
	if h&1 == 0 {
		z.expect(blockLength, (*zstdBlocks).block)
		return
	}
	if z.sum {
		z.skip += 4
	}
	z.expect(frameLength, (*zstdBlocks).frame)
}
