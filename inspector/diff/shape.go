package diff

import (
	"maps"
	"slices"
	"strings"
)

// shape describes structured data without its values: types of leaves, members of objects, and one shape for all items
// of a list.
type shape struct {
	types   []string // "number", "string" and so on, sorted; also "object" and "list"
	members map[string]*shape
	items   *shape // nil: only empty lists were seen
}

func shapeOf(n *node) *shape {
	switch n.form {
	case object:
		s := &shape{types: []string{"object"}, members: make(map[string]*shape, len(n.items))}
		for i, m := range n.items {
			s.members[n.names[i]] = shapeOf(m)
		}
		return s
	case list:
		s := &shape{types: []string{"list"}}
		for _, m := range n.items {
			s.items = mergeShapes(s.items, shapeOf(m))
		}
		return s
	}
	return &shape{types: []string{n.tag}}
}

// mergeShapes returns the shape of values that are either a or b. It reuses both, and costs as much as b's size.
func mergeShapes(a, b *shape) *shape {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	for _, t := range b.types {
		if i, found := slices.BinarySearch(a.types, t); !found {
			a.types = slices.Insert(a.types, i, t)
		}
	}
	a.items = mergeShapes(a.items, b.items)
	if a.members == nil {
		a.members = b.members
		return a
	}
	for name, m := range b.members {
		a.members[name] = mergeShapes(a.members[name], m)
	}
	return a
}

// shape hashes a shape without the items of lists, since an empty list matches any other.
func (h hasher) shape(s *shape) uint64 {
	sum := h.string(strings.Join(s.types, "|"))
	for name, m := range s.members {
		sum += mix(h.string(name), h.shape(m))
	}
	return sum
}

// equal reports whether two shapes match. A list without items matches any list.
func (s *shape) equal(b *shape) bool {
	if !slices.Equal(s.types, b.types) || len(s.members) != len(b.members) {
		return false
	}
	if s.items != nil && b.items != nil && !s.items.equal(b.items) {
		return false
	}
	for name, m := range s.members {
		if other, ok := b.members[name]; !ok || !m.equal(other) {
			return false
		}
	}
	return true
}

// word names the shape briefly: "object", "number or string".
func (s *shape) word() string { return strings.Join(s.types, " or ") }

// compareShapes compares two shapes of data. Either may be nil. A list without items matches any list.
func (c *comparison) compareShapes(a, b *shape) {
	if a == nil || b == nil || !slices.Equal(a.types, b.types) {
		c.addDifference(KindData, Structure, a.node(), b.node())
		return
	}
	if a.items != nil && b.items != nil {
		c.path.index(anyItem)
		c.compareShapes(a.items, b.items)
		c.path.pop()
	}
	names := slices.Sorted(maps.Keys(a.members))
	for name := range b.members {
		if _, ok := a.members[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names[len(a.members):])
	for _, name := range names {
		c.path.member(name)
		c.compareShapes(a.members[name], b.members[name])
		c.path.pop()
	}
}

func (s *shape) node() *node {
	if s == nil {
		return nil
	}
	return text(KindData, Structure, s.word())
}
