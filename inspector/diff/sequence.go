package diff

import "slices"

// match pairs item a of one list with item b of the other.
type match struct{ a, b int }

// maxCells limits quadratic comparison to a gap of 256 by 256 items, which keeps the total time linear.
const maxCells = 1 << 16

// sequence finds a common subsequence of two lists: a longest one for short lists, a good one for long lists. It takes
// linear time and is deterministic. Libraries with Myers' algorithm take seconds for two lists of 10,000 items, or their
// result depends on a clock.
func sequence(a, b []uint64) []match {
	var out []match
	findCommon(a, b, match{}, 0, &out)
	return out
}

// maxDepth limits how often a gap is searched for anchors. Each search takes time linear in the gap's length.
const maxDepth = 12

// findCommon appends the common items of two stretches, which start at position at of the whole lists.
func findCommon(a, b []uint64, at match, depth int, out *[]match) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		*out = append(*out, at)
		a, b, at = a[1:], b[1:], at.plus(1, 1)
	}
	tail := 0
	for tail < len(a) && tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	end := at.plus(len(a)-tail, len(b)-tail)
	middle(a[:len(a)-tail], b[:len(b)-tail], at, depth, out)
	for i := range tail {
		*out = append(*out, end.plus(i, i))
	}
}

func (m match) plus(a, b int) match { return match{m.a + a, m.b + b} }

func middle(a, b []uint64, at match, depth int, out *[]match) {
	switch {
	case len(a) == 0 || len(b) == 0:
		return
	case len(a)*len(b) <= maxCells:
		longestCommon(a, b, at, out)
		return
	}
	var pins []match
	if depth < maxDepth {
		pins = anchors(a, b)
	}
	if len(pins) == 0 { // no anchors: compare half with half
		i, j := len(a)/2, len(b)/2
		findCommon(a[:i], b[:j], at, depth, out)
		findCommon(a[i:], b[j:], at.plus(i, j), depth, out)
		return
	}
	for g, paired := range gaps(pins, len(a), len(b)) {
		findCommon(a[g.from.a:g.to.a], b[g.from.b:g.to.b], at.plus(g.from.a, g.from.b), depth+1, out)
		if paired {
			*out = append(*out, at.plus(g.to.a, g.to.b))
		}
	}
}

// anchors returns the items that occur exactly once in both lists, in the order of both.
func anchors(a, b []uint64) []match {
	type place struct{ inA, inB, at int }
	seen := make(map[uint64]place, len(a))
	for i, v := range a {
		p := seen[v]
		seen[v] = place{p.inA + 1, 0, i}
	}
	for _, v := range b {
		if p, ok := seen[v]; ok {
			p.inB++
			seen[v] = p
		}
	}
	var all []match // in B's order
	for j, v := range b {
		if p := seen[v]; p.inA == 1 && p.inB == 1 {
			all = append(all, match{p.at, j})
		}
	}
	return longestIncreasing(all)
}

// longestIncreasing returns a longest subsequence of all in which a also rises.
func longestIncreasing(all []match) []match {
	var tops []int // for each length, the index of the smallest last item of a run
	back := make([]int, len(all))
	for i, m := range all {
		low, _ := slices.BinarySearchFunc(tops, m.a, func(top, a int) int { return all[top].a - a })
		back[i] = -1
		if low > 0 {
			back[i] = tops[low-1]
		}
		if low == len(tops) {
			tops = append(tops, i)
		} else {
			tops[low] = i
		}
	}
	out := make([]match, len(tops))
	if len(tops) == 0 {
		return nil
	}
	for i, at := len(tops)-1, tops[len(tops)-1]; i >= 0; i, at = i-1, back[at] {
		out[i] = all[at]
	}
	return out
}

// longestCommon finds a longest common subsequence by comparing every item with every other.
func longestCommon(a, b []uint64, at match, out *[]match) {
	w := len(b) + 1
	table := make([]uint16, (len(a)+1)*w)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i*w+j] = table[(i+1)*w+j+1] + 1
			} else {
				table[i*w+j] = max(table[(i+1)*w+j], table[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			*out = append(*out, at.plus(i, j))
			i, j = i+1, j+1
		case table[(i+1)*w+j] >= table[i*w+j+1]:
			i++
		default:
			j++
		}
	}
}
