package stream

import (
	"math/bits"
	"time"
)

// gaps is a histogram of durations in buckets a sixteenth of their size wide:
// enough for a median to read, and as small for a million as for ten.
type gaps struct {
	counts  map[uint16]int
	n       int
	longest time.Duration
}

func (g *gaps) add(d time.Duration) {
	if d < 0 {
		d = 0
	}
	if g.counts == nil {
		g.counts = map[uint16]int{}
	}
	g.counts[bucket(d)]++
	g.n++
	g.longest = max(g.longest, d)
}

// median is the lower median, within a sixteenth.
func (g *gaps) median() time.Duration {
	if g.n == 0 {
		return 0
	}
	left := (g.n + 1) / 2
	for b := range uint16(64 * 16) {
		if left -= g.counts[b]; left <= 0 {
			return min(value(b), g.longest)
		}
	}
	return g.longest
}

// bucket numbers durations by microseconds: exact below 16, then sixteen
// buckets for each doubling.
func bucket(d time.Duration) uint16 {
	us := uint64(d.Microseconds())
	if us < 16 {
		return uint16(us)
	}
	exp := bits.Len64(us) - 5
	return uint16(exp*16) + uint16(us>>exp)
}

func value(b uint16) time.Duration {
	if b < 32 {
		return time.Duration(b) * time.Microsecond
	}
	exp := b/16 - 1
	return time.Duration(uint64(b%16+16)<<exp) * time.Microsecond
}
