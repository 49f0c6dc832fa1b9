package diff

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// group is one exchange of a conversation, or several that each repeat the first.
type group struct {
	outline   // of the last exchange
	exchanges []*wire.Exchange
	index     int // index of the first exchange in its side's outlines
}

type conversation []*group

// conversations sorts a session's exchanges by conversation. Calls that only repeat the previous one join its
// group: how often a client polls a task, or fetches the card before it calls, varies by chance.
func conversations(list []outline) []conversation {
	exchanges := make([]session.Exchange, len(list))
	for i := range list {
		exchanges[i] = list[i].Exchange
	}
	var out []conversation
	for _, c := range session.Conversations(exchanges) {
		var groups conversation
		for _, turn := range c.Turns {
			g := &group{outline: list[turn.Last()], index: turn[0]}
			for _, i := range turn {
				g.exchanges = append(g.exchanges, list[i].X)
			}
			groups = append(groups, g)
		}
		out = append(out, groups)
	}
	return out
}

func requestKey(g *group) uint64 { return g.request }
func answerKey(g *group) uint64  { return g.answer }

func (c conversation) fold(key func(*group) uint64) uint64 {
	s := uint64(len(c))
	for _, g := range c {
		s = mix(s, key(g))
	}
	return s
}

// pairing is a group of A with its counterpart in B; either may be nil.
type pairing struct{ a, b *group }

// align pairs the exchanges of two sessions by their role in the conversation. It pairs whole conversations first,
// by keys from strict to lenient, then their groups. A lenient key pairs messages to two agents only if they begin with
// the same word, or if each session has only one.
func align(a, b []outline) []pairing {
	ca, cb := conversations(a), conversations(b)
	topic := topicKey(ca, cb)
	m := newMatching(len(ca), len(cb))
	pairLinked(ca, cb, m)
	for _, key := range []func(conversation) uint64{
		func(c conversation) uint64 { return c.fold(answerKey) },
		func(c conversation) uint64 { return c.fold(requestKey) },
		func(c conversation) uint64 { return c[0].request },
		func(c conversation) uint64 { return c[len(c)-1].answer }, // finds conversations whose beginning is missing
		func(c conversation) uint64 { return mix(c[0].structure, topic(c)) },
		func(c conversation) uint64 { return mix(mix(c[0].operation, uint64(min(len(c), 2))), topic(c)) },
		func(c conversation) uint64 { return mix(c[0].operation, topic(c)) },
	} {
		m.pairEqual(keysOf(ca, key), keysOf(cb, key))
	}
	var out []pairing
	for i, j := range m.pairs() {
		var x, y conversation
		if i >= 0 {
			x = ca[i]
		}
		if j >= 0 {
			y = cb[j]
		}
		out = append(out, alignGroups(x, y, answerKey, requestKey)...)
	}
	return sortPairings(out, len(b))
}

// topicKey returns the key of a conversation's topic: 0 for all if each session has at most one message that begins a
// conversation.
func topicKey(sides ...[]conversation) func(conversation) uint64 {
	for _, all := range sides {
		n := 0
		for _, c := range all {
			if c[0].topic != 0 {
				n++
			}
		}
		if n > 1 {
			return func(c conversation) uint64 { return c[0].topic }
		}
	}
	return func(conversation) uint64 { return 0 }
}

// pairLinked pairs two conversations if they contain the same exchange, or if one contains a replay of an
// exchange of the other.
func pairLinked(a, b []conversation, m *matching) {
	at := map[string]int{}
	for i, c := range a {
		for _, g := range c {
			for _, x := range g.exchanges {
				at[x.ID] = i
			}
		}
	}
	for _, name := range []func(*wire.Exchange) string{
		func(x *wire.Exchange) string { return x.ID },
		func(x *wire.Exchange) string { return x.Link },
	} {
		for j, c := range b {
			for _, g := range c {
				for _, x := range g.exchanges {
					if i, ok := at[name(x)]; ok && m.toA[i] < 0 && m.toB[j] < 0 {
						m.pair(i, j)
					}
				}
			}
		}
	}
}

// alignGroups pairs groups in order: those with the same first key, in the gaps between them those with the same
// second key, and finally those with the same operation.
func alignGroups(a, b []*group, keys ...func(*group) uint64) (out []pairing) {
	if len(keys) == 0 {
		operation := func(g *group) uint64 { return g.operation }
		m := newMatching(len(a), len(b))
		m.pairEqual(keysOf(a, operation), keysOf(b, operation))
		for i, j := range m.pairs() {
			var p pairing
			if i >= 0 {
				p.a = a[i]
			}
			if j >= 0 {
				p.b = b[j]
			}
			out = append(out, p)
		}
		return out
	}
	for g, paired := range gaps(sequence(keysOf(a, keys[0]), keysOf(b, keys[0])), len(a), len(b)) {
		out = append(out, alignGroups(a[g.from.a:g.to.a], b[g.from.b:g.to.b], keys[1:]...)...)
		if paired {
			out = append(out, pairing{a[g.to.a], b[g.to.b]})
		}
	}
	return out
}

// sortPairings sorts pairings by their place in A. A pairing without A follows its predecessor in B. n is the
// number of outlines of B.
func sortPairings(all []pairing, n int) []pairing {
	partner := slices.Repeat([]int{-1}, n) // place in A for each outline of B, -1 for none
	for _, p := range all {
		if p.a != nil && p.b != nil {
			partner[p.b.index] = p.a.index
		}
	}
	for j := range partner {
		if j > 0 && partner[j] < 0 {
			partner[j] = partner[j-1]
		}
	}
	place := func(p pairing) match {
		if p.a != nil {
			return match{p.a.index, -1}
		}
		return match{partner[p.b.index], p.b.index}
	}
	slices.SortStableFunc(all, func(p, q pairing) int {
		x, y := place(p), place(q)
		return cmp.Or(x.a-y.a, x.b-y.b)
	})
	return all
}
