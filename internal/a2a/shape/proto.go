package shape

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
)

// ProtoNames is the object with its members also known by their JSON names
// where they are written by their proto names: context_id is found as
// contextId. Every parser of ProtoJSON takes both, and writers that keep proto
// names are about; each such member is a problem by the rule. json names the
// members whose JSON name is not made from the proto name: {"request":
// "message"}.
func (o Object) ProtoNames(r Rule, json map[string]string) Object {
	if !o.Is('{') {
		return o
	}
	t := o.sink.tree
	var written map[string]bool
	for m := t.First(o.at); m >= 0; m = t.Next(m) {
		said := t.Name(m)
		name, special := json[said]
		if !special {
			if !strings.Contains(said, "_") {
				continue
			}
			name = camelCase(said)
		}
		if written == nil { // most objects need none
			written = o.names()
		}
		if written[name] {
			continue
		}
		if o.alias == nil {
			o.alias = map[string]string{}
		}
		o.alias[name] = said
		n := Node{sink: o.sink, at: m}
		n.reportAt(t.NameOffset(m), r, fmt.Sprintf("Member %q has its proto name; in JSON it is %q.", said, name))
	}
	return o
}

// names are those that the members are written by.
func (o Object) names() map[string]bool {
	t, all := o.sink.tree, map[string]bool{}
	for m := t.First(o.at); m >= 0; m = t.Next(m) {
		all[t.Name(m)] = true
	}
	return all
}

// camelCase is the JSON name of a proto field: history_length is historyLength.
func camelCase(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '_' {
			continue
		}
		c := s[i]
		if i > 0 && s[i-1] == '_' && 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

// ProtoInt is an integer member, nil when absent or not readable as one. A
// parser of ProtoJSON takes it as a text, too; writers do not write it so, which
// is no more than a warning by the rule.
func (o Object) ProtoInt(name string, r Rule) *int {
	n := o.Get(name)
	text, ok := lenient.Text(n.raw())
	if !ok {
		return o.Int(name, r)
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		n.Report(r, "Here stands the text "+strconv.Quote(clip(text))+" where an integer is expected.")
		return nil
	}
	n.Report(r.milder(), "An integer as a text; writers use a number.")
	return &i
}

// ProtoHistoryLength is HistoryLength, read as ProtoInt does.
func (o Object) ProtoHistoryLength(r Rule) *int {
	return o.notNegative("historyLength", o.ProtoInt("historyLength", r), r)
}

// milder is the rule as a warning at most: for what writers must not write and
// readers must take.
func (r Rule) milder() Rule {
	if r.Severity == a2a.Fault {
		r.Severity = a2a.Warning
	}
	return r
}

// Enum is the value of a node that names an enum by its number, as ProtoJSON
// may; values are in the order of their numbers. That it was a number is a
// warning by the rule, at most.
func Enum[T any](n Node, values []T, r Rule) (v T, ok bool) {
	raw := n.raw()
	if len(raw) == 0 || raw[0] < '0' || raw[0] > '9' {
		return v, false
	}
	for i, value := range values {
		if string(raw) == fmt.Sprint(i) {
			n.Report(r.milder(), fmt.Sprintf("An enum by its number, %d; writers use its name, %v.", i, value))
			return value, true
		}
	}
	return v, false
}
