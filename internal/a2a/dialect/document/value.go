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

// Value is a part of a JSON document with its place. The zero Value is absent.
type Value struct {
	Raw    json.RawMessage
	Offset int64            // byte offset in the document
	tree   *jsonrepair.Tree // the document's structure; nil for bytes that are not JSON, in which Get and Each find nothing
	node   int32            // the value's node in tree
}

func NodeOf(t *jsonrepair.Tree, n int32) Value {
	return Value{Raw: t.Raw(n), Offset: t.Offset(n), tree: t, node: n}
}

// ValueOf parses a document. If that fails, the Value has only bytes.
func ValueOf(doc []byte) Value {
	if t, ok := jsonrepair.Parse(doc); ok {
		return NodeOf(t, 0)
	}
	begun := bytes.TrimLeft(doc, blanks)
	return Value{Raw: bytes.TrimRight(begun, blanks), Offset: int64(len(doc) - len(begun))}
}

const blanks = " \n\r\t"

// Present distinguishes absent from null; Null is true for both.
func (v Value) Present() bool { return v.Raw != nil }
func (v Value) Null() bool    { return v.Raw == nil || string(v.Raw) == "null" }

// IsKind checks the JSON type by its first byte: '{', '[', '"', 't', 'f', 'n', or '0' for any number.
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

// Text returns a string's content, "" for anything else.
func (v Value) Text() string {
	s, _ := jsonrepair.Text(v.Raw)
	return s
}

// Get follows names and indices into a value and returns an absent Value when there is none. Among members
// with the same name the last counts, as in most parsers.
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

// Each calls f for every member of an object or element of an array, named by its index, until f returns
// false.
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

// Open lets a dialect read the value, reusing the parsed structure when possible.
func (v Value) Open(spec jsonio.Spec) (jsonio.Node, *jsonio.Sink) {
	if v.tree == nil || !v.tree.Strict() {
		return jsonio.Open(v.Raw, spec)
	}
	return jsonio.OpenNode(v.tree, v.node, spec)
}

// Quoted returns s as JSON, escaping only what must be escaped.
func Quoted(s string) []byte { return jsonio.Quote(make([]byte, 0, len(s)+2), s) }

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

// SameJSON compares two scalars by value: 1.0 equals 1, and integers keep all digits.
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

// sameNumber compares numbers exactly. It compares approximately first, so that a huge exponent never makes a
// long number.
func sameNumber(a, b string) bool {
	near, err := strconv.ParseFloat(a, 64)
	if other, _ := strconv.ParseFloat(b, 64); err != nil || near != other || near == 0 {
		return err == nil && near == other
	}
	x, ok := new(big.Rat).SetString(a)
	y, also := new(big.Rat).SetString(b)
	return ok && also && x.Cmp(y) == 0
}

// Place returns the offset in doc of the value at a problem's path: "$.result.task.history[2]". If
// that value is absent, it returns the offset of the nearest enclosing one. A path may omit members
// that only name their content, such as "task" in 1.0's results. It returns -1 when doc is not a
// JSON object or array, or path is no JSON path.
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

// soleMember returns the value of an object's only member, absent if it has several.
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
