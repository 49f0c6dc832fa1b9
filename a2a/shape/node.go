package shape

import (
	"encoding/json"
	"strconv"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/lenient"
)

// Node is a value in a document, or a place where none is. The zero Node is
// absent and belongs to no document.
type Node struct {
	sink   *Sink
	raw    []byte
	off    int64
	parent *Node
	name   string
	index  int // in an array, when name is ""
}

// Rule is what a problem refers to: a check, how bad straying from it is, and
// where it is written ("" for the document's usual reference).
type Rule struct {
	Check    string
	Severity a2a.Severity
	Spec     string
}

// Exists reports whether there is a value other than null. Null means absent.
func (n Node) Exists() bool { return len(n.raw) > 0 && string(n.raw) != "null" }

// Written reports whether there is a value, null included.
func (n Node) Written() bool { return len(n.raw) > 0 }

// Raw is the value as JSON, nil when absent or null. It shares the document's
// memory.
func (n Node) Raw() json.RawMessage {
	if !n.Exists() {
		return nil
	}
	return json.RawMessage(n.raw)
}

// Is reports whether the value begins with one of these bytes: '{' an object,
// '[' an array, '"' a text.
func (n Node) Is(first byte) bool { return len(n.raw) > 0 && n.raw[0] == first }

// Path is where the node stands.
func (n Node) Path() string {
	switch {
	case n.parent == nil:
		return "$"
	case n.name == "":
		return n.parent.Path() + "[" + strconv.Itoa(n.index) + "]"
	case plainName(n.name):
		return n.parent.Path() + "." + n.name
	default:
		return n.parent.Path() + "[" + strconv.Quote(n.name) + "]"
	}
}

func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < '0' || c > '9' || i == 0) && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != ""
}

// Report says that the node strays from a rule.
func (n Node) Report(r Rule, message string) {
	if n.sink == nil {
		return
	}
	n.sink.add(a2a.Problem{
		Check: r.Check, Severity: r.Severity, Spec: r.Spec, Message: message,
		Path: n.Path(), Offset: n.sink.doc.Origin(n.off),
	})
}

// Kind names what the value is, for messages.
func (n Node) Kind() string {
	if !n.Written() {
		return "nothing"
	}
	switch n.raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// Elements are the elements of an array. Another value than an array counts as
// its only element, with a problem; null and absent have none.
func (n Node) Elements(r Rule) []Node {
	if !n.Exists() {
		return nil
	}
	list, ok := lenient.Array(n.raw)
	if !ok {
		n.Report(r, "Here stands "+n.Kind()+" where an array is expected; it is read as the only element.")
		return []Node{n}
	}
	nodes := make([]Node, len(list))
	for i, e := range list {
		nodes[i] = Node{sink: n.sink, raw: e.Value, off: n.off + e.Offset, parent: &n, index: i}
	}
	return nodes
}

// JSON is the value as JSON, null included; nil only when absent.
func (n Node) JSON() json.RawMessage {
	if !n.Written() {
		return nil
	}
	return json.RawMessage(n.raw)
}
