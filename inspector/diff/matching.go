package diff

// matching pairs what two lists hold, whatever the order, in rounds from strict
// to lenient. It is linear.
type matching struct {
	toA []int // for each of A: its partner's place, -1 for none yet
	toB []int
}

func (m *matching) begin(a, b int) {
	m.toA, m.toB = make([]int, a), make([]int, b)
	for i := range m.toA {
		m.toA[i] = -1
	}
	for j := range m.toB {
		m.toB[j] = -1
	}
}

func (m *matching) pair(i, j int) { m.toA[i], m.toB[j] = j, i }

// round pairs those yet unpaired that have equal keys, in order. Key 0 has no
// equal.
func (m *matching) round(a, b []uint64) {
	waiting := map[uint64][]int{}
	for j, k := range b {
		if m.toB[j] < 0 && k != 0 {
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

// remaining pairs what is left in order.
func (m *matching) remaining() {
	j := 0
	for i := range m.toA {
		if m.toA[i] >= 0 {
			continue
		}
		for j < len(m.toB) && m.toB[j] >= 0 {
			j++
		}
		if j == len(m.toB) {
			return
		}
		m.pair(i, j)
	}
}

func (m *matching) pairs() (out []match) {
	for i, j := range m.toA {
		if j >= 0 {
			out = append(out, match{i, j})
		}
	}
	return out
}
