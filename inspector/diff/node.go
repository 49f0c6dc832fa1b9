package diff

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
)

type form uint8

const (
	leaf   form = iota // text
	object             // members
	list               // items
)

// node is a piece of a neutral document, with how to compare it.
type node struct {
	form       form
	kind       Kind
	level      Level // the least strict level at which it counts, with its parts
	text       string
	quote      string // text for people, "" if the same: a state as the agent wrote it
	isLiteral  bool   // text is a JSON literal
	isJSON     bool   // text is JSON that is compared as one text
	space      string // leaf: the space of an id, "" for other values
	tag        string // nodes whose tags differ are not compared further
	key        string // identifies an item of a list, such as an artifact's name
	unordered  bool   // list: the order has no meaning
	file       *blob
	isDataRoot bool // the root of structured data

	isSecret bool // contains only values that recordings redact
	names    []string
	items    []*node // of a list, or of an object in the order of names
	sums     [2]uint64
}

type blob struct{ bytes []byte }

func text(k Kind, l Level, s string) *node { return &node{kind: k, level: l, text: s} }

func number(n int) *node {
	return &node{kind: KindValue, level: Meaning, isLiteral: true, text: strconv.Itoa(n)}
}

func flag(on bool) *node {
	return &node{kind: KindValue, level: Meaning, isLiteral: true, text: strconv.FormatBool(on)}
}

// secret stands for a value that recordings do not contain.
func secret() *node { return &node{kind: KindValue, level: Meaning, text: "(secret)", isSecret: true} }

func id(space, s string) *node {
	return &node{kind: KindID, level: Meaning, space: space, text: s}
}

func obj(k Kind, l Level) *node { return &node{form: object, kind: k, level: l} }

func items(k Kind, l Level, of []*node) *node { return &node{form: list, kind: k, level: l, items: of} }

func listOf[T any](k Kind, l Level, all []T, of func(*T) *node) *node {
	n := items(k, l, make([]*node, len(all)))
	for i := range all {
		n.items[i] = of(&all[i])
	}
	return n
}

func (n *node) markUnordered() *node {
	n.unordered = true
	return n
}

func (n *node) add(name string, member *node) {
	if member != nil {
		n.names = append(n.names, name)
		n.items = append(n.items, member)
	}
}

func (n *node) addList(name string, list *node) {
	if len(list.items) > 0 {
		n.add(name, list)
	}
}

func (n *node) addFlag(name string, on bool) {
	if on {
		n.add(name, flag(true))
	}
}

func (n *node) addText(name string, k Kind, l Level, s string) {
	if s != "" {
		n.add(name, text(k, l, s))
	}
}

func (n *node) addID(name, space, s string) {
	if s != "" {
		n.add(name, id(space, s))
	}
}

// member returns the index of a member, -1 if there is none. from is the most likely index.
func (n *node) member(name string, from int) int {
	if from < len(n.names) && n.names[from] == name {
		return from
	}
	return slices.Index(n.names, name)
}

// append appends the node to b as JSON. With quoted, values are as people read them.
func (n *node) append(b []byte, quoted bool) []byte {
	switch {
	case n == nil:
		return append(b, "null"...)
	case n.file != nil:
		return n.file.append(b)
	case n.form == object:
		b = append(b, '{')
		for i, m := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, n.names[i]), ':')
			b = m.append(b, quoted)
		}
		return append(b, '}')
	case n.form == list:
		b = append(b, '[')
		for i, m := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = m.append(b, quoted)
		}
		return append(b, ']')
	case n.isLiteral || n.isJSON:
		return append(b, n.text...)
	case quoted && n.quote != "":
		return appendString(b, n.quote)
	}
	return appendString(b, n.text)
}

func (f *blob) append(b []byte) []byte {
	sum := sha256.Sum256(f.bytes)
	b = append(b, `{"size":`...)
	b = strconv.AppendInt(b, int64(len(f.bytes)), 10)
	b = append(b, `,"sha256":"`...)
	b = hex.AppendEncode(b, sum[:])
	return append(b, `"}`...)
}

// appendString appends a JSON string without escaping <, > and &, so that values look as they were sent.
func appendString(b []byte, s string) []byte {
	out := bytes.NewBuffer(b)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return append(b, `""`...)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'})
}

// value returns a node as a Difference shows it; nil for nil.
func value(n *node) json.RawMessage {
	if n == nil {
		return nil
	}
	return n.append(nil, false)
}

// quote returns a node as people read it; nil if that equals value.
func quote(n *node, value json.RawMessage) json.RawMessage {
	if n == nil {
		return nil
	}
	if quoted := n.append(nil, true); !bytes.Equal(quoted, value) {
		return quoted
	}
	return nil
}
