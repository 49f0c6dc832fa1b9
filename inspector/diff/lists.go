package diff

// list compares the items of two lists.
func (c *comparison) list(a, b *node) {
	var pairs []match
	if a.unordered {
		pairs = c.unordered(a.items, b.items)
	} else {
		pairs = c.ordered(a.items, b.items)
	}
	leftA, leftB := make([]bool, len(a.items)), make([]bool, len(b.items))
	for _, m := range pairs {
		leftA[m.a], leftB[m.b] = true, true
	}
	for _, m := range pairs {
		c.at.at(m.a)
		c.compare(a.items[m.a], b.items[m.b])
		c.at.up()
	}
	if len(pairs) == len(a.items) && len(pairs) == len(b.items) {
		return
	}
	// Items that stand alone are no matter of structure where the lists are
	// alike in that, item by item.
	alike := c.level > Structure && c.hash.sum(a, Structure) == c.hash.sum(b, Structure)
	for i, paired := range leftA {
		if !paired {
			c.unpaired(i, a.items[i], nil, alike)
		}
	}
	for i, paired := range leftB {
		if !paired {
			c.unpaired(i, nil, b.items[i], alike)
		}
	}
}

func (c *comparison) unpaired(i int, a, b *node, alike bool) {
	n := a
	if n == nil {
		n = b
	}
	l := n.level
	if alike {
		l = max(l, Meaning)
	}
	c.at.at(i)
	c.differ(n.kind, l, a, b)
	c.at.up()
}

// ordered pairs items without changing their order: equal ones first, then in
// the gaps those of like structure, then whatever is left one by one.
func (c *comparison) ordered(a, b []*node) []match {
	level := min(c.level, Meaning)
	var out []match
	c.gaps(a, b, level, func(x, y, i, j int) {
		if level == Structure {
			out = append(out, oneByOne(x, y, i, j)...)
			return
		}
		c.gaps(a[x:i], b[y:j], Structure, func(p, q, m, n int) {
			out = append(out, oneByOne(x+p, y+q, x+m, y+n)...)
		}, func(m match) { out = append(out, match{x + m.a, y + m.b}) })
	}, func(m match) { out = append(out, m) })
	return out
}

// gaps calls pair for what two lists have in common and gap for the stretches
// a[x:i] and b[y:j] between, in order.
func (c *comparison) gaps(a, b []*node, l Level, gap func(x, y, i, j int), pair func(match)) {
	x, y := 0, 0
	for _, m := range append(sequence(c.sums(a, l), c.sums(b, l)), match{len(a), len(b)}) {
		if x < m.a && y < m.b {
			gap(x, y, m.a, m.b)
		}
		if m.a < len(a) {
			pair(m)
		}
		x, y = m.a+1, m.b+1
	}
}

func oneByOne(x, y, i, j int) (out []match) {
	for ; x < i && y < j; x, y = x+1, y+1 {
		out = append(out, match{x, y})
	}
	return out
}

func (c *comparison) sums(list []*node, l Level) []uint64 {
	out := make([]uint64, len(list))
	for i, n := range list {
		out[i] = c.hash.sum(n, l)
	}
	return out
}

// unordered pairs items wherever they stand: equal ones first, then those with the
// same key and structure, then those with the same key, then the rest in order.
func (c *comparison) unordered(a, b []*node) []match {
	var m matching
	m.begin(len(a), len(b))
	m.round(c.sums(a, Meaning), c.sums(b, Meaning))
	m.round(c.sums(a, Structure), c.sums(b, Structure))
	m.round(c.keys(a), c.keys(b))
	m.remaining()
	return m.pairs()
}

func (c *comparison) keys(list []*node) []uint64 {
	out := make([]uint64, len(list))
	for i, n := range list {
		out[i] = mix(c.hash.string(n.tag), c.hash.string(n.key))
	}
	return out
}
