package judge

// memory is a map that forgets what was put in first once it holds its most.
type memory[K comparable, V any] struct {
	most   int
	at     map[K]V
	order  []K
	next   int // in order, of what is forgotten next
	forgot bool
}

// get is what is remembered under k.
func (m *memory[K, V]) get(k K) (V, bool) {
	v, ok := m.at[k]
	return v, ok
}

// put remembers v under k.
func (m *memory[K, V]) put(k K, v V) {
	if m.at == nil {
		m.at = map[K]V{}
	}
	if _, known := m.at[k]; known {
		m.at[k] = v
		return
	}
	if len(m.order) < m.most {
		m.order = append(m.order, k)
	} else {
		delete(m.at, m.order[m.next])
		m.forgot = true
		m.order[m.next] = k
		m.next = (m.next + 1) % m.most
	}
	m.at[k] = v
}
