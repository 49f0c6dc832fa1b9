package jsonio

import (
	"fmt"
	"maps"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// RequirementRules are what problems of a card's security requirements refer to. A
// rule without a Severity is none.
type RequirementRules struct {
	List, Item, Form Rule // the list, what is in it, and members of the wrong JSON type
	Wrapped, Bare    Rule // that the names stand in a member schemes, or do not
	Scopes           Rule // what is no list of scopes
	Undeclared, Null Rule // a name of no scheme, and null where a list belongs
}

// ReadRequirements reads a list of {"schemes":{name:{"list":[…]}}}, as ProtoJSON has it,
// or of {name:[…]}, as OpenAPI does. schemes are those that the card declares.
func ReadRequirements(list Node, r RequirementRules, schemes []a2a.SecurityScheme) (all []a2a.Requirement) {
	declared := map[string]bool{}
	for i := range schemes {
		declared[schemes[i].Name] = true
	}
	for _, e := range list.Elements(r.List) {
		if o, ok := e.Object(r.Item); ok {
			all = append(all, r.read(o, declared))
		}
	}
	return all
}

func (r *RequirementRules) read(o Object, declared map[string]bool) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(r.Form); ok {
		if r.Wrapped.Severity != "" {
			o.Report(r.Wrapped, "The requirement is wrapped in schemes, as in 1.0; here the names stand bare.")
		}
		o = inner
	} else if r.Bare.Severity != "" && len(o.Members()) > 0 {
		o.Report(r.Bare, "A requirement has its schemes in a member schemes; this one has them directly.")
	}
	need := a2a.Requirement{}
	for _, m := range o.Members() {
		if !declared[m.Name()] {
			m.Report(r.Undeclared, fmt.Sprintf("Scheme %q is required but not declared in securitySchemes.", m.Name()))
		}
		need[m.Name()] = r.scopes(m)
	}
	return need
}

func (r *RequirementRules) scopes(m Node) []string {
	scopes := []string{}
	if m.Is('{') {
		list, _ := m.Object(r.Form)
		m = list.Get("list")
	}
	if m.Written() && !m.Exists() {
		m.Report(r.Null, "The list of scopes is null; it is read as empty.")
	}
	for _, e := range m.Elements(r.Scopes) {
		scopes = append(scopes, e.Text(r.Form))
	}
	return scopes
}

// WriteRequirements writes the member of that name, unless there is none to write:
// wrapped as ProtoJSON has it, or not.
func WriteRequirements(w *Writer, member string, list []a2a.Requirement, wrapped bool) {
	if len(list) == 0 {
		return
	}
	w.List(member, len(list), func(w *Writer, i int) {
		names := slices.Sorted(maps.Keys(list[i]))
		if !wrapped {
			for _, name := range names {
				w.Strings(name, list[i][name])
			}
			return
		}
		w.Object("schemes", func(w *Writer) {
			for _, name := range names {
				w.Object(name, func(w *Writer) { w.Strings("list", list[i][name]) })
			}
		})
	})
}
