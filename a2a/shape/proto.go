package shape

import (
	"fmt"
	"strings"
)

// ProtoNames is the object with its members also known by their JSON names
// where they are written by their proto names: context_id is found as
// contextId. Every parser of ProtoJSON takes both, and writers that keep proto
// names are about; each such member is a problem by the rule. json names the
// members whose JSON name is not made from the proto name: {"request":
// "message"}.
func (o Object) ProtoNames(r Rule, json map[string]string) Object {
	for _, m := range o.members {
		name, special := json[m.Name]
		if !special {
			if !strings.Contains(m.Name, "_") {
				continue
			}
			name = camelCase(m.Name)
		}
		if o.written(name) {
			continue
		}
		if o.alias == nil {
			o.alias = map[string]string{}
		}
		o.alias[name] = m.Name
		n := o.node(m)
		n.off = o.off + m.At
		n.Report(r, fmt.Sprintf("Member %q has its proto name; in JSON it is %q.", m.Name, name))
	}
	return o
}

func (o Object) written(name string) bool {
	for _, m := range o.members {
		if m.Name == name {
			return true
		}
	}
	return false
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

// Enum is the value of a node that names an enum by its number, as ProtoJSON
// may; names are the values in the order of their numbers.
func Enum[T any](n Node, values []T, r Rule) (v T, ok bool) {
	if len(n.raw) == 0 || n.raw[0] < '0' || n.raw[0] > '9' {
		return v, false
	}
	for i, value := range values {
		if string(n.raw) == fmt.Sprint(i) {
			n.Report(r, fmt.Sprintf("An enum by its number, %d; writers use its name, %v.", i, value))
			return value, true
		}
	}
	return v, false
}
