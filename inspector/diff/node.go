package diff

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
)

// form is what a node is made of.
type form uint8

const (
	leaf   form = iota // text
	object             // members
	list               // items
)

// node is a piece of a neutral document: what it says, and how it is compared.
type node struct {
	form       form
	kind       Kind
	level      Level // from which on it counts, its parts included
	text       string
	quote      string // text as people read it, "" where that is the same: a state as the wire had it
	isLiteral  bool   // text is a JSON literal
	isJSON     bool   // text is JSON that is compared as one text
	space      string // leaf: the space of an id, "" for other values
	tag        string // nodes with different tags are different as a whole
	key        string // what an item of a list is recognised by: an artifact's name
	unordered  bool   // list: the order says nothing
	file       *blob
	isDataRoot bool // the root of structured data

	isSecret bool // holds nothing but what was redacted
	names    []string
	items    []*node // of an object, by names
	sums     [2]uint64
}

// blob is a file's content.
type blob struct{ bytes []byte }

func text(k Kind, l Level, s string) *node { return &node{kind: k, level: l, text: s} }

// number and flag are values of the protocol.
func number(n int) *node {
	return &node{kind: KindValue, level: Meaning, isLiteral: true, text: strconv.Itoa(n)}
}

func flag(on bool) *node {
	return &node{kind: KindValue, level: Meaning, isLiteral: true, text: strconv.FormatBool(on)}
}

// secret represents what recordings do not have.
func secret() *node { return &node{kind: KindValue, level: Meaning, text: "(secret)", isSecret: true} }

func id(space, s string) *node {
	return &node{kind: KindID, level: Meaning, space: space, text: s}
}

func obj(k Kind, l Level) *node { return &node{form: object, kind: k, level: l} }

func items(k Kind, l Level, of []*node) *node { return &node{form: list, kind: k, level: l, items: of} }

// listOf is a list with a node for each of all.
func listOf[T any](k Kind, l Level, all []T, of func(*T) *node) *node {
	n := items(k, l, make([]*node, len(all)))
	for i := range all {
		n.items[i] = of(&all[i])
	}
	return n
}

// markUnordered is the list as one whose order says nothing.
func (n *node) markUnordered() *node {
	n.unordered = true
	return n
}

// add gives an object a member, unless it is nil.
func (n *node) add(name string, member *node) {
	if member != nil {
		n.names = append(n.names, name)
		n.items = append(n.items, member)
	}
}

// addList adds a list unless it is empty.
func (n *node) addList(name string, list *node) {
	if len(list.items) > 0 {
		n.add(name, list)
	}
}

// addFlag adds a member unless it is false.
func (n *node) addFlag(name string, on bool) {
	if on {
		n.add(name, flag(true))
	}
}

// addText adds a member unless it is empty.
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

// member is the index of a member, -1 when there is none. from is its most likely index.
func (n *node) member(name string, from int) int {
	if from < len(n.names) && n.names[from] == name {
		return from
	}
	return slices.Index(n.names, name)
}

// append writes the node as JSON; quoted has it as people read it.
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

// appendString writes < > and & as they are: values are shown as they came.
func appendString(b []byte, s string) []byte {
	out := bytes.NewBuffer(b)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return append(b, `""`...)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'})
}

// value is a node as a Difference shows it: nil when there is none.
func value(n *node) json.RawMessage {
	if n == nil {
		return nil
	}
	return n.append(nil, false)
}

// quote is a node as people read it, nil where that is its value.
func quote(n *node, value json.RawMessage) json.RawMessage {
	if n == nil {
		return nil
	}
	if quoted := n.append(nil, true); !bytes.Equal(quoted, value) {
		return quoted
	}
	return nil
}
