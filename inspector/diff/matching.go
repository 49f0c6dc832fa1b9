package diff

import (
	"iter"
	"slices"
)

func keysOf[T any](list []T, key func(T) uint64) []uint64 {
	out := make([]uint64, len(list))
	for i, v := range list {
		out[i] = key(v)
	}
	return out
}

// matching pairs the items of two lists regardless of order, in rounds from strict to lenient. Each round takes
// linear time.
type matching struct {
	toA []int // for each item of A, the index of its partner in B, -1 for none yet
	toB []int
}

func newMatching(a, b int) *matching {
	return &matching{slices.Repeat([]int{-1}, a), slices.Repeat([]int{-1}, b)}
}

func (m *matching) pair(i, j int) { m.toA[i], m.toB[j] = j, i }

// pairEqual pairs unpaired items with equal keys, in order.
func (m *matching) pairEqual(a, b []uint64) {
	waiting := map[uint64][]int{}
	for j, k := range b {
		if m.toB[j] < 0 {
			waiting[k] = append(waiting[k], j)
		}
	}
	for i, k := range a {
		if q := waiting[k]; m.toA[i] < 0 && len(q) > 0 {
			m.pair(i, q[0])
			waiting[k] = q[1:]
		}
	}
}

// pairs yields every item of A with its partner in B, then the items of B without a partner. -1 stands for no
// partner.
func (m *matching) pairs() iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for i, j := range m.toA {
			if !yield(i, j) {
				return
			}
		}
		for j, i := range m.toB {
			if i < 0 && !yield(-1, j) {
				return
			}
		}
	}
}

// gap is a stretch between common items of two lists: [from.a:to.a] of one, [from.b:to.b] of the other.
type gap struct{ from, to match }

// gaps yields the gap before each common item, which is at g.to, with paired true. Last, it yields the gap
// after the last common item, with paired false.
func gaps(common []match, a, b int) iter.Seq2[gap, bool] {
	return func(yield func(g gap, paired bool) bool) {
		var from match
		for _, m := range common {
			if !yield(gap{from, m}, true) {
				return
			}
			from = m.plus(1, 1)
		}
		yield(gap{from, match{a, b}}, false)
	}
}
