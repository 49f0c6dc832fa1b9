package jsonio

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// SchemeNames are the names of the schemes that a card declares.
func SchemeNames(schemes []a2a.SecurityScheme) map[string]bool {
	names := make(map[string]bool, len(schemes))
	for i := range schemes {
		names[schemes[i].Name] = true
	}
	return names
}

// ReadRequirement reads {"schemes":{name:{"list":[…]}}}, or {name:[…]} as OpenAPI
// has it, which is a problem unless bare says that it may be. declared are the
// names of the card's schemes.
func (v Wrapped) ReadRequirement(o Object, bare bool, declared map[string]bool) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(v.form("Security")); ok {
		o = inner
	} else if !bare && len(o.Members()) > 0 {
		o.Report(v.Requirement, "A requirement has its schemes in a member schemes; this one has them directly.")
	}
	r := a2a.Requirement{}
	for _, m := range o.Members() {
		if !declared[m.Name()] {
			m.Report(v.Undeclared, fmt.Sprintf("Scheme %q is required but not declared in securitySchemes.", m.Name()))
		}
		r[m.Name()] = v.readScopes(m)
	}
	return r
}

func (v Wrapped) readScopes(m Node) []string {
	scopes := []string{}
	if m.Is('{') {
		if list, ok := m.Object(v.form("Security")); ok {
			m = list.Get("list")
		}
	}
	if m.Written() && !m.Exists() {
		m.Report(v.Null, "The list of scopes is null; it is read as empty.")
	}
	for _, e := range m.Elements(v.Requirement) {
		scopes = append(scopes, e.Text(v.form("Security")))
	}
	return scopes
}

// WriteRequirements writes the member of that name, unless there is none to
// write.
func (v Wrapped) WriteRequirements(w *Writer, member string, list []a2a.Requirement) {
	if len(list) == 0 {
		return
	}
	w.List(member, len(list), func(w *Writer, i int) {
		names := make([]string, 0, len(list[i]))
		for name := range list[i] {
			names = append(names, name)
		}
		slices.Sort(names)
		w.Object("schemes", func(w *Writer) {
			for _, name := range names {
				w.Object(name, func(w *Writer) { w.Strings("list", list[i][name]) })
			}
		})
	})
}
