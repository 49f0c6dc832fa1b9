package jsonio

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// ProtoNames makes all objects of the document also find members by their proto names: context_id as
// contextId. Every ProtoJSON parser accepts both, and some writers keep proto names. Each such member that is
// read is a problem by r, which must not change.
func (s *Sink) ProtoNames(r *Rule) { s.names = r }

// ProtoNames returns the object with its own rule for members by their proto names.
func (o Object) ProtoNames(r *Rule) Object {
	if o.names != nil {
		o.names = r
	}
	return o
}

// protoNamed returns the last member whose proto name corresponds to a JSON name, negative when there is
// none.
func (o Object) protoNamed(name string) int32 {
	t, found := o.sink.tree, int32(-1)
	for m := t.First(o.index); m >= 0; m = t.Next(m) {
		if jsonName(t.NameBytes(m), name) {
			found = m
		}
	}
	if found >= 0 {
		o.reportName(found, name, o.names)
	}
	return found
}

// Cased reports members whose names differ from one of names only in case, if the right name is missing.
// Readers need not accept them, and the missing member is then not reported as well. Of each name it reports
// only the first: there may be as many as the document has members.
func (o Object) Cased(names *jsonrepair.Names, r *Rule) {
	if o.frame > 0 || o.sink == nil {
		return // ObjectOf found no such names
	}
	t, seen := o.sink.tree, []string(nil)
	for m := t.First(o.index); m >= 0; m = t.Next(m) {
		name := names.Cased(t.NameBytes(m))
		if name == "" || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		if t.Member(o.index, name) < 0 {
			n := Node{sink: o.sink, index: m}
			n.reportAt(t.NameOffset(m), *r, fmt.Sprintf("Member %q is spelled %q in this version; names are case-sensitive, so it is not read.", n.Name(), name))
			o.sink.addCased(o.index, name)
		}
	}
}

// IsCased reports whether Cased reported a member of the object.
func (o Object) IsCased() bool { return o.sink != nil && len(o.sink.cased[o.index]) > 0 }

func (o Object) reportName(m int32, name string, r *Rule) {
	n := Node{sink: o.sink, index: m}
	n.reportAt(o.sink.tree.NameOffset(m), *r, fmt.Sprintf("Member %q has its proto name; in JSON it is %q.", n.Name(), name))
}

// Renamed returns a member whose JSON name is not derived from its proto name. The latter also works, with a
// problem.
func (o Object) Renamed(name, proto string, r *Rule) Node {
	n := o.Get(name)
	if m := o.Get(proto); !n.Written() && m.Written() {
		o.reportName(m.index, name, r)
		return m
	}
	return n
}

// jsonName reports whether a proto name has this JSON name and differs from it: history_length and
// historyLength.
func jsonName(proto []byte, name string) bool {
	at := 0
	for i, c := range proto {
		if c == '_' {
			continue
		}
		if i > 0 && proto[i-1] == '_' && 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if at == len(name) || name[at] != c {
			return false
		}
		at++
	}
	return at == len(name) && at < len(proto)
}

// ProtoInt returns an integer member, nil when absent or not an integer. ProtoJSON parsers also accept a
// string, but writers never write one, so it is at most a warning.
func (o Object) ProtoInt(name string, r Rule) *int {
	n := o.Get(name)
	text, ok := jsonrepair.Text(n.raw())
	if !ok {
		return o.Int(name, r)
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		n.Report(r, "Expected an integer, got the string "+strconv.Quote(clip.Bytes(text, 60))+".")
		return nil
	}
	n.Report(r.Milder(), "The integer is written as a string; writers must use a number.")
	return &i
}

// Milder returns the rule as at most a warning: for what writers must not write and readers must accept.
func (r Rule) Milder() Rule {
	if r.Severity == a2a.SeverityError {
		r.Severity = a2a.SeverityWarning
	}
	return r
}

// Enum returns the value of an enum given by its number, as ProtoJSON allows. values are in the order of
// their numbers. A number is at most a warning.
func Enum[T any](n Node, values []T, r Rule) (v T, ok bool) {
	if n.HasKind('"') { // nearly always
		return v, false
	}
	i, err := strconv.ParseUint(string(n.raw()), 10, 31)
	if err != nil || int(i) >= len(values) {
		return v, false
	}
	n.Report(r.Milder(), fmt.Sprintf("The enum is given by its number, %d; writers must use its name, %v.", i, values[i]))
	return values[i], true
}
