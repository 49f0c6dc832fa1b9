package diff

import (
	"maps"
	"slices"
)

// shapes compares the shapes of data. Either may be nil. A list without items
// may be one of anything.
func (c *comparison) shapes(a, b *shape) {
	if a == nil || b == nil || !slices.Equal(a.types, b.types) {
		c.differ(KindData, Structure, a.node(), b.node())
		return
	}
	if a.items != nil && b.items != nil {
		c.at.at(anyItem)
		c.shapes(a.items, b.items)
		c.at.up()
	}
	names := slices.Sorted(maps.Keys(a.members))
	for name := range b.members {
		if _, ok := a.members[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names[len(a.members):])
	for _, name := range names {
		c.at.member(name)
		c.shapes(a.members[name], b.members[name])
		c.at.up()
	}
}

// node shows a shape as a value.
func (s *shape) node() *node {
	if s == nil {
		return nil
	}
	return text(KindData, Structure, s.word())
}
