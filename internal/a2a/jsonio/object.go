package jsonio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

type Object struct {
	Node
	names *Rule // the rule for members under their proto names; nil: these are not read
	frame int32 // of the members that ObjectOf found, plus one; 0 for none
}

// ObjectOf is Object with a single search for all of names; see GetSlot. Call Done after use.
func (n Node) ObjectOf(r *Rule, names *jsonrepair.Names) (o Object, ok bool) {
	o.Node = n
	if !n.HasKind('{') {
		return n.Object(*r)
	}
	if frame, ok := n.sink.tree.Fill(n.index, names, '_'); ok { // snake_case may be another spelling
		o.frame = frame + 1
		n.reportCut()
		return o, true
	} else {
		n.sink.tree.Drop(frame)
	}
	return n.Object(*r)
}

// HasNone reports whether none of the slots' members is present. false may also mean unknown.
func (o *Object) HasNone(slots []uint8) bool {
	return o.frame != 0 && !slices.ContainsFunc(slots, func(slot uint8) bool { return o.sink.tree.Slot(o.frame-1, slot) >= 0 })
}

// HasAll reports whether all slots' members are present and not null. false may mean unknown.
func (o *Object) HasAll(slots []uint8) bool {
	return o.frame != 0 && !slices.ContainsFunc(slots, func(slot uint8) bool {
		m := o.sink.tree.Slot(o.frame-1, slot)
		return m < 0 || o.sink.tree.HasKind(m, 'n')
	})
}

// Fresh returns the object without the result of ObjectOf's search.
func (o Object) Fresh() Object {
	o.frame = 0
	return o
}

// AsObject returns the node as an object, without reporting problems.
func (n Node) AsObject() Object { return Object{Node: n} }

// Done releases the result of ObjectOf's search.
func (o Object) Done() {
	if o.frame > 0 {
		o.sink.tree.Drop(o.frame - 1)
	}
}

// GetSlot is Get for a name with this slot in ObjectOf's names.
func (o Object) GetSlot(name string, slot uint8) Node {
	if o.frame == 0 {
		return o.Get(name)
	}
	if m := o.sink.tree.Slot(o.frame-1, slot); m >= 0 {
		return Node{sink: o.sink, index: m}
	}
	return Node{sink: o.sink, index: o.index, isAbsent: true, name: name}
}

// Object reads the node as an object. For anything else ok is false, with a problem unless it is absent or
// null.
func (n Node) Object(r Rule) (o Object, ok bool) {
	o.Node = n
	if !n.Exists() {
		return o, false
	}
	if !n.HasKind('{') {
		n.Report(r, "Expected an object, got "+n.Kind()+".")
		return o, false
	}
	if n.sink.names != nil && n.sink.tree.Spelled(n.index, '_') {
		o.names = n.sink.names
	}
	o.reportTwins()
	n.reportCut()
	return o, true
}

// fewMembers bounds the members of which comparing all pairs is cheap.
const fewMembers = 16

// reportTwins reports members that occur twice; the last one counts.
func (o Object) reportTwins() {
	t, count := o.sink.tree, 0
	for m := t.First(o.index); m >= 0; m = t.Next(m) {
		if count++; count > fewMembers {
			o.reportManyTwins()
			return
		}
	}
	for m := t.First(o.index); m >= 0; m = t.Next(m) {
		for before := t.First(o.index); before != m; before = t.Next(before) {
			if t.SameName(before, m) {
				o.reportTwin(m)
				break
			}
		}
	}
}

func (o Object) reportManyTwins() {
	t, seen := o.sink.tree, map[string]bool{}
	for m := t.First(o.index); m >= 0; m = t.Next(m) {
		name := t.Name(m)
		if seen[name] {
			o.reportTwin(m)
		}
		seen[name] = true
	}
}

func (o Object) reportTwin(m int32) {
	t := o.sink.tree
	twin := Node{sink: o.sink, index: m}
	twin.reportAt(t.NameOffset(m), Rule{Check: "FORM-02", Severity: a2a.SeverityWarning, Spec: "RFC 8259 §4"}, fmt.Sprintf("Member %q occurs more than once; the last one is read.", t.Name(m)))
}

// Get returns the last member of this name. Problems of an absent one are reported at the object.
func (o Object) Get(name string) Node {
	if o.sink == nil {
		return Node{isAbsent: true, name: name}
	}
	if o.isAbsent {
		over := o.Node
		return Node{sink: o.sink, index: o.index, isAbsent: true, name: name, parent: &over}
	}
	if m := o.sink.tree.Member(o.index, name); m >= 0 {
		return Node{sink: o.sink, index: m}
	}
	if o.names != nil {
		if m := o.protoNamed(name); m >= 0 {
			return Node{sink: o.sink, index: m}
		}
	}
	return Node{sink: o.sink, index: o.index, isAbsent: true, name: name}
}

// Spelled reports whether a member's name may have a letter; false is certain.
func (o Object) Spelled(letter byte) bool {
	return o.Written() && o.sink.tree.Spelled(o.index, letter)
}

// Has reports whether a member is present and not null.
func (o Object) Has(name string) bool { return o.Get(name).Exists() }

// Members returns all members in document order.
func (o Object) Members() []Node {
	if !o.HasKind('{') {
		return nil
	}
	return o.children()
}

func (n Node) Name() string {
	if n.isAbsent || n.sink == nil {
		return n.name
	}
	return n.sink.tree.Name(n.index)
}

// Require reports each named member that is absent or null.
func (o Object) Require(r Rule, names ...string) {
	for _, name := range names {
		m, is := o.Get(name), "missing"
		if m.Written() {
			is = "null"
		}
		if !m.Exists() {
			m.Report(r, fmt.Sprintf("Member %q is required and is %s.", name, is))
		}
	}
}

// Foreign reports members that belong to other versions.
func (o Object) Foreign(r Rule, why string, names ...string) {
	for _, name := range names {
		if m := o.Get(name); m.Written() {
			m.Report(r, fmt.Sprintf("Member %q does not belong here: %s.", name, why))
		}
	}
}

// String returns a string member, "" when absent. Any other value is returned as written, with a problem.
func (o Object) String(name string, r Rule) string {
	return o.Get(name).Text(r)
}

// Text returns the node's string. See Object.String.
func (n Node) Text(r Rule) string {
	if !n.Exists() {
		return ""
	}
	if s, ok := n.sink.tree.Text(n.index); ok {
		return s
	}
	n.Report(r, "Expected a string, got "+n.Kind()+".")
	return string(n.raw())
}

// Plain returns the value of a JSON string; ok is false for anything else.
func (n Node) Plain() (s string, ok bool) {
	if !n.Written() {
		return "", false
	}
	return n.sink.tree.Text(n.index)
}

// Strings returns a member that is a list of strings. A single string counts as a list.
func (o Object) Strings(name string, r Rule) []string {
	return o.Get(name).Strings(r)
}

// Strings returns the node's list of strings. See Object.Strings.
func (n Node) Strings(r Rule) []string {
	var all []string
	for _, e := range n.Elements(r) {
		if e.Exists() {
			all = append(all, e.Text(r))
		} else {
			e.Report(r, "Expected a string, got null; it is left out.")
		}
	}
	return all
}

// Bool returns a boolean member, false when absent. "true" as a string counts, with a problem.
func (o Object) Bool(name string, r Rule) bool { return o.Get(name).Bool(r) }

// Bool returns the node's boolean. See Object.Bool.
func (n Node) Bool(r Rule) bool {
	switch string(n.raw()) {
	case "true":
		return true
	case "false", "null", "":
		return false
	}
	n.Report(r, "Expected true or false, got "+n.Kind()+".")
	return string(n.raw()) == `"true"`
}

// Int returns an integer member, nil when absent or not an integer. An integer in a string counts,
// with a problem.
func (o Object) Int(name string, r Rule) *int {
	n := o.Get(name)
	if !n.Exists() {
		return nil
	}
	text := string(n.raw())
	if s, ok := jsonrepair.Text(n.raw()); ok {
		n.Report(r, "Expected an integer, got a string.")
		text = s
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		n.Report(r, "Expected an integer, got "+clip.Bytes(text, 60)+".")
		return nil
	}
	return &i
}

// NotNegative returns n, a member's value, and reports it if it is negative.
func (o Object) NotNegative(name string, n *int, r Rule) *int {
	if n != nil && *n < 0 {
		o.Get(name).Report(r, fmt.Sprintf("%s is %d; it must not be negative.", name, *n))
	}
	return n
}

func (o Object) Nulls(r Rule) {
	for _, m := range o.Members() {
		if m.Written() && !m.Exists() {
			m.Report(r, fmt.Sprintf("Member %q is null; it is read as absent.", m.Name()))
		}
	}
}

// Metadata returns the node as written, with a problem if it is not an object.
func (n Node) Metadata(r Rule) json.RawMessage {
	if n.Exists() && !n.HasKind('{') {
		n.Report(r, "Expected an object, got "+n.Kind()+".")
	}
	return n.Raw()
}
