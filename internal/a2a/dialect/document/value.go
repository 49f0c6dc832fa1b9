package document

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// Value is a piece of a JSON document with its place in it. The zero value is
// an absent one.
type Value struct {
	Raw    json.RawMessage
	Offset int64            // byte offset in the document
	tree   *jsonrepair.Tree // the document's structure; nil of bytes by themselves, in which nothing is found
	node   int32            // the value's in it
}

// NodeOf is a node as a value.
func NodeOf(t *jsonrepair.Tree, n int32) Value {
	return Value{Raw: t.Raw(n), Offset: t.Offset(n), tree: t, node: n}
}

// ValueOf is a document as a value.
func ValueOf(doc []byte) Value {
	if t, ok := jsonrepair.Parse(doc); ok {
		return NodeOf(t, 0)
	}
	begun := bytes.TrimLeft(doc, blanks)
	return Value{Raw: bytes.TrimRight(begun, blanks), Offset: int64(len(doc) - len(begun))}
}

const blanks = " \n\r\t"

// Present tells absent from null; null holds for both.
func (v Value) Present() bool { return v.Raw != nil }
func (v Value) Null() bool    { return v.Raw == nil || string(v.Raw) == "null" }

// IsKind tells the JSON type by its first byte: '{', '[', '"', 't', 'f', 'n', or
// '0' for any number.
func (v Value) IsKind(kind byte) bool {
	if len(v.Raw) == 0 {
		return false
	}
	c := v.Raw[0]
	if c == '-' || c >= '0' && c <= '9' {
		c = '0'
	}
	return c == kind
}

// Text is a string's content, "" for anything else.
func (v Value) Text() string {
	s, _ := jsonrepair.Text(v.Raw)
	return s
}

// Get follows names and indices into a value; absent when there is no such. Of
// members with the same name the last counts, as for most parsers.
func (v Value) Get(path ...string) Value {
	for _, name := range path {
		v = v.step(name)
	}
	return v
}

func (v Value) step(name string) Value {
	if v.tree == nil {
		return Value{}
	}
	if v.Raw[0] == '{' {
		if m := v.tree.Member(v.node, name); m >= 0 {
			return NodeOf(v.tree, m)
		}
		return Value{}
	}
	place, err := strconv.Atoi(name)
	if v.Raw[0] != '[' || err != nil || strconv.Itoa(place) != name || place < 0 {
		return Value{}
	}
	for e := v.tree.First(v.node); e >= 0; e = v.tree.Next(e) {
		if place == 0 {
			return NodeOf(v.tree, e)
		}
		place--
	}
	return Value{}
}

func (v Value) Has(name string) bool { return v.Get(name).Present() }

// Each calls f for every member of an object, or element of an array by its
// index, until it returns false.
func (v Value) Each(f func(name string, member Value) bool) {
	if v.tree == nil {
		return
	}
	i := 0
	for m := v.tree.First(v.node); m >= 0; m = v.tree.Next(m) {
		name := v.tree.Name(m)
		if v.Raw[0] == '[' {
			name = strconv.Itoa(i)
		}
		if i++; !f(name, NodeOf(v.tree, m)) {
			return
		}
	}
}

// Open has a dialect read the value, without taking it apart again if it can be.
func (v Value) Open(spec jsonio.Spec) (jsonio.Node, *jsonio.Sink) {
	if v.tree == nil || !v.tree.Strict() {
		return jsonio.Open(v.Raw, spec)
	}
	return jsonio.OpenNode(v.tree, v.node, spec)
}

// Quoted is s as JSON, with only what must be escaped escaped.
func Quoted(s string) []byte { return jsonio.Quote(make([]byte, 0, len(s)+2), s) }

// ObjectOf is an object with these members.
func ObjectOf(members []jsonrepair.Member) []byte {
	b := []byte("{")
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, Quoted(m.Name)...), ':'), m.Value...)
	}
	return append(b, '}')
}

// SameJSON compares two scalars as values: 1.0 is 1, and no integer loses digits.
func SameJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, y := Value{Raw: a}, Value{Raw: b}
	if x.IsKind('0') && y.IsKind('0') {
		return sameNumber(string(a), string(b))
	}
	return x.IsKind('"') && y.IsKind('"') && x.Text() == y.Text()
}

// sameNumber compares numbers exactly, but only those that are about the same, which no exponent
// makes long.
func sameNumber(a, b string) bool {
	near, err := strconv.ParseFloat(a, 64)
	if other, _ := strconv.ParseFloat(b, 64); err != nil || near != other || near == 0 {
		return err == nil && near == other
	}
	x, ok := new(big.Rat).SetString(a)
	y, also := new(big.Rat).SetString(b)
	return ok && also && x.Cmp(y) == 0
}

// Place is the offset in a document of what a path names, as findings have paths:
// "$.result.task.history[2]". Where it names something that is not there, it is that of
// what would hold it. Members that only name what they hold, as the "task" of 1.0's
// results, may be left out of the path. It is -1 when the document is none.
func Place(doc []byte, path string) int64 {
	v := ValueOf(doc)
	rest, ok := strings.CutPrefix(path, "$")
	if !ok || len(v.Raw) == 0 || !v.IsKind('{') && !v.IsKind('[') {
		return -1
	}
	for _, step := range strings.FieldsFunc(rest, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		next := v.Get(step)
		if !next.Present() {
			next = soleMember(v).Get(step)
		}
		if !next.Present() {
			break
		}
		v = next
	}
	return v.Offset
}

// soleMember is the value of an object's one member, absent where it has others.
func soleMember(v Value) (out Value) {
	if !v.IsKind('{') {
		return Value{}
	}
	n := 0
	v.Each(func(_ string, member Value) bool {
		n, out = n+1, member
		return n < 2
	})
	if n != 1 {
		return Value{}
	}
	return out
}
