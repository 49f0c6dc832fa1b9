package diff

import (
	"hash/maphash"
	"math/bits"
)

// hasher hashes nodes. Equal nodes have equal hashes; ids, times and URLs never count. Hashes only decide which
// nodes are compared with each other, so a collision makes a report clumsy, not wrong.
type hasher struct{ seed maphash.Seed }

func newHasher() hasher { return hasher{maphash.MakeSeed()} }

// sum returns the hash of a node at a level, never 0. Exact counts as Meaning.
func (h hasher) sum(n *node, l Level) uint64 {
	if n == nil || n.level > l {
		return 1
	}
	i := min(int(l), int(Meaning)) - 1
	if n.sums[i] == 0 {
		n.sums[i] = h.compute(n, l) | 1
	}
	return n.sums[i]
}

func (h hasher) compute(n *node, l Level) uint64 {
	s := mix(h.string(n.tag), h.string(n.key))
	switch {
	case n.isDataRoot && l == Structure:
		return mix(s, h.shape(shapeOf(n)))
	case n.file != nil:
		return mix(s, maphash.Bytes(h.seed, n.file.bytes))
	case n.form == object:
		return mix(s, h.members(n, l))
	case n.form == list:
		for _, m := range n.items {
			s = mix(s, h.sum(m, l))
		}
		return mix(s, uint64(len(n.items)))
	case n.space != "" || n.kind == KindTime:
		return mix(s, 3)
	case n.kind == KindURL:
		return mix(s, 5)
	}
	return mix(s, h.string(n.text))
}

// members hashes an object's members independently of their order.
func (h hasher) members(n *node, l Level) (s uint64) {
	for i, m := range n.items {
		if m.level <= l {
			s += mix(h.string(n.names[i]), h.sum(m, l))
		}
	}
	return s
}

func (h hasher) string(s string) uint64 { return maphash.String(h.seed, s) }

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return hi ^ lo
}
