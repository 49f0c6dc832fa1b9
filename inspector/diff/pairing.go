package diff

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// pairing is a group of A and the one of B that plays its part; either may be nil.
type pairing struct{ a, b *group }

// between pairs groups with the same operation, in order.
func between(a, b []group) (out []pairing) {
	waiting := map[a2a.Operation][]int{}
	for j := range b {
		waiting[b[j].class] = append(waiting[b[j].class], j)
	}
	taken := make([]bool, len(b))
	for i := range a {
		t := pairing{a: &a[i]}
		if q := waiting[a[i].class]; len(q) > 0 {
			t.b, taken[q[0]] = &b[q[0]], true
			waiting[a[i].class] = q[1:]
		}
		out = append(out, t)
	}
	for j := range b {
		if !taken[j] {
			out = append(out, pairing{b: &b[j]})
		}
	}
	return out
}

// inOrder sorts pairings by their place in A; one that only B has stands after
// what it followed there.
func inOrder(all []pairing, a, b []outline) []pairing {
	placeA, placeB := map[string]int{}, map[string]int{}
	for i, o := range a {
		placeA[o.X.ID] = i
	}
	for j, o := range b {
		placeB[o.X.ID] = j
	}
	partner := make([]int, len(b)) // A's place of each exchange of B, -1 for none
	for j := range partner {
		partner[j] = -1
	}
	for _, t := range all {
		if t.a != nil && t.b != nil {
			partner[placeB[t.b.all[0].ID]] = placeA[t.a.all[0].ID]
		}
	}
	for j := range partner {
		if j > 0 && partner[j] < 0 {
			partner[j] = partner[j-1]
		}
	}
	place := func(t pairing) (int, int) {
		if t.a != nil {
			return placeA[t.a.all[0].ID], -1
		}
		j := placeB[t.b.all[0].ID]
		return partner[j], j
	}
	slices.SortStableFunc(all, func(s, t pairing) int {
		x, i := place(s)
		y, j := place(t)
		if x != y {
			return x - y
		}
		return i - j
	})
	return all
}
