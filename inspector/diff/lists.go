package diff

import "cmp"

func (c *comparison) compareLists(a, b *node) {
	var pairs []match
	if a.unordered {
		pairs = c.pairUnordered(a.items, b.items)
	} else {
		pairs = c.pairOrdered(a.items, b.items, min(c.level, Meaning), match{}, nil)
	}
	pairedA, pairedB := make([]bool, len(a.items)), make([]bool, len(b.items))
	for _, m := range pairs {
		pairedA[m.a], pairedB[m.b] = true, true
		c.path.index(m.a)
		c.compare(a.items[m.a], b.items[m.b])
		c.path.pop()
	}
	if len(pairs) == len(a.items) && len(pairs) == len(b.items) {
		return
	}
	// If the lists have the same structure, item by item, unpaired items do not differ in structure.
	alike := c.level > Structure && c.hash.sum(a, Structure) == c.hash.sum(b, Structure)
	for i, paired := range pairedA {
		if !paired {
			c.addUnpaired(i, a.items[i], nil, alike)
		}
	}
	for i, paired := range pairedB {
		if !paired {
			c.addUnpaired(i, nil, b.items[i], alike)
		}
	}
}

func (c *comparison) addUnpaired(i int, a, b *node, alike bool) {
	n := cmp.Or(a, b)
	l := n.level
	if alike {
		l = max(l, Meaning)
	}
	c.path.index(i)
	c.addDifference(n.kind, l, a, b)
	c.path.pop()
}

// pairOrdered pairs items without changing their order: those that are equal at level l, in the gaps those with the
// same structure, then the rest one by one. at is where a and b begin in the whole lists. It appends to out.
func (c *comparison) pairOrdered(a, b []*node, l Level, at match, out []match) []match {
	for g, paired := range gaps(sequence(c.sums(a, l), c.sums(b, l)), len(a), len(b)) {
		x, y, from := a[g.from.a:g.to.a], b[g.from.b:g.to.b], at.plus(g.from.a, g.from.b)
		if l > Structure && len(x) > 0 && len(y) > 0 {
			out = c.pairOrdered(x, y, Structure, from, out)
		} else {
			for i := range min(len(x), len(y)) {
				out = append(out, from.plus(i, i))
			}
		}
		if paired {
			out = append(out, at.plus(g.to.a, g.to.b))
		}
	}
	return out
}

func (c *comparison) sums(list []*node, l Level) []uint64 {
	return keysOf(list, func(n *node) uint64 { return c.hash.sum(n, l) })
}

// pairUnordered pairs items regardless of order: equal ones first, then those with the same key and structure, then
// those with the same key, then the rest in order.
func (c *comparison) pairUnordered(a, b []*node) (out []match) {
	key := func(n *node) uint64 { return mix(c.hash.string(n.tag), c.hash.string(n.key)) }
	rest := func(*node) uint64 { return 0 }
	m := newMatching(len(a), len(b))
	m.pairEqual(c.sums(a, Meaning), c.sums(b, Meaning))
	m.pairEqual(c.sums(a, Structure), c.sums(b, Structure))
	m.pairEqual(keysOf(a, key), keysOf(b, key))
	m.pairEqual(keysOf(a, rest), keysOf(b, rest))
	for i, j := range m.toA {
		if j >= 0 {
			out = append(out, match{i, j})
		}
	}
	return out
}
