package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func init() { // security
	addVerbs(map[string]verb{
		"securitySchemes": {usage: "MEMBER TYPE", read: readSecuritySchemes, write: writeSecuritySchemes},
		"wrappedScheme":   {usage: ": TEXT", read: readWrappedScheme},
		"typedScheme":     {read: readTypedScheme},
		"kept":            {usage: "MEMBER", read: readNothing, write: writeKept},
		"flows":           {usage: "MEMBER TYPE [: TEXT]", read: readFlows, write: writeFlows},
		"flow":            {usage: "MEMBER [MEMBER…]", read: readFlow},
		"requirements":    {usage: "MEMBER [MEMBER] TYPE", read: readRequirements, write: writeRequirements},
		"schemeNames":     {usage: "MEMBER", read: readSchemeNames, write: writeSchemeNames},
	})
}

// readSecuritySchemes reads a card's security schemes, an object by their names.
func readSecuritySchemes(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	all, ok := o.Get(r.names[0]).Object(*r.element.form)
	if !ok {
		return
	}
	card := v.(*a2a.Card)
	for _, m := range all.Members() {
		if o, ok := m.Object(*r.element.rule); ok {
			scheme := a2a.SecurityScheme{Name: m.Name(), Raw: o.Raw()}
			s.readHere(o, r.element, r.nested, &scheme)
			card.SecuritySchemes = append(card.SecuritySchemes, scheme)
		}
	}
}

// readWrappedScheme reads a scheme in a member that names its type, as in ProtoJSON. An arm's line has that
// member and the type, which early SDKs used as the member's name.
func readWrappedScheme(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	scheme, t, found := v.(*a2a.SecurityScheme), r.parent, 0
	for _, arm := range t.arms {
		if inner, ok := o.Get(arm.names[0]).Object(*t.form); ok {
			if found++; found == 1 {
				scheme.Type = arm.names[1]
				s.readHere(inner, arm.element, at, scheme)
			}
		}
	}
	if found == 1 {
		return
	}
	o.Report(*t.rule, fmt.Sprintf(r.text, found))
	if found > 1 {
		return
	}
	scheme.Type = o.String("type", *t.form)
	inner := o
	for _, arm := range t.arms {
		if short, ok := o.Get(arm.names[1]).Object(*t.form); ok {
			scheme.Type, inner = arm.names[1], short
		}
	}
	s.readSchemeMembers(inner, t, scheme)
}

// readTypedScheme reads a scheme with a type, as in OpenAPI. An arm with a text belongs to a later version.
func readTypedScheme(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	scheme, t, members := v.(*a2a.SecurityScheme), r.parent, o
	if scheme.Type = o.String("type", *t.form); scheme.Type == "" {
		o.Require(*t.rule, "type")
		for _, arm := range t.arms {
			for _, member := range arm.names {
				if inner, ok := o.Get(member).Object(*t.form); ok {
					inner.Report(*t.rule, "The scheme is in a member "+member+", as in 1.0; here it has a type.")
					scheme.Type, members = arm.names[1], inner
				}
			}
		}
	}
	switch arm := s.readSchemeMembers(members, t, scheme); {
	case arm != nil && arm.text != "":
		o.Get("type").Report(*arm.rule, arm.text)
	case arm == nil && scheme.Type != "":
		o.Get("type").Report(*t.rule, "Type "+scheme.Type+" is not apiKey, http, oauth2, openIdConnect or mutualTLS.")
	}
}

// readSchemeMembers reads a scheme's members by the arm of its type.
func (s *Schema) readSchemeMembers(o jsonio.Object, t *Type, scheme *a2a.SecurityScheme) *row {
	arm := t.arm(1, scheme.Type)
	if arm != nil {
		s.readHere(o, arm.element, arm.nested, scheme)
	} else {
		scheme.Description = o.String("description", *t.form)
	}
	return arm
}

// readFlows reports what OAuth flows lack. A text means that there must be exactly one.
func readFlows(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	all, ok := o.Get(r.names[0]).Object(*r.element.rule)
	if !ok {
		return
	}
	s.readHere(all, r.element, at, v)
	if found := len(r.element.flows(all)); r.text != "" && found != 1 {
		all.Report(*r.element.rule, fmt.Sprintf(r.text, found))
	}
}

// flows returns an object's flows of the type's known kinds.
func (t *Type) flows(o jsonio.Object) (known []jsonio.Node) {
	for i := range t.rows {
		if n := o.Get(t.rows[i].names[0]); n.Exists() {
			known = append(known, n)
		}
	}
	return known
}

func readFlow(_ *Schema, o jsonio.Object, r *row, _ *place, _ any) {
	if flow, ok := o.Get(r.names[0]).Object(*r.parent.rule); ok {
		flow.Require(*r.parent.rule, r.names[1:]...)
	}
}

// readRequirements reads a card's security: a list of {"schemes":{name:{"list":[…]}}}, as in ProtoJSON, or of
// {name:[…]}, as in OpenAPI. A second name is that of earlier versions, read if the first is missing.
func readRequirements(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	card, member, declared := v.(*a2a.Card), r.names[0], map[string]bool{}
	for i := range card.SecuritySchemes {
		declared[card.SecuritySchemes[i].Name] = true
	}
	bare := "requirement.bare"
	if other := r.names[len(r.names)-1]; other != member && o.Has(other) {
		if !o.Has(member) {
			member, bare = other, ""
		}
		if !o.Has("url") || member == other {
			s.report(o.Get(other), "requirement.former")
		}
	}
	for _, e := range o.Get(member).Elements(*r.rule) {
		if item, ok := e.Object(*r.element.rule); ok {
			card.Security = append(card.Security, s.readRequirement(item, r.element, bare, declared))
		}
	}
}

func (s *Schema) readRequirement(o jsonio.Object, t *Type, bare string, declared map[string]bool) a2a.Requirement {
	if inner, ok := o.Get("schemes").Object(*t.form); ok {
		s.report(o.Node, "requirement.wrapped")
		o = inner
	} else if len(o.Members()) > 0 {
		s.report(o.Node, bare)
	}
	need := a2a.Requirement{}
	for _, m := range o.Members() {
		if !declared[m.Name()] {
			s.report(m, "requirement.undeclared", m.Name())
		}
		scopes, list := []string{}, m
		if m.HasKind('{') {
			inner, _ := m.Object(*t.form)
			list = inner.Get("list")
		}
		if list.Written() && !list.Exists() {
			s.report(list, "requirement.null")
		}
		for _, e := range list.Elements(s.rules["requirement.scopes"].rule) {
			scopes = append(scopes, e.Text(*t.form))
		}
		need[m.Name()] = scopes
	}
	return need
}

// readSchemeNames reads names of schemes, all that 0.1 has.
func readSchemeNames(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	card := v.(*a2a.Card)
	a, ok := o.Get(r.names[0]).Object(*r.rule)
	if !ok {
		return
	}
	a.Require(*r.rule, "schemes")
	for _, name := range a.Strings("schemes", r.rule.Milder()) {
		card.SecuritySchemes = append(card.SecuritySchemes, a2a.SecurityScheme{Name: name, Type: name, Raw: a.Raw()})
		card.Security = append(card.Security, a2a.Requirement{name: []string{}})
	}
}

// writeSchemeNames writes the schemes' types. For HTTP schemes these are their own names: bearer,
// basic.
func writeSchemeNames(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	card := v.(*a2a.Card)
	if len(card.SecuritySchemes) == 0 {
		return
	}
	var names []string
	for i, scheme := range card.SecuritySchemes {
		names = append(names, cmp.Or(scheme.HTTPScheme, scheme.Type))
		l.Lose(scheme.Name != scheme.Type, fmt.Sprintf("securitySchemes[%d]", i), string(s.name)+" names schemes, but does not say how they work")
	}
	w.Object(c.name, func(w *jsonio.Writer) { w.Strings("schemes", names) })
}

func writeRequirements(s *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	list := v.(*a2a.Card).Security
	if len(list) == 0 {
		return
	}
	w.List(c.name, len(list), func(w *jsonio.Writer, i int) {
		names := slices.Sorted(maps.Keys(list[i]))
		if !s.isProtoJSON {
			for _, name := range names {
				w.Strings(name, list[i][name])
			}
			return
		}
		w.Object("schemes", func(w *jsonio.Writer) {
			for _, name := range names {
				w.Object(name, func(w *jsonio.Writer) { w.Strings("list", list[i][name]) })
			}
		})
	})
}

func writeSecuritySchemes(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	schemes := v.(*a2a.Card).SecuritySchemes
	if len(schemes) == 0 {
		return
	}
	w.Object(c.name, func(w *jsonio.Writer) {
		for i, scheme := range schemes {
			at := l.Within(fmt.Sprintf("securitySchemes[%d]", i))
			w.Object(scheme.Name, func(w *jsonio.Writer) { s.writeScheme(w, c.row.element, scheme, at) })
		}
	})
}

// definition returns a scheme's definition without its wrapper, and whether it had one.
func (s *Schema) definition(scheme *a2a.SecurityScheme) (o jsonio.Object, isWrapped bool) {
	root, sink := jsonio.Open(scheme.Raw, "")
	sink.ProtoNames(&jsonio.Rule{})
	o, _ = root.Object(jsonio.Rule{})
	for _, arm := range s.types["SecurityScheme"].arms {
		if inner := o.Get(arm.names[0]); inner.HasKind('{') {
			o, _ = inner.Object(jsonio.Rule{})
			return o, true
		}
	}
	return o, false
}

// writeScheme writes a scheme's definition as it is if it has this form, else from its known members.
func (s *Schema) writeScheme(w *jsonio.Writer, t *Type, scheme a2a.SecurityScheme, l jsonio.Losses) {
	old, isWrapped := s.definition(&scheme)
	arm, http := t.arm(1, scheme.Type), t.arm(1, "http")
	same := isWrapped && (s.hasDeviceCode || scheme.Type != "oauth2")
	if !s.isProtoJSON {
		same = old.Has("type") && arm != nil && arm.text == ""
	}
	if same {
		w.Verbatim(scheme.Raw)
		return
	}
	if at := slices.IndexFunc(t.arms, func(a *row) bool { return strings.EqualFold(a.names[1], scheme.Type) }); at >= 0 {
		arm = t.arms[at]
	}
	scheme.HTTPScheme = cmp.Or(scheme.HTTPScheme, scheme.Type)
	switch kind := strings.ToLower(scheme.Type); {
	case arm == nil: // 0.1's names are HTTP's own
		arm = http
		l.Lose(s.isProtoJSON && kind != "bearer" && kind != "basic", "type", string(s.name)+" has no scheme "+scheme.Type+"; it is written as HTTP authentication of that name")
	case arm.text != "":
		arm, scheme.HTTPScheme = http, "mutual"
		l.Lose(true, "type", string(s.name)+" has no mutual TLS; it is written as HTTP authentication of that name")
	}
	if s.isProtoJSON {
		w.Object(arm.names[0], func(w *jsonio.Writer) { s.write(w, arm.element, &scheme, l) })
		return
	}
	w.Text("type", arm.names[1])
	s.write(w, arm.element, &scheme, l)
}

// writeKept writes a string from a scheme's own definition, the only place that has it.
func writeKept(s *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	old, _ := s.definition(v.(*a2a.SecurityScheme))
	if text := old.String(c.name, jsonio.Rule{}); text != "" || c.always {
		w.Text(c.name, text)
	}
}

// writeFlows writes the flows that the version has; ProtoJSON allows one.
func writeFlows(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	old, _ := s.definition(v.(*a2a.SecurityScheme))
	all, _ := old.Get(c.name).Object(jsonio.Rule{})
	known := c.row.element.flows(all)
	if s.isProtoJSON {
		l.Lose(len(known) == 0, "flows", "the scheme's flows are not known, but "+string(s.name)+" requires one")
		l.Lose(len(known) > 1, "flows", "a "+string(s.name)+" scheme has one flow; the first is kept")
		known = known[:min(len(known), 1)]
	}
	w.Object(c.name, func(w *jsonio.Writer) {
		for _, n := range known {
			s.writeFlow(w, n, l.Within("flows"))
		}
	})
	l.Lose(!s.hasDeviceCode && all.Has("deviceCode"), "flows.deviceCode", "before 1.0 there is no device code flow")
}

func (s *Schema) writeFlow(w *jsonio.Writer, n jsonio.Node, l jsonio.Losses) {
	o, ok := n.Object(jsonio.Rule{})
	if !s.isProtoJSON || s.hasDeviceCode || !ok || !o.Has("pkceRequired") {
		w.Raw(n.Name(), n.Raw())
		return
	}
	l.Lose(true, n.Name()+".pkceRequired", "before 1.0 no flow can say that it requires PKCE")
	w.Object(n.Name(), func(w *jsonio.Writer) {
		for _, member := range o.Members() {
			if member.Name() != "pkceRequired" {
				w.Raw(member.Name(), member.JSON())
			}
		}
	})
}
