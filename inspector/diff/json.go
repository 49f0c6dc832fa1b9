package diff

// JSON compares two JSON documents as they are written, member by member: ids, times and
// the spelling of numbers count, the order of an object's members does not. It returns at
// most limit differences, and how many there are beside. What is not JSON is one text.
func JSON(a, b []byte, limit int) (list []Difference, more int) {
	c := New(Options{Level: Exact, Limit: limit}).comparison(Exact)
	c.inData = true // no member may be missing
	c.compare(asWritten(data(a, Exact)), asWritten(data(b, Exact)))
	return c.out, c.more
}

// asWritten has each value compared by its text: strings as texts, the rest as literals.
func asWritten(n *node) *node {
	n.data, n.kind = false, KindEvent
	if n.form == leaf && !n.raw {
		n.kind = KindText
	}
	for _, m := range n.items {
		asWritten(m)
	}
	return n
}
