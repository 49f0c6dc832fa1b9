package redact

import (
	"encoding/binary"
	"math/bits"
)

// byteClass is what a byte means in a document outside of strings and comments.
type byteClass uint8

const (
	wordByte byteClass = iota
	quoteByte
	openByte
	closeByte
	colonByte
	commaByte
	spaceByte
	slashByte
	apostrophe
)

// classes of bytes. The bytes of a byte order mark and of a non-breaking space,
// and NUL, count as space.
var classes = [256]byteClass{
	'"': quoteByte, '{': openByte, '[': openByte, '}': closeByte, ']': closeByte,
	':': colonByte, '=': colonByte, ',': commaByte, '/': slashByte, '\'': apostrophe,
	' ': spaceByte, '\t': spaceByte, '\r': spaceByte, '\n': spaceByte,
	0: spaceByte, 0xc2: spaceByte, 0xa0: spaceByte, 0xef: spaceByte, 0xbb: spaceByte, 0xbf: spaceByte,
}

// plainByte is what may stand between the strings and brackets of JSON and needs
// no step there. Line ends do, in events.
var plainByte = plainBytes()

func plainBytes() (t [256]bool) {
	for _, c := range []byte(" \t,:+-.0123456789Eaeflnrstu") {
		t[c] = true
	}
	return t
}

// plainText is how many bytes at the start of p are before the first quote, backslash
// or control character. It looks at eight at a time: one of them is less than
// n exactly where x-n borrows from a byte that has its high bit clear, and equal
// to c where x^c is zero. Bytes that follow a hit may be taken for one; the first
// hit is one.
func plainText(p []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(p); i += 8 {
		x := binary.LittleEndian.Uint64(p[i:])
		quote, slash := x^(ones*'"'), x^(ones*'\\')
		if hit := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(p); i++ {
		if c := p[i]; c == '"' || c == '\\' || c < 0x20 {
			break
		}
	}
	return i
}
