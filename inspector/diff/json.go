package diff

// CompareJSON compares two JSON documents as written, member by member: ids, times and the spelling of numbers count,
// the order of an object's members does not. It returns at most limit differences, and the number of further ones.
// It compares anything that is not JSON as one text.
func CompareJSON(a, b []byte, limit int) (list []Difference, more int) {
	c := New(Options{Level: Exact, Limit: limit}).newComparison(Exact)
	c.inData = true // no member may be missing
	c.compare(markLiterals(data(a, Exact)), markLiterals(data(b, Exact)))
	return c.differences, c.omitted
}

// markLiterals makes each value be compared as written: strings as texts, all others as literals.
func markLiterals(n *node) *node {
	n.isDataRoot, n.kind = false, KindEvent
	if n.form == leaf && !n.isLiteral {
		n.kind = KindText
	}
	for _, m := range n.items {
		markLiterals(m)
	}
	return n
}
