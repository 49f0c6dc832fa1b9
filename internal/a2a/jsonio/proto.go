package jsonio

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// ProtoNames has members also found by their proto names, in all objects of the
// document: context_id is found as contextId. Every parser of ProtoJSON takes both, and
// writers that keep proto names are about; each such member that is read is a problem by
// the rule, which is not changed.
func (s *Sink) ProtoNames(r *Rule) { s.names = r }

// ProtoNames is the object with a rule of its own for members by their proto names.
func (o Object) ProtoNames(r *Rule) Object {
	if o.names != nil {
		o.names = r
	}
	return o
}

// protoNamed is the member whose proto name has that JSON name, the last when there are
// several; negative when there is none.
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

// Cased reports members whose names differ from those of some by the case of their letters, where
// the member itself is not there. No reader need take them for it; that it is missing then goes
// without saying. Of a name it reports the first: there may be as many as the document has members.
func (o Object) Cased(names *jsonrepair.Names, r *Rule) {
	if o.frame > 0 || o.sink == nil {
		return // all names are known, or like none
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
			n.reportAt(t.NameOffset(m), *r, fmt.Sprintf("Member %q is spelled %q in this version, and the case of letters counts: it is not read.", n.Name(), name))
			o.sink.addCased(o.index, name)
		}
	}
}

// IsCased reports whether a member of the object was reported for the case of its letters.
func (o Object) IsCased() bool { return o.sink != nil && len(o.sink.cased[o.index]) > 0 }

func (o Object) reportName(m int32, name string, r *Rule) {
	n := Node{sink: o.sink, index: m}
	n.reportAt(o.sink.tree.NameOffset(m), *r, fmt.Sprintf("Member %q has its proto name; in JSON it is %q.", n.Name(), name))
}

// Renamed is the member of a JSON name that is not made from its proto name. That it has
// the latter is a problem by the rule.
func (o Object) Renamed(name, proto string, r *Rule) Node {
	n := o.Get(name)
	if m := o.Get(proto); !n.Written() && m.Written() {
		o.reportName(m.index, name, r)
		return m
	}
	return n
}

// jsonName reports whether a proto name has that JSON name, which is another:
// history_length has historyLength.
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

// ProtoInt is an integer member, nil when absent or not readable as one. A
// parser of ProtoJSON takes it as a text, too; writers do not write it so, which
// is no more than a warning by the rule.
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
	n.Report(r.Milder(), "An integer as a string; writers use a number.")
	return &i
}

// Milder is the rule as a warning at most: for what writers must not write and
// readers must take.
func (r Rule) Milder() Rule {
	if r.Severity == a2a.SeverityError {
		r.Severity = a2a.SeverityWarning
	}
	return r
}

// Enum is the value of a node that names an enum by its number, as ProtoJSON
// may; values are in the order of their numbers. That it was a number is a
// warning by the rule, at most.
func Enum[T any](n Node, values []T, r Rule) (v T, ok bool) {
	if n.HasKind('"') { // as nearly all are
		return v, false
	}
	i, err := strconv.ParseUint(string(n.raw()), 10, 31)
	if err != nil || int(i) >= len(values) {
		return v, false
	}
	n.Report(r.Milder(), fmt.Sprintf("An enum by its number, %d; writers use its name, %v.", i, values[i]))
	return values[i], true
}
