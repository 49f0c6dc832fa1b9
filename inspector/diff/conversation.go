package diff

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// conversation is a conversation with what comparing needs to know of its turns.
type conversation struct{ groups []group }

// conversations sorts a session's exchanges by conversation. Calls that only repeat the one
// before become one group: how often a task was polled is chance, and so is how often a
// client looked for the card before it spoke.
func conversations(list []outline) []*conversation {
	exchanges := make([]session.Exchange, len(list))
	for i := range list {
		exchanges[i] = list[i].Exchange
	}
	var out []*conversation
	for _, c := range session.Conversations(exchanges) {
		t := &conversation{}
		for _, turn := range c.Turns {
			u := group{outline: list[turn.Last()]}
			for _, i := range turn {
				u.all = append(u.all, list[i].X)
			}
			t.groups = append(t.groups, u)
		}
		out = append(out, t)
	}
	return out
}

// requests tells conversations apart by all that their requests say, got by the answers
// too.
func (t *conversation) requests() uint64 { return t.fold(asking) }

func (t *conversation) answers() uint64 { return t.fold(answered) }

func (t *conversation) fold(key func(*group) uint64) uint64 {
	s := uint64(len(t.groups))
	for i := range t.groups {
		s = mix(s, key(&t.groups[i]))
	}
	return s | 1
}

func asking(u *group) uint64   { return u.request }
func answered(u *group) uint64 { return u.answer }

// opening tells conversations apart by how they begin.
func (t *conversation) opening() uint64 { return t.groups[0].request | 1 }

// closing finds a conversation that lacks its beginning by how it ends.
func (t *conversation) closing() uint64 { return t.groups[len(t.groups)-1].answer | 1 }

func (t *conversation) structure() uint64 { return t.groups[0].structure | 1 }

func (t *conversation) op(h hasher) uint64 {
	return h.string(string(t.groups[0].class)+strconv.FormatBool(len(t.groups) > 1)) | 1
}

// align pairs what two sessions hold by the part it plays in the conversation.
// In the result, a or b is nil where there is no partner.
func align(a, b []outline, h hasher) []pairing {
	ta, tb := conversations(a), conversations(b)
	var m matching
	m.begin(len(ta), len(tb))
	linked(ta, tb, &m)
	for _, key := range []func(*conversation) uint64{
		(*conversation).answers, (*conversation).requests, (*conversation).opening, (*conversation).closing, (*conversation).structure,
		func(t *conversation) uint64 { return t.op(h) },
		func(t *conversation) uint64 { return h.string(string(t.groups[0].class)) | 1 },
	} {
		m.round(keyed(ta, key), keyed(tb, key))
	}
	var out []pairing
	for i, t := range ta {
		if j := m.toA[i]; j >= 0 {
			out = append(out, t.align(tb[j])...)
		} else {
			out = append(out, t.align(&conversation{})...)
		}
	}
	for j, t := range tb {
		if m.toB[j] < 0 {
			out = append(out, (&conversation{}).align(t)...)
		}
	}
	return inOrder(out, a, b)
}

func keyed(list []*conversation, key func(*conversation) uint64) []uint64 {
	out := make([]uint64, len(list))
	for i, t := range list {
		out[i] = key(t)
	}
	return out
}

// linked pairs conversations of which one holds the replay of the other's exchange,
// or the exchange itself.
func linked(a, b []*conversation, m *matching) {
	at := map[string]int{}
	for i, t := range a {
		for _, u := range t.groups {
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
			for _, u := range t.groups {
				for _, x := range u.all {
					if i, ok := at[name(x)]; ok && m.toA[i] < 0 && m.toB[j] < 0 {
						m.pair(i, j)
					}
				}
			}
		}
	}
}

// align pairs the groups of two conversations that belong together, in order: those
// with the same request and answer, between them those with the same request,
// then those with the same operation.
func (t *conversation) align(other *conversation) []pairing {
	return gaps(t.groups, other.groups, answered, func(a, b []group) []pairing {
		return gaps(a, b, asking, between)
	})
}

// gaps pairs groups with the same key, and by other means what lies between.
func gaps(a, b []group, key func(*group) uint64, other func(a, b []group) []pairing) (out []pairing) {
	keys := func(list []group) []uint64 {
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
			out = append(out, pairing{&a[m.a], &b[m.b]})
		}
		x, y = m.a+1, m.b+1
	}
	return out
}
