package dialect

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// value is a piece of a JSON document with its place in it. The zero value is
// an absent one.
type value struct {
	raw  json.RawMessage
	at   int64         // byte offset in the document
	tree *lenient.Tree // the document's structure; nil where it was not found
	node int32         // the value's in it
}

// nodeOf is a node as a value.
func nodeOf(t *lenient.Tree, n int32) value {
	return value{raw: t.Raw(n), at: t.Offset(n), tree: t, node: n}
}

// whole is a document as a value.
func whole(doc []byte) value {
	if t, ok := lenient.Parse(doc); ok {
		return nodeOf(t, 0)
	}
	from, to := 0, len(doc)
	for from < to && space(doc[from]) {
		from++
	}
	for to > from && space(doc[to-1]) {
		to--
	}
	return value{raw: doc[from:to:to], at: int64(from)}
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// present tells absent from null; null holds for both.
func (v value) present() bool { return v.raw != nil }
func (v value) null() bool    { return v.raw == nil || string(v.raw) == "null" }

// is tells the JSON type by its first byte: '{', '[', '"', 't', 'f', 'n', or
// '0' for any number.
func (v value) is(kind byte) bool {
	if len(v.raw) == 0 {
		return false
	}
	c := v.raw[0]
	if c == '-' || c >= '0' && c <= '9' {
		c = '0'
	}
	return c == kind
}

// text is a string's content, "" for anything else.
func (v value) text() string {
	s, _ := lenient.Text(v.raw)
	return s
}

// get follows names and indices into a value; absent when there is no such. Of
// members with the same name the last counts, as for most parsers.
func (v value) get(path ...string) value {
	for _, step := range path {
		if v.tree != nil {
			v = v.step(step)
			continue
		}
		found := value{}
		v.each(func(name string, member value) bool {
			if name == step {
				found = member
			}
			return true
		})
		v = found
	}
	return v
}

// step is get of one step in a value whose structure is known.
func (v value) step(name string) value {
	if v.raw[0] == '{' {
		if m := v.tree.Member(v.node, name); m >= 0 {
			return nodeOf(v.tree, m)
		}
		return value{}
	}
	place, err := strconv.Atoi(name)
	if v.raw[0] != '[' || err != nil || strconv.Itoa(place) != name || place < 0 {
		return value{}
	}
	for e := v.tree.First(v.node); e >= 0; e = v.tree.Next(e) {
		if place == 0 {
			return nodeOf(v.tree, e)
		}
		place--
	}
	return value{}
}

func (v value) has(name string) bool { return v.get(name).present() }

// each calls f for every member of an object, or element of an array by its
// index, until it returns false.
func (v value) each(f func(name string, member value) bool) {
	if v.tree != nil {
		v.eachNode(f)
		return
	}
	i := -1
	each := func(m lenient.Member) bool {
		i++
		return f(strconv.Itoa(i), value{raw: m.Value, at: v.at + m.Offset})
	}
	if !lenient.EachElement(v.raw, each) {
		lenient.EachMember(v.raw, func(m lenient.Member) bool {
			return f(m.Name, value{raw: m.Value, at: v.at + m.Offset})
		})
	}
}

func (v value) eachNode(f func(name string, member value) bool) {
	object, i := v.is('{'), 0
	for m := v.tree.First(v.node); m >= 0; m = v.tree.Next(m) {
		name := ""
		if object {
			name = v.tree.Name(m)
		} else {
			name = strconv.Itoa(i)
		}
		if i++; !f(name, nodeOf(v.tree, m)) {
			return
		}
	}
}

// place is where a dialect may read the value without taking it apart again;
// false when it must.
func (v value) place() (shape.Place, bool) {
	if v.tree == nil || !v.tree.Strict() {
		return shape.Place{}, false
	}
	return shape.Place{Tree: v.tree, Node: v.node}, true
}

// quoted is s as JSON, with only what must be escaped escaped.
func quoted(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// sameJSON compares two scalars as values, numbers as they are written, so that
// no integer loses digits.
func sameJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, y := value{raw: a}, value{raw: b}
	return x.is('"') && y.is('"') && x.text() == y.text()
}
