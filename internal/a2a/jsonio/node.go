package jsonio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// Node is a value in a document, or the place of an absent one. The zero Node is absent and belongs to no
// document. Not safe for concurrent use, not even with other nodes of the document.
type Node struct {
	sink     *Sink
	index    int32 // in the sink's tree; for an absent node, of the object that lacks it
	isAbsent bool
	name     string // of an absent node
	parent   *Node  // of an absent node: what lacks it, if also absent
}

// raw returns the value as written, nil when absent.
func (n Node) raw() []byte {
	if n.sink == nil || n.isAbsent {
		return nil
	}
	return n.sink.tree.Raw(n.index)
}

// Rule is what a problem cites: a check, its severity, and the document and section with the rule. Spec ""
// means the reader's usual document. Check may include a cause: "REQ-22/role".
type Rule struct {
	Check    string
	Severity a2a.Severity
	Spec     string
	Section  string
}

// Spec is a document's name, such as "0.3".
type Spec string

func (r Rule) reference() string {
	if r.Section == "" {
		return r.Spec
	}
	return r.Spec + " " + r.Section
}

// Exists reports whether there is a value other than null. Null means absent.
func (n Node) Exists() bool { return n.Written() && !n.HasKind('n') }

// Written reports whether there is a value, even null.
func (n Node) Written() bool { return n.sink != nil && !n.isAbsent }

// Raw returns the value as JSON, nil when absent or null. It shares the document's memory.
func (n Node) Raw() json.RawMessage {
	if !n.Exists() {
		return nil
	}
	return json.RawMessage(n.raw())
}

// HasKind reports whether the value begins with this byte: '{' for an object, '[' an array, '"' a string.
func (n Node) HasKind(first byte) bool { return n.Written() && n.sink.tree.HasKind(n.index, first) }

func (n Node) Path() string {
	switch {
	case n.sink == nil:
		return "$"
	case n.parent != nil:
		return n.parent.Path() + step(n.name)
	case n.isAbsent:
		return n.sink.path(n.index) + step(n.name)
	}
	return n.sink.path(n.index)
}

func (s *Sink) path(n int32) string {
	var steps []string
	for n != s.root {
		steps = append(steps, s.step(n))
		n = s.tree.Parent(n)
	}
	steps = append(steps, "$")
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

func (s *Sink) step(n int32) string {
	if name := s.tree.Name(n); name != "" {
		return step(name)
	}
	return "[" + strconv.Itoa(Node{sink: s, index: n}.Index()) + "]"
}

// Index returns the node's position in its array, 0 outside arrays.
func (n Node) Index() int {
	if n.sink == nil || n.isAbsent {
		return 0
	}
	t, up, s := n.sink.tree, n.sink.tree.Parent(n.index), n.sink
	if n.index == s.root || up < 0 || t.InObject(n.index) {
		return 0
	}
	if s.counted > n.index || t.Parent(s.counted) != up { // not after the previous query
		s.counted, s.index = t.First(up), 0
	}
	for ; s.counted != n.index; s.counted = t.Next(s.counted) {
		s.index++
	}
	return int(s.index)
}

// maxName bounds the bytes of a name in a path: names are the sender's.
const maxName = 100

// step returns a member's name as a step in a path.
func step(name string) string {
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "") + "…"
	}
	if plainName(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
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

// Report reports that the node breaks a rule. It ignores nodes that are only partly read, what such
// nodes lack, and members that Cased reported.
func (n Node) Report(r Rule, message string) {
	if n.sink != nil && !n.IsCut() && (!n.isAbsent || !slices.Contains(n.sink.cased[n.index], n.name)) {
		n.reportAt(n.sink.tree.Offset(n.index), r, message)
	}
}

// IsCut reports whether only the first members or elements of a node, or of the object that lacks it, are
// read.
func (n Node) IsCut() bool { return n.sink != nil && n.sink.tree.Cut(n.index) }

// reportCut reports a node read in part. It reports objects once per document: there may be many.
func (n Node) reportCut() {
	if !n.IsCut() || n.HasKind('{') && n.sink.isCut {
		return
	}
	n.sink.isCut = true
	t, count := n.sink.tree, 0
	for c := t.First(n.index); c >= 0; c = t.Next(c) {
		count++
	}
	n.reportAt(t.Offset(n.index), Rule{Check: "READ-02", Severity: a2a.SeverityInfo}, fmt.Sprintf("Only the first %d values here are read: the document has more than %d. Its bytes are on record.", count, jsonrepair.MaxValues))
}

// reportAt reports at an offset, without the exceptions of Report.
func (n Node) reportAt(offset int64, r Rule, message string) {
	s := n.sink
	if s.found.Full() { // only the number is reported
		s.found.Add(a2a.Problem{})
		return
	}
	offset = s.edits.Origin(offset - s.base)
	check, cause, _ := strings.Cut(r.Check, "/")
	s.add(a2a.Problem{
		Check: check, Severity: r.Severity, Spec: r.reference(), Message: message, Path: n.Path(), Offset: offset, Cause: cause,
	})
}

// Kind names the value's type, for messages.
func (n Node) Kind() string {
	return KindOf(n.raw())
}

// KindOf is Kind for a raw value.
func KindOf(raw []byte) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// Elements returns the elements of an array. Any other value counts as its only element, with a problem; null
// and absent have none.
func (n Node) Elements(r Rule) []Node {
	if !n.Exists() {
		return nil
	}
	if !n.HasKind('[') {
		n.Report(r, "Expected an array, got "+n.Kind()+"; it is read as the only element.")
		return []Node{n}
	}
	return n.children()
}

// Objects returns those elements of an array that are objects.
func (n Node) Objects() (all []Object) {
	if n.HasKind('[') {
		for _, e := range n.children() {
			if e.HasKind('{') {
				all = append(all, e.AsObject())
			}
		}
	}
	return all
}

func (n Node) children() []Node {
	t, count := n.sink.tree, 0
	for c := t.First(n.index); c >= 0; c = t.Next(c) {
		count++
	}
	if n.reportCut(); count == 0 {
		return nil
	}
	nodes := make([]Node, 0, count)
	for c := t.First(n.index); c >= 0; c = t.Next(c) {
		nodes = append(nodes, Node{sink: n.sink, index: c})
	}
	return nodes
}

// JSON returns the value as JSON, even null; nil only when absent.
func (n Node) JSON() json.RawMessage {
	return n.raw()
}
