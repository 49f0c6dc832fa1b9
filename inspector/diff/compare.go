package diff

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

type comparison struct {
	ids          *ids
	hash         hasher
	level        Level
	rules        []IgnoreRule
	limit        int
	crossVersion bool // different versions: what only one of them can express does not count
	mixed        bool // a stream against a plain response

	withoutSecrets bool // B's request left out the secrets of A's
	canceled       bool // both sides end with a canceled task
	progressed     bool // one side had got further

	path        path
	inData      bool
	clashes     map[[2]string]bool
	differences []Difference
	omitted     int
	ignored     int
	lowest      Level // of the differences found
}

// compare compares two nodes at the current path. Either may be nil.
func (c *comparison) compare(a, b *node) {
	switch {
	case a == nil && b == nil:
	case a == nil:
		c.addDifference(b.kind, b.level, nil, b)
	case b == nil:
		c.addDifference(a.kind, a.level, a, nil)
	case a.space != "" && b.space != "":
		c.compareIDs(a, b)
	case min(a.level, b.level) > c.level:
	case a.form != b.form || a.tag != b.tag || (a.file == nil) != (b.file == nil):
		c.addDifference(a.kind, min(a.level, b.level), a, b)
	case a.isDataRoot && !c.inData:
		c.compareData(a, b)
	case a.form == object:
		c.compareObject(a, b)
	case a.form == list:
		c.compareLists(a, b)
	default:
		c.compareLeaf(a, b)
	}
}

// compareIDs compares two ids. A mismatch counts once in an exchange, however often the ids occur.
func (c *comparison) compareIDs(a, b *node) {
	clash := [2]string{a.space + " " + a.text, b.text}
	if c.ids.correspond(a.space, b.space, a.text, b.text) || c.clashes[clash] {
		return
	}
	if c.clashes == nil {
		c.clashes = map[[2]string]bool{}
	}
	c.clashes[clash] = true
	c.addDifference(KindID, a.level, a, b)
}

func (c *comparison) compareLeaf(a, b *node) {
	same := a.text == b.text
	switch {
	case a.file != nil:
		same = bytes.Equal(a.file.bytes, b.file.bytes)
	case a.kind == KindTime:
		return
	case same:
	case a.isLiteral && a.kind != KindEvent:
		same = a.kind == b.kind && sameNumber(a.text, b.text)
	case a.kind == KindText, a.kind == KindData, a.kind == KindURL, a.kind == KindValue, a.kind == KindEvent:
		same = c.ids.isSame(a.text, b.text)
	}
	if !same {
		c.addDifference(leafKind(a, b), min(a.level, b.level), a, b)
	}
}

// leafKind returns the kind of a difference between leaves. If data values on both sides are times or ids, that
// is their kind, so that a rule can name it.
func leafKind(a, b *node) Kind {
	switch {
	case a.kind != KindData || a.isLiteral || b.isLiteral:
	case isTime(a.text) && isTime(b.text):
		return KindTime
	case uuid.MatchString(a.text) && uuid.MatchString(b.text):
		return KindID
	}
	return a.kind
}

func isTime(s string) bool {
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

func (c *comparison) compareObject(a, b *node) {
	matched := 0
	find := b.memberFinder(len(a.names))
	paired := make([]bool, len(b.items))
	for i, name := range a.names {
		c.path.member(name)
		if j := find(name, i); j >= 0 {
			paired[j] = true
			matched++
			c.compare(a.items[i], b.items[j])
		} else if !c.mayLack(name, a.items[i]) && !(c.withoutSecrets && a.items[i].isSecret) {
			c.compare(a.items[i], nil)
		}
		c.path.pop()
	}
	if matched == len(b.items) {
		return
	}
	for j, name := range b.names {
		if !paired[j] && !c.mayLack(name, b.items[j]) {
			c.path.member(name)
			c.compare(nil, b.items[j])
			c.path.pop()
		}
	}
}

// memberFinder returns a function like n.member, which uses a map if there are many lookups or members.
func (n *node) memberFinder(lookups int) func(name string, from int) int {
	if lookups <= 16 && len(n.names) <= 16 {
		return n.member
	}
	places := make(map[string]int, len(n.names))
	for i, name := range n.names {
		places[name] = i + 1
	}
	return func(name string, _ int) int { return places[name] - 1 }
}

// mayLack reports whether a member may be missing on the other side without counting as a difference.
func (c *comparison) mayLack(name string, n *node) bool {
	switch {
	case c.inData || !c.crossVersion && !c.mixed:
		return false
	case name == "history" && n.form == list, n.kind == KindID, n.kind == KindTime:
		return true // a stream's events may leave out what a task contains
	}
	return c.crossVersion && name == "mediaType"
}

// compareData compares data by values, or at level Structure by shape.
func (c *comparison) compareData(a, b *node) {
	if c.level == Structure {
		c.compareShapes(shapeOf(a), shapeOf(b))
		return
	}
	start := len(c.differences)
	c.inData = true
	c.compare(a, b)
	c.inData = false
	if len(c.differences) > start && a.level == Structure && !shapeOf(a).equal(shapeOf(b)) {
		c.lowest = Structure
		for i := range c.differences[start:] {
			c.differences[start+i].Level = Structure
		}
	}
}

// addDifference records a difference unless it does not count at the level, is only progress, or is
// hidden by a rule.
func (c *comparison) addDifference(k Kind, l Level, a, b *node) {
	if c.inData {
		l = max(l, Meaning)
	}
	if l > c.level {
		return
	}
	if c.isOnlyProgress(a, b) {
		c.progressed = true
		return
	}
	for _, r := range c.rules {
		if r.matches(c.path, k, c.textOf(r, a, true), c.textOf(r, b, false)) {
			c.ignored++
			return
		}
	}
	if c.lowest = min(c.lowest, l); len(c.differences) >= c.limit {
		c.omitted++
		return
	}
	d := Difference{Path: c.path.String(), A: value(a), B: value(b), Kind: k, Level: l}
	d.quotedA, d.quotedB = quote(a, d.A), quote(b, d.B)
	c.differences = append(c.differences, d)
}

// textOf returns the text of a value that a rule's regular expression is matched with, nil if there is none.
// With translate, A's ids are replaced by B's.
func (c *comparison) textOf(r IgnoreRule, n *node, translate bool) *string {
	if n == nil || r.pieces == nil {
		return nil
	}
	s := n.text
	if n.form != leaf || n.file != nil {
		s = string(value(n))
	}
	if translate {
		s = c.ids.translate(s)
	}
	return &s
}

// isCanceled reports whether a document ends with a canceled task.
func isCanceled(tree *node) bool {
	for _, name := range []string{"task", "status", "state"} {
		if tree == nil || tree.form != object {
			return false
		}
		i := tree.member(name, 0)
		if i < 0 {
			return false
		}
		tree = tree.items[i]
	}
	return tree.text == string(a2a.Canceled)
}

// isOnlyProgress reports whether a difference is only in how far a task had got when it was canceled: one side
// has the beginning of the other's content. Agents continue until the cancel reaches them, which never happens
// at the same moment twice.
func (c *comparison) isOnlyProgress(a, b *node) bool {
	if !c.canceled || c.level >= Exact || len(c.path) < 2 || c.path[0].name != "task" || c.path[1].name != "artifacts" {
		return false
	}
	if a == nil || b == nil {
		return len(c.path) == 2 || c.path[len(c.path)-1].index >= 0 // not for the members of items that both have
	}
	return a.form == leaf && b.form == leaf && a.kind == KindText && b.kind == KindText &&
		(strings.HasPrefix(a.text, b.text) || strings.HasPrefix(b.text, a.text))
}
