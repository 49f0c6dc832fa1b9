package diff

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// thread is a conversation with what comparing needs to know of its turns.
type thread struct{ units []unit }

// threads sorts a session's exchanges by conversation. Calls that only repeat the one
// before become one unit: how often a task was polled is chance, and so is how often a
// client looked for the card before it spoke.
func threads(list []outline) []*thread {
	exchanges := make([]session.Exchange, len(list))
	for i := range list {
		exchanges[i] = list[i].Exchange
	}
	var out []*thread
	for _, c := range session.Conversations(exchanges) {
		t := &thread{}
		for _, turn := range c.Turns {
			u := unit{outline: list[turn.Last()]}
			for _, i := range turn {
				u.all = append(u.all, list[i].X)
			}
			t.units = append(t.units, u)
		}
		out = append(out, t)
	}
	return out
}

// sum tells threads apart by all that their requests say, got by the answers
// too.
func (t *thread) sum() uint64 { return t.fold(asking) }

func (t *thread) got() uint64 { return t.fold(answered) }

func (t *thread) fold(key func(*unit) uint64) uint64 {
	s := uint64(len(t.units))
	for i := range t.units {
		s = mix(s, key(&t.units[i]))
	}
	return s | 1
}

func asking(u *unit) uint64   { return u.sum }
func answered(u *unit) uint64 { return u.got }

// opening tells threads apart by how they begin.
func (t *thread) opening() uint64 { return t.units[0].sum | 1 }

// closing finds a thread that lacks its beginning by how it ends.
func (t *thread) closing() uint64 { return t.units[len(t.units)-1].got | 1 }

func (t *thread) like() uint64 { return t.units[0].like | 1 }

func (t *thread) op(h hasher) uint64 {
	return h.string(string(t.units[0].class)+strconv.FormatBool(len(t.units) > 1)) | 1
}

// align pairs what two sessions hold by the part it plays in the conversation.
// In the result, a or b is nil where there is no partner.
func align(a, b []outline, h hasher) []twin {
	ta, tb := threads(a), threads(b)
	var m matching
	m.begin(len(ta), len(tb))
	linked(ta, tb, &m)
	for _, key := range []func(*thread) uint64{
		(*thread).got, (*thread).sum, (*thread).opening, (*thread).closing, (*thread).like,
		func(t *thread) uint64 { return t.op(h) },
		func(t *thread) uint64 { return h.string(string(t.units[0].class)) | 1 },
	} {
		m.round(keyed(ta, key), keyed(tb, key))
	}
	var out []twin
	for i, t := range ta {
		if j := m.toA[i]; j >= 0 {
			out = append(out, t.align(tb[j])...)
		} else {
			out = append(out, t.align(&thread{})...)
		}
	}
	for j, t := range tb {
		if m.toB[j] < 0 {
			out = append(out, (&thread{}).align(t)...)
		}
	}
	return inOrder(out, a, b)
}

func keyed(list []*thread, key func(*thread) uint64) []uint64 {
	out := make([]uint64, len(list))
	for i, t := range list {
		out[i] = key(t)
	}
	return out
}

// linked pairs threads of which one holds the replay of the other's exchange,
// or the exchange itself.
func linked(a, b []*thread, m *matching) {
	at := map[string]int{}
	for i, t := range a {
		for _, u := range t.units {
			for _, x := range u.all {
				at[x.ID] = i
			}
		}
	}
	for _, name := range []func(*wire.Exchange) string{
		func(x *wire.Exchange) string { return x.ID },
		func(x *wire.Exchange) string { return x.Link },
	} {
		for j, t := range b {
			for _, u := range t.units {
				for _, x := range u.all {
					if i, ok := at[name(x)]; ok && m.toA[i] < 0 && m.toB[j] < 0 {
						m.pair(i, j)
					}
				}
			}
		}
	}
}

// align pairs the units of two threads that belong together, in order: those
// with the same request and answer, between them those with the same request,
// then those with the same operation.
func (t *thread) align(other *thread) []twin {
	return gaps(t.units, other.units, answered, func(a, b []unit) []twin {
		return gaps(a, b, asking, between)
	})
}

// gaps pairs units with the same key, and by other means what lies between.
func gaps(a, b []unit, key func(*unit) uint64, other func(a, b []unit) []twin) (out []twin) {
	keys := func(list []unit) []uint64 {
		out := make([]uint64, len(list))
		for i := range list {
			out[i] = key(&list[i])
		}
		return out
	}
	x, y := 0, 0
	for _, m := range append(sequence(keys(a), keys(b)), match{len(a), len(b)}) {
		out = append(out, other(a[x:m.a], b[y:m.b])...)
		if m.a < len(a) {
			out = append(out, twin{&a[m.a], &b[m.b]})
		}
		x, y = m.a+1, m.b+1
	}
	return out
}
